import org.jetbrains.kotlin.gradle.dsl.JvmTarget

plugins {
    id("lock.java-conventions")
    alias(libs.plugins.kotlin.jvm)
}

dependencies {
    testImplementation(project(":lock-starter"))
    testImplementation(libs.kotlin.reflect)
    testImplementation(libs.kotlinx.coroutines.reactor)
    testImplementation(libs.spring.boot.starter.test)
}

kotlin { compilerOptions { jvmTarget = JvmTarget.fromTarget(libs.versions.java.get()) } }
