package archfixture.lane;

import org.slf4j.Logger;

/** A lane must not log. */
public interface Lane {

	Logger logger();

}
