package io.lockstarter.sample;

import io.lockstarter.sample.shop.ShopProperties;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * Runs one instance of the shop. The instances share only Redis and the database. The
 * services of this package are imported one by one, because a scan of this package would
 * also find the launcher.
 */
@SpringBootApplication(proxyBeanMethods = false, scanBasePackageClasses = ShopProperties.class)
@ConfigurationPropertiesScan(basePackageClasses = ShopProperties.class)
@EnableScheduling
@Import({ AnnotatedPurchase.class, FencedPurchase.class, ServicePurchase.class, Deliveries.class, ReportJob.class })
public class ShopApplication {

}
