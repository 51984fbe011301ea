pluginManagement {
    // The versions are those of pom.xml.
    val pom = settings.rootDir.resolve("pom.xml").readText()
    val versionOf = { name: String -> pom.substringAfter("<$name.version>").substringBefore("</") }
    repositories {
        mavenCentral()
    }
    plugins {
        id("org.springframework.boot") version versionOf("spring-boot")
        id("io.spring.javaformat") version versionOf("spring-javaformat")
        id("org.jetbrains.kotlin.jvm") version versionOf("kotlin")
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
include("lock-starter-test")
include("lock-kotlin")
include("lock-sample-app")
include("lock-benchmarks")
include("lock-faults")
include("lock-compatibility:boot-3.5")
include("lock-compatibility:boot-4.0")
include("lock-compatibility:boot-4.1")
