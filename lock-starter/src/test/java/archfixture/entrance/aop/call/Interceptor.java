package archfixture.entrance.aop.call;

/** Is imported. */
public interface Interceptor {

}
