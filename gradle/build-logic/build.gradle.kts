plugins {
    // The only plugin that is not on Maven Central. Gradle finds it where it looks by default.
    `kotlin-dsl`
}

dependencies {
    implementation(libs.spring.javaformat.gradle.plugin)
}
