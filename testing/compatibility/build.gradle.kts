// The same tests in each module, on the version of Spring Boot that the module's pom.xml names.
subprojects {
    apply(plugin = "java")

    // The annotations of slices have another package in each generation of Spring Boot.
    val boot: String by extra
    val slices = if (boot.startsWith("3.")) "boot3" else "boot4"

    configure<SourceSetContainer> {
        named("test") {
            java.setSrcDirs(listOf("../src/test/java", "../src/$slices/java"))
            resources.setSrcDirs(listOf("../src/test/resources"))
        }
    }

    dependencies {
        "implementation"(project(":lock-starter"))
        "implementation"(rootProject.libs.spring.boot.starter.jdbc)
        "implementation"(rootProject.libs.spring.boot.starter.actuator)
        "implementation"(rootProject.libs.h2)
        "testImplementation"(project(":lock-embedded-redis"))
        "testImplementation"(project(":lock-starter-test"))
        "testImplementation"(rootProject.libs.spring.boot.starter.data.jpa)
        "testImplementation"(rootProject.libs.spring.boot.starter.test)
    }

    tasks.named<Test>("test") {
        systemProperty("tested-boot.version", boot)
    }
}
