plugins { id("lock.java-conventions") }

dependencies {
    implementation(project(":lock-embedded-redis"))
    implementation(project(":lock-starter"))
    implementation(libs.jmh.core)
    implementation(libs.lock4j.redis.template.spring.boot.starter) {
        // This version is from an old Spring Boot.
        exclude(group = "org.springframework.boot", module = "spring-boot-starter-aop")
    }
    implementation(libs.micrometer.core)
    implementation(libs.reactor.core)
    implementation(libs.redisson)
    implementation(libs.shedlock.provider.redis.spring)
    implementation(libs.spring.integration.core)
    implementation(libs.spring.integration.redis)
    annotationProcessor(libs.jmh.generator.annprocess)
    testImplementation(libs.redisson.spring.data.x41)
    testImplementation(libs.spring.boot.starter.test)
}
