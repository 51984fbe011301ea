plugins { id("lock.compatibility-conventions") }

dependencies {
    testImplementation(libs.spring.boot.starter.data.jpa.test)
    testImplementation(libs.spring.boot.starter.jdbc.test)
    testImplementation(libs.spring.boot.starter.webmvc)
    testImplementation(libs.spring.boot.starter.webmvc.test)
}

// Only -Pnightly runs the tests on this version.
tasks.test { enabled = providers.gradleProperty("nightly").isPresent }
