dependencies {
    "testImplementation"(rootProject.libs.spring.boot.starter.web)
}
