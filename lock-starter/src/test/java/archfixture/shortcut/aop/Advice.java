package archfixture.shortcut.aop;

import archfixture.shortcut.engine.Engine;

/** The advice must use the API. */
public interface Advice {

	Engine target();

}
