dependencies {
    "testImplementation"(rootProject.libs.spring.boot.starter.data.jpa.test)
    "testImplementation"(rootProject.libs.spring.boot.starter.jdbc.test)
    "testImplementation"(rootProject.libs.spring.boot.starter.webmvc)
    "testImplementation"(rootProject.libs.spring.boot.starter.webmvc.test)
}
