package com.example;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.scheduling.annotation.EnableScheduling;

/** One of the two instances of the newcomer's application. */
@SpringBootApplication
@EnableScheduling
public class Application {

	private static final int CALLS = 20;

	public static void main(String[] args) throws Exception {
		ConfigurableApplicationContext context = SpringApplication.run(Application.class, args);
		Orders orders = context.getBean(Orders.class);
		Section.meet("locked");
		for (int call = 0; call < CALLS; call++) {
			orders.pay(42);
		}
		int overlaps = Section.overlaps();
		// Without the lock, the same work must overlap. Otherwise this check could not fail.
		Section.meet("unlocked");
		boolean found = Section.overlapsWithoutLock();
		// Both instances stay until the other one has counted its ticks, too.
		Section.meet("scheduled");
		boolean once = Ticks.runOnce();
		Section.meet("counted");
		System.out.println("walk: Spring Boot " + SpringBootVersion.getVersion() + ", instance " + Section.INSTANCE + ": "
				+ CALLS + " calls with the lock, " + overlaps + " overlaps; without the lock "
				+ (found ? "they overlap" : "no overlap was found") + "; the scheduled job "
				+ (once ? "ran once at each tick" : "did NOT run once at each tick"));
		int code = SpringApplication.exit(context);
		System.exit((overlaps == 0 && found && once) ? code : 1);
	}

}
