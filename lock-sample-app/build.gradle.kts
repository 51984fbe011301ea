plugins {
    java
    alias(libs.plugins.spring.boot)
}

dependencies {
    implementation(project(":lock-embedded-redis"))
    implementation(project(":lock-starter"))
    implementation(libs.spring.boot.starter.webmvc)
    implementation(libs.spring.boot.starter.jdbc)
    implementation(libs.h2)
    runtimeOnly(libs.postgresql)
    testImplementation(libs.spring.boot.starter.test)
    // For bootTestRun; in test scope, so that nothing else ever asks for Docker.
    testImplementation(libs.spring.boot.docker.compose)
    testImplementation(libs.spring.boot.testcontainers)
    testImplementation(libs.testcontainers.postgresql)
    // The page in a real browser.
    testImplementation(libs.selenium.chrome.driver)
    testImplementation(libs.axe.selenium)
}
