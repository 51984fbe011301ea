// The same publication as that of Maven's profile "release", without the SBOM. Releases are made with Maven.
plugins {
    id("lock.java-conventions")
    `maven-publish`
}

java {
    withSourcesJar()
    withJavadocJar()
}

tasks.withType<Jar>().configureEach {
    from(rootDir) {
        include("LICENSE", "NOTICE")
        into("META-INF")
    }
}

tasks.javadoc {
    (options as StandardJavadocDocletOptions).apply {
        addBooleanOption("Xdoclint:all", true)
        addBooleanOption("Werror", true)
        noTimestamp(true)
    }
}

publishing {
    publications.create<MavenPublication>("maven") {
        from(components["java"])
        // The versions that the build has used, since consumers do not have its dependency management.
        versionMapping { allVariants { fromResolutionResult() } }
        pom {
            name = project.name
            description = provider { project.description }
            url = "https://lock-starter.example/"
            licenses {
                license {
                    name = "Apache License, Version 2.0"
                    url = "https://www.apache.org/licenses/LICENSE-2.0"
                    distribution = "repo"
                }
            }
            developers {
                developer {
                    name = "The maintainers of lock-starter"
                    email = "maintainers@lock-starter.example"
                    organization = "lock-starter"
                    organizationUrl = "https://lock-starter.example/"
                }
            }
            scm {
                connection = "scm:git:https://lock-starter.example/lock-starter.git"
                developerConnection = "scm:git:https://lock-starter.example/lock-starter.git"
                url = "https://lock-starter.example/lock-starter"
            }
        }
    }
}
