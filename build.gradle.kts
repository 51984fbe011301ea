import javax.xml.parsers.DocumentBuilderFactory
import javax.xml.xpath.XPathConstants
import javax.xml.xpath.XPathFactory
import org.w3c.dom.Element
import org.w3c.dom.NodeList

// The same build as Maven's. Versions, compiler arguments, module names and the defaults of tests are read from pom.xml, so
// that they cannot differ; .ci/compare-builds compares the modules and their dependencies.

plugins {
    id("org.springframework.boot") apply false
    id("io.spring.javaformat") apply false
}

fun elements(pom: File, path: String): List<Element> {
    val document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom)
    val nodes = XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET) as NodeList
    return (0 until nodes.length).map { nodes.item(it) as Element }
}

fun properties(pom: File) = elements(pom, "/project/properties/*").associate { it.tagName to it.textContent.trim() }

val rootPom = file("pom.xml")
val rootProperties = properties(rootPom)

/** Replaces a version such as `${jmh.version}` by its value. */
fun resolve(text: String) = text.replace(Regex("""\$\{(.+?)}""")) { rootProperties.getValue(it.groupValues[1]) }

// As in Maven, a managed version is the one that is used, also if another library asks for a later one.
val managed = elements(rootPom, "/project/dependencyManagement/dependencies/dependency[not(scope) and groupId != 'io.lockstarter']")
    .map { dependency ->
        listOf("groupId", "artifactId", "version")
            .joinToString(":") { resolve(dependency.getElementsByTagName(it).item(0).textContent) }
    }

// Error Prone takes longer than the compiler, so tests use it only with -PcheckTests.
val compilerArguments = elements(rootPom, "/project/build//compilerArgs/arg").map { resolve(it.textContent) }
val testCompilerArguments = compilerArguments.filterNot { "ErrorProne" in it && !hasProperty("checkTests") }

// What Error Prone needs of the compiler's JVM.
val compilerJvmArguments = file(".mvn/jvm.config").readLines().map { it.replaceFirst(' ', '=') }

fun text(pom: File, path: String) = elements(pom, path).first().textContent.trim()

subprojects {
    // A module's own properties come first.
    val pom = rootProperties + properties(file("pom.xml"))
    val boot = pom["tested-boot.version"] ?: pom.getValue("spring-boot.version")
    extra["pom"] = pom
    extra["boot"] = boot

    // rootProject.libs, since the modules have no libs of their own yet when this block runs.
    pluginManager.withPlugin("java") {
        apply(plugin = "io.spring.javaformat")

        val dependencyManagement = configurations.create("dependencyManagement") {
            isCanBeConsumed = false
            isCanBeResolved = false
        }
        configurations.matching { it.name.endsWith("Classpath") }.configureEach {
            extendsFrom(dependencyManagement)
        }
        configurations.configureEach {
            resolutionStrategy.force(*managed.toTypedArray())
        }

        dependencies {
            "dependencyManagement"(enforcedPlatform("org.springframework.boot:spring-boot-dependencies:$boot"))
            "testRuntimeOnly"(rootProject.libs.junit.platform.launcher)
            for (processors in listOf("annotationProcessor", "testAnnotationProcessor")) {
                processors("com.google.errorprone:error_prone_core:${pom["error-prone.version"]}")
                processors("com.uber.nullaway:nullaway:${pom["nullaway.version"]}")
                processors("org.springframework.boot:spring-boot-configuration-processor:${pom["spring-boot.version"]}")
            }
        }

        tasks.withType<JavaCompile>().configureEach {
            options.release = pom.getValue("java.version").toInt()
            options.encoding = "UTF-8"
        }
        // Not for code that Spring generates, which has raw types.
        for (name in listOf("compileJava", "compileTestJava")) {
            tasks.named<JavaCompile>(name) {
                options.compilerArgs.add("-parameters")
                options.compilerArgs.addAll(if (name == "compileJava") compilerArguments else testCompilerArguments)
                options.isFork = true
                options.forkOptions.jvmArgs = compilerJvmArguments
            }
        }

        pom["automatic-module-name"]?.let { name ->
            tasks.named<Jar>("jar") {
                manifest.attributes("Automatic-Module-Name" to name)
            }
        }

        tasks.withType<Jar>().configureEach {
            manifest.attributes("Implementation-Title" to project.name, "Implementation-Version" to project.version)
        }

        tasks.withType<Test>().configureEach {
            val faults = project.hasProperty("faults")
            val long = project.hasProperty("long")
            // Only the long tests include the older versions of Spring Boot, and these run all of their tests.
            val olderBoot = boot != pom["spring-boot.version"]
            enabled = when {
                faults -> project.name == "lock-faults"
                long -> name != "ownJvmTest"
                else -> !olderBoot
            }
            useJUnitPlatform {
                listOf("topologies", "faults", "long").filterNot(project::hasProperty).forEach { excludeTags(it) }
                if (faults) includeTags("faults")
                if (long && !olderBoot) includeTags("long")
                if (name == "ownJvmTest") includeTags("own-jvm") else excludeTags("own-jvm")
            }
            jvmArgs(pom.getValue("argLine"))
            System.getProperty("redis.program")?.let { systemProperty("redis.program", it) }
        }
    }

    // The same publication as that of Maven's profile "release", without the SBOM. Releases are made with Maven.
    pluginManager.withPlugin("maven-publish") {
        extensions.configure<JavaPluginExtension> {
            withSourcesJar()
            withJavadocJar()
        }
        tasks.withType<Jar>().configureEach {
            from(rootDir) {
                include("LICENSE", "NOTICE")
                into("META-INF")
            }
        }
        // The Javadoc describes the API, not the internals.
        tasks.named<Javadoc>("javadoc") {
            setIncludes(elements(file("pom.xml"), "//sourceFileIncludes/include").map { it.textContent })
            (options as StandardJavadocDocletOptions).apply {
                addBooleanOption("Xdoclint:all", true)
                addBooleanOption("Werror", true)
                noTimestamp(true)
            }
        }
        extensions.configure<PublishingExtension> {
            publications.create<MavenPublication>("maven") {
                from(components["java"])
                // The versions that the build has used, since consumers do not have its dependency management.
                versionMapping {
                    allVariants { fromResolutionResult() }
                }
                this.pom {
                    name = text(file("pom.xml"), "/project/name")
                    description = text(file("pom.xml"), "/project/description")
                    url = text(rootPom, "/project/url")
                    licenses {
                        license {
                            name = text(rootPom, "/project/licenses/license/name")
                            url = text(rootPom, "/project/licenses/license/url")
                        }
                    }
                    developers {
                        developer {
                            name = text(rootPom, "/project/developers/developer/name")
                            email = text(rootPom, "/project/developers/developer/email")
                            organization = text(rootPom, "/project/developers/developer/organization")
                            organizationUrl = text(rootPom, "/project/developers/developer/organizationUrl")
                        }
                    }
                    scm {
                        connection = text(rootPom, "/project/scm/connection")
                        developerConnection = text(rootPom, "/project/scm/developerConnection")
                        url = text(rootPom, "/project/scm/url")
                    }
                }
            }
        }
    }
}
