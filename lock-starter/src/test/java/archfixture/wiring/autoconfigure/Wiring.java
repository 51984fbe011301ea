package archfixture.wiring.autoconfigure;

/** Is imported. */
public interface Wiring {

}
