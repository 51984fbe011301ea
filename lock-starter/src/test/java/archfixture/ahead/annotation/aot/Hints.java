package archfixture.ahead.annotation.aot;

import archfixture.ahead.annotation.invocation.Interceptor;

/** What is built ahead of time must not know calls. */
public interface Hints {

	Interceptor target();

}
