plugins {
    `java-library`
}

dependencies {
    api(libs.jspecify)
    runtimeOnly(libs.embedded.redis)
    testImplementation(libs.spring.boot.starter.test)
}

// Most tests wait for a server or a time-out, and each class has its own servers.
tasks.test {
    maxParallelForks = 2
}
