package org.eclipse.jetty.tests.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The goal jspc. */
class JspcTest {
    private static final String PAGE = """
            <%@ page contentType="text/plain" %><%@ taglib prefix="c" uri="http://java.sun.com/jsp/jstl/core" %>\
            <%@ taglib prefix="t" tagdir="/WEB-INF/tags" %><%@ include file="part.jspf" %>\
            <c:forEach var="i" begin="1" end="3">${i}</c:forEach> <t:twice text="a"/> <%= com.example.Hello.class.getSimpleName() %>""";

    @TempDir
    Path directory;

    private Project project(Environment environment, String configuration) throws Exception {
        return new Project(directory, environment)
                .servlet("hello")
                .file("src/main/webapp/page.jsp", PAGE)
                .file("src/main/webapp/deeper/other-page.jsp", "other")
                .file("src/main/webapp/part.jspf", "part ")
                .file("src/main/webapp/left/out.jsp", "<% no Java %>")
                .file("src/main/webapp/WEB-INF/tags/twice.tag", "<%@ attribute name=\"text\" %>${text}${text}")
                .plugins(
                        "<plugin>" + environment.jspcPlugin() + "<configuration><excludes>left/**</excludes>"
                                + configuration
                                + "</configuration><executions><execution><goals><goal>jspc</goal></goals></execution></executions></plugin>");
    }

    @Tag("newest-jdk")
    @ParameterizedTest
    @EnumSource
    void compiledPagesAreServedWithoutTheirSources(Environment environment) throws Exception {
        Project project = project(environment, "")
                .overlays("<webXml>${project.build.directory}/web.xml</webXml>"
                        + "<packagingExcludes>**/*.jsp,**/*.jspf,**/*.tag</packagingExcludes>");
        try (MavenRun maven = MavenRun.start(project.write(), "jetty:run-war", "-Djetty.http.port=0")) {
            int port = maven.port();
            assertThat(Project.get(port, "/page.jsp")).isEqualTo("200 part 123 aa Hello");
            assertThat(Project.get(port, "/deeper/other-page.jsp")).isEqualTo("200 other");
            assertThat(Project.get(port, "/left/out.jsp")).startsWith("404");
            assertThat(Project.get(port, "/hello")).startsWith("200 hello");
        }
        Path classes = directory.resolve("target/classes/org/apache/jsp");
        assertThat(classes.resolve("page_jsp.class")).isRegularFile();
        assertThat(classes.resolve("page_jsp.java")).doesNotExist();
    }

    @Test
    void fragmentIsPutInPlaceOfTheMarkerAndSourcesAreKept() throws Exception {
        String marker = "<!-- pages -->";
        Project project = project(
                        Environment.EE10,
                        "<keepSources>true</keepSources><insertionMarker>&lt;!-- pages --&gt;</insertionMarker>"
                                + "<generatedClasses>${project.build.directory}/pages</generatedClasses>"
                                + "<jspc><trimSpaces>single</trimSpaces></jspc>")
                .file("src/main/webapp/spaces.jsp", "${1} \n  ${2}")
                .file(
                        "src/main/webapp/WEB-INF/web.xml",
                        "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.0\"><display-name>before</display-name>"
                                + marker + "<description>after</description></web-app>");
        try (MavenRun maven = MavenRun.start(project.write(), "process-classes")) {
            assertThat(maven.status()).as(maven.output()).isZero();
        }
        String merged = Files.readString(directory.resolve("target/web.xml"));
        assertThat(merged)
                .doesNotContain(marker)
                .containsSubsequence("before", "<servlet-class>org.apache.jsp.page_jsp</servlet-class>", "after");
        assertThat(directory.resolve("target/pages/org/apache/jsp/page_jsp.java"))
                .isRegularFile();
        assertThat(directory.resolve("target/pages/org/apache/jsp/page_jsp.class"))
                .isRegularFile();
        assertThat(directory.resolve("target/pages/org/apache/jsp/spaces_jsp.java"))
                .content()
                .contains("out.write(' ')");
    }

    @Test
    void pageThatCannotBeCompiledFailsTheBuildWithItsPlace() throws Exception {
        Project project = project(Environment.EE10, "<includes>left/*.jsp</includes><excludes>none</excludes>");
        try (MavenRun maven = MavenRun.start(project.write(), "process-classes")) {
            assertThat(maven.status()).as(maven.output()).isNotZero();
            assertThat(maven.output()).contains("The pages cannot be compiled", "/left/out.jsp");
        }
    }
}
