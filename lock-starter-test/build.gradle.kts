plugins { id("lock.publishing-conventions") }

description = "Tests of locked code without Redis: locks in memory, test slices, faults, assertions"

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

tasks.jar { manifest.attributes("Automatic-Module-Name" to "io.lockstarter.test") }

// The Javadoc describes the API, not the internals.
tasks.javadoc {
    include("io/lockstarter/test/BusyLock.java", "io/lockstarter/test/LockAssert.java")
    include("io/lockstarter/test/LockAssertions.java", "io/lockstarter/test/LockTester.java")
    include("io/lockstarter/test/LockedCallAssert.java", "io/lockstarter/test/ServerFault.java")
    include("io/lockstarter/test/TestLockHandle.java", "io/lockstarter/test/package-info.java")
}
