package archfixture.entrance.annotation.invocation;

/** Is imported. */
public interface Interceptor {

}
