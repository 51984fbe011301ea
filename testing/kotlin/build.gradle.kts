import org.jetbrains.kotlin.gradle.dsl.JvmTarget

plugins {
    java
    id("org.jetbrains.kotlin.jvm")
}

dependencies {
    testImplementation(project(":lock-starter"))
    testImplementation(libs.kotlin.reflect)
    testImplementation(libs.kotlinx.coroutines.reactor)
    testImplementation(libs.spring.boot.starter.test)
}

val pom: Map<String, String> by extra
kotlin {
    compilerOptions {
        jvmTarget = JvmTarget.fromTarget(pom.getValue("java.version"))
    }
}
