plugins {
    `java-library`
}

dependencies {
    api(libs.jspecify)
    runtimeOnly(libs.embedded.redis)
    testImplementation(libs.spring.boot.starter.test)
}
