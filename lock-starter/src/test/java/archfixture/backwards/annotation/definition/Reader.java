package archfixture.backwards.annotation.definition;

import archfixture.backwards.annotation.invocation.Interceptor;

/** Definitions must not depend on the code that runs them. */
public interface Reader {

	Interceptor target();

}
