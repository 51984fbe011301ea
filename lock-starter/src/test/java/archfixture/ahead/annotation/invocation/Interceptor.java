package archfixture.ahead.annotation.invocation;

/** Is imported. */
public interface Interceptor {

}
