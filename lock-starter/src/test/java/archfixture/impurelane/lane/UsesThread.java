package archfixture.impurelane.lane;

final class UsesThread {

	String use(Thread thread) {
		return thread.toString();
	}

}
