package archfixture.impurelane.store;

/** Is imported. */
public interface LockStore {

}
