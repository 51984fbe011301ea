pluginManagement {
    repositories {
        mavenCentral()
    }
}

dependencyResolutionManagement {
    repositoriesMode = RepositoriesMode.FAIL_ON_PROJECT_REPOS
    repositories {
        mavenCentral()
    }
}

rootProject.name = "lock-parent"

include("lock-embedded-redis")
include("lock-starter")
include("lock-sample-app")
include("lock-benchmarks")
include("lock-faults")
