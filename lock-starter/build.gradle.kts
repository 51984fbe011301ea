plugins { id("lock.publishing-conventions") }

description = "The distributed lock: API, core, Redis store, watchdog, auto-configuration"

// Tests use the optional libraries, too.
configurations.testImplementation { extendsFrom(configurations.compileOnly.get()) }

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
    compileOnly(libs.spring.boot.actuator.autoconfigure)
    compileOnly(libs.spring.boot.health)
    compileOnly(libs.spring.integration.core)
    compileOnly(libs.spring.jdbc)
    compileOnly(libs.spring.web)

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

tasks.jar { manifest.attributes("Automatic-Module-Name" to "io.lockstarter") }

// The Javadoc describes the API, not the internals.
tasks.javadoc {
    include("io/lockstarter/*.java", "io/lockstarter/jdbc/*.java")
    include("io/lockstarter/aop/*.java", "io/lockstarter/aop/call/DistributedLockAdvisor.java")
}

// The configuration processor merges the hand-written metadata, which it looks for among the processed resources.
tasks.compileJava { inputs.files(tasks.processResources) }

// Most tests wait for a server or a time-out: eight JVMs keep two cores busy. Each class has servers of its own.
tasks.test { maxParallelForks = 8 }

// Jazzer and Lincheck change the classes that they look into: no other test may meet these.
val ownJvmTest = tasks.register<Test>("ownJvmTest") {
    testClassesDirs = sourceSets.test.get().output.classesDirs
    classpath = sourceSets.test.get().runtimeClasspath
    // These tests compute. Each of the two JVMs runs some of the classes.
    maxParallelForks = 2
    for ((name, value) in listOf("jazzer.hooks" to "false", "lincheck.invocations" to "100")) {
        systemProperty(name, System.getProperty(name, value))
    }
    systemProperty("jazzer.disabled_hooks", "com.code_intelligence.jazzer.sanitizers.*")
    systemProperty("jazzer.instrumentation_includes", "io.lockstarter.**:org.springframework.expression.**")
}

tasks.check { dependsOn(ownJvmTest) }

// ./gradlew :lock-starter:servers: the tests that need a server, on each of those that .ci/redis-servers has brought
val servers = tasks.register("servers")
for (program in rootDir.resolve("target/redis-servers").listFiles { file -> file.isFile && file.canExecute() }.orEmpty()) {
    val onServer = tasks.register<Test>("test-" + program.name) {
        testClassesDirs = sourceSets.test.get().output.classesDirs
        classpath = sourceSets.test.get().runtimeClasspath
        maxParallelForks = 8
        systemProperty("redis.program", program.path)
        // The same classes as in Maven's profile.
        include("io/lockstarter/redis/**", "io/lockstarter/redlock/**", "io/lockstarter/engine/*OnRed*Tests.class")
        for (name in listOf("AmbiguousOutcome", "AsyncRelease", "Cost", "InterruptedCommand", "KnownFault", "NoConnection",
            "RedisOutage", "ReplacedSubscription")) include("io/lockstarter/engine/${name}Tests.class")
    }
    servers { dependsOn(onServer) }
}
