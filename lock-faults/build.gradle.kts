plugins {
    java
}

dependencies {
    implementation(project(":lock-embedded-redis"))
    implementation(project(":lock-starter"))
    implementation(libs.jedis)
    testImplementation(libs.spring.boot.starter.test)
}

// ./gradlew :lock-faults:test -Pfaults -Dfaults.seconds=150 -Dfaults.seed=0
tasks.test {
    systemProperties(System.getProperties().filterKeys { it.toString().startsWith("faults.") || it.toString().startsWith("load.") }.mapKeys { it.key.toString() })
}
