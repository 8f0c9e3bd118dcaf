package org.eclipse.jetty.tests.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parameters of the goals: what they do, and what is said of wrong ones. */
class SettingsTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<scan>-5</scan> | scan: -5 (expected: seconds; 0 to redeploy by the Enter key, -1 for never)",
                "<deployMode>FORK</deployMode><jvmArgs>-Xno</jvmArgs> | The process of the server ended with status 1"
                        + " before",
                "<deployMode>NOWHERE</deployMode> | NOWHERE",
                "<httpConnector><port>70000</port></httpConnector> | 70000 (expected: 0-65535)",
                "<webApp><resourceBases><b>no</b></resourceBases></webApp> | resourceBases: no (expected: an existing"
                        + " directory)"
            })
    void wrongParameterIsSaidWithWhatIsExpected(String configuration, String message) throws Exception {
        Project project = new Project(directory, Environment.EE10).configuration(configuration);
        try (MavenRun maven = MavenRun.start(project.write(), "jetty:run")) {
            assertThat(maven.status()).isNotZero();
            assertThat(maven.output()).contains(message);
        }
    }

    @Test
    void projectThatIsExcludedIsSkipped() throws Exception {
        Project project =
                new Project(directory, Environment.EE10).configuration("<excludedGoals><g>run</g></excludedGoals>");
        try (MavenRun maven = MavenRun.start(project.write(), "jetty:run")) {
            assertThat(maven.status()).isZero();
            assertThat(maven.output()).contains("Skipped: excludedGoals has run");
        }
    }

    @Test
    void applicationAndServerAreConfiguredByThePom() throws Exception {
        Project project = new Project(directory, Environment.EE10)
                .servlet("first")
                .file("extra/in-class-path.txt", "from the class path")
                .file(
                        "src/main/webapp/resource.jsp",
                        "<%= new String(application.getClassLoader()"
                                + ".getResourceAsStream(\"in-class-path.txt\").readAllBytes()) %>")
                .file("realm.properties", "ann: secret, reader\n")
                .file("context.xml", """
                    <Configure class="org.eclipse.jetty.ee10.webapp.WebAppContext">
                      <Call name="setInitParameter"><Arg>from</Arg><Arg>context.xml</Arg></Call>
                    </Configure>
                    """)
                .file("server.xml", """
                    <Configure id="Server" class="org.eclipse.jetty.server.Server">
                      <Call name="setAttribute"><Arg>from</Arg><Arg>server.xml</Arg></Call>
                    </Configure>
                    """)
                .file(
                        "src/main/webapp/parameters.jsp",
                        "<%= application.getInitParameter(\"from\") %>"
                                + " <%= application.getInitParameter(\"override\") %>")
                .file("override.xml", """
                    <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
                      <context-param><param-name>override</param-name><param-value>override.xml</param-value></context-param>
                      <security-constraint>
                        <web-resource-collection>
                          <web-resource-name>all</web-resource-name><url-pattern>/hello</url-pattern>
                        </web-resource-collection>
                        <auth-constraint><role-name>reader</role-name></auth-constraint>
                      </security-constraint>
                      <login-config><auth-method>BASIC</auth-method><realm-name>Test</realm-name></login-config>
                    </web-app>
                    """)
                .configuration("""
                    <webApp>
                      <contextPath>/app</contextPath>
                      <extraClasspath>${project.basedir}/extra</extraClasspath>
                      <overrideDescriptor>${project.basedir}/override.xml</overrideDescriptor>
                    </webApp>
                    <contextXml>${project.basedir}/context.xml</contextXml>
                    <jettyXmls><jettyXml>${project.basedir}/server.xml</jettyXml></jettyXmls>
                    <requestLog implementation="org.eclipse.jetty.server.CustomRequestLog">
                      <writer implementation="org.eclipse.jetty.server.RequestLogWriter">
                        <filename>${project.build.directory}/requests.txt</filename>
                      </writer>
                    </requestLog>
                    <loginServices>
                      <loginService implementation="org.eclipse.jetty.security.HashLoginService">
                        <name>Test</name>
                        <config implementation="org.eclipse.jetty.maven.MavenResource">
                          <resourceAsString>${project.basedir}/realm.properties</resourceAsString>
                        </config>
                      </loginService>
                    </loginServices>
                    """);
        try (MavenRun maven = MavenRun.start(project.write(), "jetty:run", "-Djetty.http.port=0")) {
            int port = maven.port();
            assertThat(Project.get(port, "/app/resource.jsp")).isEqualTo("200 from the class path");
            assertThat(Project.get(port, "/app/parameters.jsp")).isEqualTo("200 context.xml override.xml");
            assertThat(Project.get(port, "/app/hello")).startsWith("401");
        }
    }

    /** Puts an archive into the local repository, whose files say of what it is. */
    private static void install(String name, String type, String... files) throws Exception {
        Path repository = Path.of(LocalRepository.get().options().get(2).replace("-Dmaven.repo.local=", ""));
        Path place = Files.createDirectories(
                repository.resolve("com/example").resolve(name).resolve("1"));
        Files.writeString(place.resolve(name + "-1.pom"), """
            <project><modelVersion>4.0.0</modelVersion><groupId>com.example</groupId><artifactId>%s</artifactId>
            <version>1</version><packaging>%s</packaging></project>
            """.formatted(name, type));
        Path archive = place.resolve(name + "-1." + type);
        try (OutputStream out = Files.newOutputStream(archive);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String file : files) {
                zip.putNextEntry(new ZipEntry(file));
                zip.write(("of the " + name).getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void overlaysAreLaidUnderTheProject() throws Exception {
        install("overlay", "war", "both.txt", "overlay.txt", "left-out.txt", "WEB-INF/classes/c.txt");
        Project project = new Project(directory, Environment.EE10)
                .servlet("first")
                .file("src/main/webapp/both.txt", "of the project")
                .file("src/main/webapp/class.jsp", "<%= application.getClassLoader().getResource(\"c.txt\") != null %>")
                .dependencies("""
                    <dependency>
                      <groupId>com.example</groupId><artifactId>overlay</artifactId><version>1</version><type>war</type>
                    </dependency>
                    """)
                .overlays("""
                    <overlays>
                      <overlay>
                        <groupId>com.example</groupId><artifactId>overlay</artifactId>
                        <excludes><exclude>left-out.txt</exclude></excludes>
                      </overlay>
                    </overlays>
                    """);
        try (MavenRun maven = MavenRun.start(project.write(), "jetty:run", "-Djetty.http.port=0")) {
            int port = maven.port();
            assertThat(Project.get(port, "/both.txt")).isEqualTo("200 of the project");
            assertThat(Project.get(port, "/overlay.txt")).isEqualTo("200 of the overlay");
            assertThat(Project.get(port, "/left-out.txt")).startsWith("404");
            assertThat(Project.get(port, "/class.jsp")).isEqualTo("200 true");
            assertThat(Project.get(port, "/hello")).startsWith("200 first");
        }
    }

    @Test
    void indexesOfLibrariesAreKeptUntilTheLibrariesChange() throws Exception {
        Project project =
                new Project(directory, Environment.EE10).servlet("first").dependencies("""
            <dependency><groupId>com.example</groupId><artifactId>library</artifactId><version>1</version></dependency>
            """);
        project.write();
        install("library", "jar", "META-INF/none.txt");
        assertThat(pageOfLibrary("Started the server")).startsWith("404");
        List<Path> first = indexes();
        assertThat(first).isNotEmpty();

        install("library", "jar", "META-INF/resources/page.txt");
        assertThat(pageOfLibrary("Started the server")).isEqualTo("200 of the library");
        assertThat(indexes()).isNotEqualTo(first);

        // that they are read shows where they cannot be
        for (Path index : indexes()) {
            Files.writeString(index, "");
        }
        assertThat(pageOfLibrary("\\.index is damaged, and is made again")).isEqualTo("200 of the library");
    }

    private String pageOfLibrary(String line) throws Exception {
        try (MavenRun maven = MavenRun.start(directory, "jetty:run", "-Djetty.http.port=0")) {
            int port = maven.port();
            maven.awaitLine(line);
            return Project.get(port, "/page.txt");
        }
    }

    private List<Path> indexes() throws Exception {
        try (var files = Files.list(directory.resolve("target/jetty-index"))) {
            return files.filter(file -> file.toString().endsWith(".index"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void effectiveDescriptorHasAnnotationsAndOverrides() throws Exception {
        Project project = new Project(directory, Environment.EE10)
                .servlet("first")
                .file("override.xml", """
                    <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0"><display-name>Shop</display-name></web-app>
                    """)
                .configuration(
                        "<webApp><overrideDescriptor>${project.basedir}/override.xml</overrideDescriptor></webApp>");
        try (MavenRun maven = MavenRun.start(project.write(), "jetty:effective-web-xml")) {
            assertThat(maven.status()).as(maven.output()).isZero();
            assertThat(Files.readString(directory.resolve("target/effective-web.xml")))
                    .contains("<servlet-class>com.example.Hello</servlet-class>", "<url-pattern>/hello</url-pattern>")
                    .contains("<display-name>Shop</display-name>");
        }
    }
}
