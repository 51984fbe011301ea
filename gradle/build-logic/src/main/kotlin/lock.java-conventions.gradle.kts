import io.spring.javaformat.gradle.tasks.CheckFormat

// Everything that all modules share.
plugins {
    `java-library`
    id("io.spring.javaformat")
}

val libs = extensions.getByType<VersionCatalogsExtension>().named("libs")
fun library(alias: String) = libs.findLibrary(alias).get()
fun given(property: String) = providers.gradleProperty(property).isPresent

// The modules boot-3.5 and boot-4.0 have their own versions of Spring Boot: boot35 and boot40.
val boot by extra(
    libs.findVersion(project.name.filter(Char::isLetterOrDigit))
        .orElseGet { libs.findVersion("spring-boot").get() }.requiredVersion
)

// As in Maven, a managed version is used even if another library asks for a later one.
val dependencyManagement = configurations.dependencyScope("dependencyManagement").get()
// Spring Boot or other libraries ask for other versions of these.
val managed = listOf("commons-io", "error-prone-annotations", "guava", "jspecify", "spring-integration-core", "spring-integration-redis")
configurations.matching { it.name.endsWith("Classpath") }.configureEach {
    extendsFrom(dependencyManagement)
    resolutionStrategy.force(managed.map { library(it) })
}

dependencies {
    "dependencyManagement"(enforcedPlatform("org.springframework.boot:spring-boot-dependencies:$boot"))
    annotationProcessor(library("spring-boot-configuration-processor"))
    testAnnotationProcessor(library("spring-boot-configuration-processor"))
    testRuntimeOnly(library("junit-platform-launcher"))
}

tasks.withType<JavaCompile>().configureEach {
    options.release = libs.findVersion("java").get().requiredVersion.toInt()
    options.encoding = "UTF-8"
    options.compilerArgs.add("-parameters")
}

// With -Pcheck, the format, the warnings of the compiler, Error Prone and NullAway fail the build.
tasks.withType<CheckFormat>().configureEach { enabled = given("check") }
if (given("check")) {
    dependencies {
        for (processors in listOf("annotationProcessor", "testAnnotationProcessor")) {
            processors(library("error-prone-core"))
            processors(library("nullaway"))
        }
    }
    // Not for code that Spring generates, which has raw types. Not "path": the class path of a module without resources names a
    // directory that does not exist.
    for (task in listOf("compileJava", "compileTestJava")) {
        tasks.named<JavaCompile>(task) {
            options.compilerArgs.addAll(
                listOf("-XDcompilePolicy=simple", "--should-stop=ifError=FLOW", "-Xlint:all,-path,-processing,-serial", "-Werror")
            )
            // Error Prone takes longer than the compiler. It checks tests only with -PcheckTests, too.
            if (task == "compileJava" || given("checkTests")) {
                options.compilerArgs.add(
                    "-Xplugin:ErrorProne -XepDisableWarningsInGeneratedCode -XepExcludedPaths:.*/generated(-sources)?/.*" +
                        " -Xep:NullAway:ERROR -XepOpt:NullAway:OnlyNullMarked=true" +
                        " -XepOpt:NullAway:HandleTestAssertionLibraries=true"
                )
            }
            // Error Prone uses internals of the compiler.
            options.isFork = true
            options.forkOptions.jvmArgs =
                listOf("api", "file", "main", "model", "parser", "processing", "tree", "util")
                    .map { "--add-exports=jdk.compiler/com.sun.tools.javac.$it=ALL-UNNAMED" } +
                listOf("code", "comp").map { "--add-opens=jdk.compiler/com.sun.tools.javac.$it=ALL-UNNAMED" }
        }
    }
}

tasks.withType<Jar>().configureEach {
    manifest.attributes("Implementation-Title" to project.name, "Implementation-Version" to project.version)
}

// The same tags as in Maven's profiles. With -Pnightly, the modules that test a version of Spring Boot run all tests.
val tags = when {
    given("faults") -> "faults"
    given("nightly") -> if (project.name.startsWith("boot-")) "!faults" else "nightly & !faults"
    given("long") -> "!nightly & !faults"
    else -> "!long & !nightly & !faults"
}
tasks.withType<Test>().configureEach {
    useJUnitPlatform { includeTags(if (name == "ownJvmTest") "own-jvm & $tags" else "!own-jvm & $tags") }
    // Most modules have no test with the tag "nightly" or "faults".
    failOnNoDiscoveredTests = false
    // The JVMs of tests live for minutes: the second compiler would cost them more than it saves.
    jvmArgs = listOf("-XX:TieredStopAtLevel=1")
    systemProperty("tests.long", given("long"))
    // Only test classes that fail show their output; -Dtests.quiet=false shows all.
    systemProperty("tests.quiet", System.getProperty("tests.quiet", "true"))
    System.getProperty("redis.program")?.let { systemProperty("redis.program", it) }
}
