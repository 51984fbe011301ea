package archfixture.backwards.aop.call;

/** Is imported. */
public interface Interceptor {

}
