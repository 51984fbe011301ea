plugins { id("lock.java-conventions") }

dependencies {
    implementation(project(":lock-embedded-redis"))
    implementation(project(":lock-starter"))
    implementation(libs.jedis)
    implementation(libs.reactor.core)
    testImplementation(libs.spring.boot.starter.test)
}

// ./gradlew :lock-faults:test -Pfaults -Dfaults.seconds=150 -Dfaults.seed=0
val defaults = mapOf(
    "faults.seconds" to "8",
    "faults.seed" to "1",
    "faults.document" to "false",
    "faults.topologies" to "",
    "load.leases.seconds" to "15",
    "load.crowd.seconds" to "10",
)
tasks.test {
    defaults.forEach { (name, value) -> systemProperty(name, System.getProperty(name, value)) }
    // Both compilers of the JVM are used, as in production.
    jvmArgs = listOf("-XX:+TieredCompilation")
    maxParallelForks = 2
}
