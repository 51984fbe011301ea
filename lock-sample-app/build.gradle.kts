plugins {
    java
    id("org.springframework.boot")
}

// Comes with the plugin above, and has no marker of its own on Maven Central.
apply(plugin = "org.springframework.boot.aot")

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

// Only the application is processed ahead of time, for a test that runs it so.
tasks.named("processTestAot") {
    enabled = false
}

tasks.test {
    classpath += sourceSets.main.get().runtimeClasspath
}

tasks.bootRun {
    // Without what is processed ahead of time, so that it does not wait for that.
    classpath = sourceSets.main.get().output + configurations.runtimeClasspath.get()
}
