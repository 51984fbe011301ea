package archfixture.ahead.aop.aot;

import archfixture.ahead.aop.call.Interceptor;

/** What is built ahead of time must not know calls. */
public interface Hints {

	Interceptor target();

}
