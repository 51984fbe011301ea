package archfixture.clean.store;

import archfixture.clean.Service;

/** The port may know the API. */
public interface Store {

	Service target();

}
