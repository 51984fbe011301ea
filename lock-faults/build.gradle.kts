plugins {
    java
}

dependencies {
    implementation(project(":lock-embedded-redis"))
    implementation(project(":lock-starter"))
    testImplementation(libs.spring.boot.starter.test)
}
