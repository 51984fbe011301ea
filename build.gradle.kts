// Loads each plugin once for all modules. What the modules share is in gradle/build-logic.
plugins {
    alias(libs.plugins.kotlin.jvm) apply false
    alias(libs.plugins.spring.boot) apply false
}
