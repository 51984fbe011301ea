package archfixture.impurelane.lane;

import java.util.concurrent.Executor;

final class UsesExecutor {

	String use(Executor executor) {
		return executor.toString();
	}

}
