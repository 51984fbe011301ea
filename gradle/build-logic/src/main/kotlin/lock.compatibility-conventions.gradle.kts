// The same tests in each module of testing/compatibility, on its own version of Spring Boot.
plugins { id("lock.java-conventions") }

val libs = extensions.getByType<VersionCatalogsExtension>().named("libs")
fun library(alias: String) = libs.findLibrary(alias).get()

// The annotations of slices have another package in each generation of Spring Boot.
val boot: String by extra
val slices = if (boot.startsWith("3.")) "boot3" else "boot4"
sourceSets.test {
    java.setSrcDirs(listOf("../src/test/java", "../src/$slices/java"))
    resources.setSrcDirs(listOf("../src/test/resources"))
}

dependencies {
    implementation(project(":lock-starter"))
    implementation(library("spring-boot-starter-jdbc"))
    implementation(library("spring-boot-starter-actuator"))
    implementation(library("h2"))
    testImplementation(project(":lock-embedded-redis"))
    testImplementation(project(":lock-starter-test"))
    testImplementation(library("spring-boot-starter-data-jpa"))
    testImplementation(library("spring-boot-starter-test"))
}

tasks.test { systemProperty("tested-boot.version", boot) }
