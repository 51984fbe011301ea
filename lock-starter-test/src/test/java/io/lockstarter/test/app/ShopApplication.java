package io.lockstarter.test.app;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application under test. It is of another package than the kit, as with users. */
@SpringBootApplication
public class ShopApplication {

}
