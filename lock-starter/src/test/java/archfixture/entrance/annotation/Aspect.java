package archfixture.entrance.annotation;

import archfixture.entrance.annotation.invocation.Interceptor;

/** The entrance must not depend on the packages behind it. */
public interface Aspect {

	Interceptor target();

}
