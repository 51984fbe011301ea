package archfixture.ahead.aop.call;

/** Is imported. */
public interface Interceptor {

}
