pluginManagement {
    includeBuild("gradle/build-logic")
    repositories { mavenCentral() }
}

dependencyResolutionManagement {
    repositoriesMode = RepositoriesMode.FAIL_ON_PROJECT_REPOS
    repositories { mavenCentral() }
}

rootProject.name = "lock-parent"

include("lock-starter")
include("lock-starter-test")
include("lock-sample-app")

// Never published.
include("lock-embedded-redis")
include("lock-kotlin")
include("lock-benchmarks")
include("lock-faults")
include("lock-compatibility:boot-3.5")
include("lock-compatibility:boot-4.0")
include("lock-compatibility:boot-4.1")
project(":lock-embedded-redis").projectDir = file("testing/embedded-redis")
project(":lock-kotlin").projectDir = file("testing/kotlin")
project(":lock-benchmarks").projectDir = file("testing/benchmarks")
project(":lock-faults").projectDir = file("testing/faults")
project(":lock-compatibility").projectDir = file("testing/compatibility")
project(":lock-compatibility:boot-3.5").projectDir = file("testing/compatibility/boot-3.5")
project(":lock-compatibility:boot-4.0").projectDir = file("testing/compatibility/boot-4.0")
project(":lock-compatibility:boot-4.1").projectDir = file("testing/compatibility/boot-4.1")
