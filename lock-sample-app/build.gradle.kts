plugins {
    id("lock.java-conventions")
    alias(libs.plugins.spring.boot)
}

// Comes with the plugin above, and has no marker of its own on Maven Central.
apply(plugin = "org.springframework.boot.aot")

dependencies {
    implementation(project(":lock-embedded-redis"))
    implementation(project(":lock-starter"))
    implementation(libs.spring.boot.starter.webmvc)
    implementation(libs.spring.boot.starter.jdbc)
    implementation(libs.spring.boot.starter.actuator)
    implementation(libs.micrometer.registry.prometheus)
    implementation(libs.h2)
    runtimeOnly(libs.postgresql)
    testImplementation(project(":lock-starter-test"))
    testImplementation(libs.spring.boot.starter.test)
    // For bootTestRun. The test scope makes sure that nothing else needs Docker.
    testImplementation(libs.spring.boot.docker.compose)
    testImplementation(libs.spring.boot.testcontainers)
    testImplementation(libs.testcontainers.junit.jupiter)
    testImplementation(libs.testcontainers.postgresql)
    // Tests the page in a real browser.
    testImplementation(libs.selenium.chrome.driver)
    testImplementation(libs.axe.selenium)
}

// Only the application is processed ahead of time. A test runs the result.
tasks.named("processTestAot") { enabled = false }

// Spring generates the code of these source sets.
tasks.named("checkFormatAot") { enabled = false }
tasks.named("checkFormatAotTest") { enabled = false }

tasks.test { classpath += sourceSets.main.get().runtimeClasspath }

tasks.bootRun {
    // Without the ahead-of-time classes, so that it does not wait for their generation.
    classpath = sourceSets.main.get().output + configurations.runtimeClasspath.get()
}
