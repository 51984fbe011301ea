plugins {
    `java-library`
    `maven-publish` // published
}

dependencies {
    api(project(":lock-starter"))
    api(libs.assertj.core)
    implementation(libs.spring.test)

    testImplementation(project(":lock-embedded-redis"))
    testImplementation(libs.h2)
    testImplementation(libs.spring.boot.starter.data.jpa)
    testImplementation(libs.spring.boot.starter.data.jpa.test)
    testImplementation(libs.spring.boot.starter.jdbc.test)
    testImplementation(libs.spring.boot.starter.test)
    testImplementation(libs.spring.boot.starter.webflux)
    testImplementation(libs.spring.boot.starter.webflux.test)
    testImplementation(libs.spring.boot.starter.webmvc)
    testImplementation(libs.spring.boot.starter.webmvc.test)
}
