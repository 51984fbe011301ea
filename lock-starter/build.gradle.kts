plugins {
    `java-library`
}

dependencies {
    api(libs.jspecify)
    api(libs.spring.boot.starter.data.redis)
    implementation(libs.aspectjweaver)
    implementation(libs.spring.aop)

    compileOnly(libs.jedis)
    compileOnly(libs.spring.jdbc)
    testImplementation(libs.jedis)
    testImplementation(libs.spring.jdbc)

    annotationProcessor(libs.spring.boot.configuration.processor)

    testImplementation(project(":lock-embedded-redis"))
    testImplementation(libs.archunit.junit5)
    testImplementation(libs.h2)
    testImplementation(libs.jazzer.junit)
    testImplementation(libs.lincheck)
    testImplementation(libs.spring.boot.starter.test)
    testImplementation(libs.spring.boot.starter.validation)
    testImplementation(libs.spring.core.test)
}

// The configuration processor merges the hand-written metadata, which it looks for among the processed resources.
tasks.compileJava {
    inputs.files(tasks.processResources)
}

// Most tests wait for a server or a time-out, and each class has servers of its own.
tasks.test {
    maxParallelForks = 2
}

// Jazzer and Lincheck change the classes that they look into: no other test may meet these.
val ownJvmTest by tasks.registering(Test::class) {
    testClassesDirs = sourceSets.test.get().output.classesDirs
    classpath = sourceSets.test.get().runtimeClasspath
    systemProperty("jazzer.hooks", "false")
    systemProperty("lincheck.invocations", "100")
}

tasks.check {
    dependsOn(ownJvmTest)
}
