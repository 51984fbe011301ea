package archfixture.impurelane.lane;

import org.slf4j.Logger;

final class Logs {

	String use(Logger logger) {
		return logger.toString();
	}

}
