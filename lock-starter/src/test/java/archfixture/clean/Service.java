package archfixture.clean;

/** Is imported. */
public interface Service {

}
