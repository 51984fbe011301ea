package archfixture.impurelane.store;

/** Is read. */
public interface MonotonicClock {

	long nanos();

}
