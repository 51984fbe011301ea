plugins { id("lock.compatibility-conventions") }

dependencies {
    testImplementation(libs.spring.boot.starter.web)
}

// Two properties run the tests on this version.
tasks.test { enabled = listOf("long", "nightly").any { providers.gradleProperty(it).isPresent } }
