package archfixture.backwards.aop.definition;

import archfixture.backwards.aop.call.Interceptor;

/** Definitions must not depend on the code that runs them. */
public interface Reader {

	Interceptor target();

}
