package archfixture.backwards.annotation.invocation;

/** Is imported. */
public interface Interceptor {

}
