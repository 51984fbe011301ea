// The same tests in each module, on the version of Spring Boot that the module's pom.xml names.
subprojects {
    apply(plugin = "java")

    configure<SourceSetContainer> {
        named("test") {
            java.setSrcDirs(listOf("../src/test/java"))
            resources.setSrcDirs(listOf("../src/test/resources"))
        }
    }

    dependencies {
        "implementation"(project(":lock-starter"))
        "implementation"(rootProject.libs.spring.boot.starter.jdbc)
        "implementation"(rootProject.libs.spring.boot.starter.actuator)
        "implementation"(rootProject.libs.h2)
        "testImplementation"(project(":lock-embedded-redis"))
        "testImplementation"(rootProject.libs.spring.boot.starter.test)
    }

    val boot: String by extra
    tasks.named<Test>("test") {
        systemProperty("tested-boot.version", boot)
    }
}
