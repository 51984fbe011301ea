plugins {
    java
}

dependencies {
    implementation(project(":lock-embedded-redis"))
    implementation(project(":lock-starter"))
    implementation(libs.jedis)
    implementation(libs.reactor.core)
    testImplementation(libs.spring.boot.starter.test)
}

// ./gradlew :lock-faults:test -Pfaults -Dfaults.seconds=150 -Dfaults.seed=0
val pom: Map<String, String> by extra
tasks.test {
    pom.filterKeys { it.startsWith("faults.") || it.startsWith("load.") }
        .forEach { (name, value) -> systemProperty(name, System.getProperty(name, value)) }
    if (project.hasProperty("faults")) {
        maxParallelForks = 2
    }
}
