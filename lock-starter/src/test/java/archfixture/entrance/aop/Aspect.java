package archfixture.entrance.aop;

import archfixture.entrance.aop.call.Interceptor;

/** The entrance must not depend on the packages behind it. */
public interface Aspect {

	Interceptor target();

}
