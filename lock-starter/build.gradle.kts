plugins {
    `java-library`
    `maven-publish` // published
}

dependencies {
    api(libs.jspecify)
    api(libs.spring.boot.starter.data.redis)
    implementation(libs.aspectjweaver)
    implementation(libs.spring.aop)

    compileOnly(libs.context.propagation)
    compileOnly(libs.error.prone.annotations)
    compileOnly(libs.jackson.annotations)
    compileOnly(libs.jedis)
    compileOnly(libs.micrometer.core)
    compileOnly(libs.micrometer.observation)
    compileOnly(libs.reactor.core)
    compileOnly(libs.shedlock.core)
    compileOnly(libs.spring.boot.actuator.autoconfigure)
    compileOnly(libs.spring.boot.health)
    compileOnly(libs.spring.integration.core)
    compileOnly(libs.spring.jdbc)
    compileOnly(libs.spring.web)
    testImplementation(libs.context.propagation)
    testImplementation(libs.error.prone.annotations)
    testImplementation(libs.jackson.annotations)
    testImplementation(libs.jedis)
    testImplementation(libs.micrometer.core)
    testImplementation(libs.micrometer.observation)
    testImplementation(libs.reactor.core)
    testImplementation(libs.shedlock.core)
    testImplementation(libs.spring.boot.actuator.autoconfigure)
    testImplementation(libs.spring.boot.health)
    testImplementation(libs.spring.integration.core)
    testImplementation(libs.spring.jdbc)
    testImplementation(libs.spring.web)

    testImplementation(project(":lock-embedded-redis"))
    testImplementation(libs.archunit.junit5)
    testImplementation(libs.blockhound)
    testImplementation(libs.h2)
    testImplementation(libs.jazzer.junit)
    testImplementation(libs.kotlinx.coroutines.reactor)
    testImplementation(libs.lincheck)
    testImplementation(libs.micrometer.registry.prometheus)
    testImplementation(libs.micrometer.tracing.test)
    testImplementation(libs.mutiny)
    testImplementation(libs.r2dbc.h2)
    testImplementation(libs.reactor.netty.http)
    testImplementation(libs.reactor.test)
    testImplementation(libs.rxjava)
    testImplementation(libs.spring.boot.starter.actuator)
    testImplementation(libs.spring.boot.starter.webmvc)
    testImplementation(libs.spring.boot.starter.test)
    testImplementation(libs.spring.boot.starter.validation)
    testImplementation(libs.spring.core.test)
    testImplementation(libs.spring.r2dbc)
    testImplementation(libs.spring.webflux)
}

// The configuration processor merges the hand-written metadata, which it looks for among the processed resources.
tasks.compileJava {
    inputs.files(tasks.processResources)
}

// Most tests wait for a server or a time-out: five JVMs keep two cores busy. Each class has servers of its own.
tasks.test {
    maxParallelForks = 5
}

// Jazzer and Lincheck change the classes that they look into: no other test may meet these.
val pom: Map<String, String> by extra
val ownJvmTest by tasks.registering(Test::class) {
    testClassesDirs = sourceSets.test.get().output.classesDirs
    classpath = sourceSets.test.get().runtimeClasspath
    // These tests compute. Each of the two JVMs runs some of the classes.
    maxParallelForks = 2
    for (name in listOf("jazzer.hooks", "lincheck.invocations")) {
        systemProperty(name, System.getProperty(name, pom.getValue(name)))
    }
    systemProperty("jazzer.disabled_hooks", "com.code_intelligence.jazzer.sanitizers.*")
    systemProperty("jazzer.instrumentation_includes", "io.lockstarter.**:org.springframework.expression.**")
}

tasks.check {
    dependsOn(ownJvmTest)
}

// ./gradlew :lock-starter:servers: the tests that need a server, on each of those that .ci/redis-servers has brought
val servers by tasks.registering
rootDir.resolve("target/redis-servers").listFiles { file -> file.isFile && file.canExecute() }?.forEach { program ->
    val onServer = tasks.register<Test>("test-" + program.name) {
        testClassesDirs = sourceSets.test.get().output.classesDirs
        classpath = sourceSets.test.get().runtimeClasspath
        maxParallelForks = 5
        systemProperty("redis.program", program.path)
        // The list of Maven's profile.
        include(
            "io/lockstarter/redis/**",
            "io/lockstarter/redlock/**",
            "io/lockstarter/engine/*OnRedis*Tests.class",
            "io/lockstarter/engine/*OnRedlockTests.class",
            "io/lockstarter/engine/AmbiguousOutcomeTests.class",
            "io/lockstarter/engine/AsyncReleaseTests.class",
            "io/lockstarter/engine/CostTests.class",
            "io/lockstarter/engine/InterruptedCommandTests.class",
            "io/lockstarter/engine/KnownFaultTests.class",
            "io/lockstarter/engine/NoConnectionTests.class",
            "io/lockstarter/engine/RedisOutageTests.class",
            "io/lockstarter/engine/ReplacedSubscriptionTests.class",
        )
    }
    servers { dependsOn(onServer) }
}
