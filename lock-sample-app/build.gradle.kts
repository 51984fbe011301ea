plugins {
    java
    alias(libs.plugins.spring.boot)
}

dependencies {
    implementation(project(":lock-embedded-redis"))
    implementation(project(":lock-starter"))
    implementation(libs.spring.boot.starter.webmvc)
    testImplementation(libs.spring.boot.starter.test)
}
