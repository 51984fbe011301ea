// The same build as pom.xml, and .ci/compare-builds keeps it so. Maven alone checks style and nullness: the Gradle plugins
// of spring-javaformat, Error Prone and NullAway are not on Maven Central.
//
// rootProject.libs, since the modules have no libs of their own yet when this block runs.

subprojects {
    pluginManager.withPlugin("java") {
        dependencies {
            "implementation"(platform(rootProject.libs.spring.boot.dependencies))
            "annotationProcessor"(platform(rootProject.libs.spring.boot.dependencies))
            "testRuntimeOnly"(rootProject.libs.junit.platform.launcher)
        }

        tasks.withType<JavaCompile>().configureEach {
            options.release = rootProject.libs.versions.java.get().toInt()
            options.encoding = "UTF-8"
            options.compilerArgs.addAll(listOf("-parameters", "-Xlint:all,-processing,-serial", "-Werror"))
        }

        tasks.withType<Test>().configureEach {
            useJUnitPlatform {
                listOf("topologies", "faults").filterNot(project::hasProperty).forEach { excludeTags(it) }
                if (name == "ownJvmTest") includeTags("own-jvm") else excludeTags("own-jvm")
            }
        }
    }
}
