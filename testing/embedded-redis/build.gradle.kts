plugins { id("lock.java-conventions") }

// Tests use the optional library, too.
configurations.testImplementation { extendsFrom(configurations.compileOnly.get()) }

dependencies {
    api(libs.jspecify)
    runtimeOnly(libs.embedded.redis)
    compileOnly(libs.junit.platform.launcher)
    testImplementation(libs.spring.boot.starter.test)
}

tasks.jar { manifest.attributes("Automatic-Module-Name" to "io.lockstarter.embedded") }

// Most tests wait for a server or a time-out, and each class has its own servers.
tasks.test { maxParallelForks = 2 }
