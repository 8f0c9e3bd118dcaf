package org.eclipse.jetty.ee10.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.ee10.servlet.SessionHandler;
import org.eclipse.jetty.security.EmptyLoginService;
import org.eclipse.jetty.server.Deployable;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.IO;
import org.junit.jupiter.api.Test;

class WebAppContextTest extends WebAppServer {
    public static class Hello extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter()
                    .print("hello " + getClass().getClassLoader().getClass().getSimpleName());
        }
    }

    public static class Fails extends HttpServlet {
        @Override
        public void init() throws ServletException {
            throw new ServletException("no database");
        }
    }

    private static WarFiles hello() throws IOException {
        return new WarFiles()
                .file("index.html", "welcome")
                .file("sub/page.txt", "page")
                .webXml(servlet("hello", Hello.class.getName(), "/hello"))
                .classes(Hello.class);
    }

    private static String servlet(String name, String type, String path) {
        return "<servlet><servlet-name>" + name + "</servlet-name><servlet-class>" + type
                + "</servlet-class></servlet><servlet-mapping><servlet-name>" + name + "</servlet-name><url-pattern>"
                + path + "</url-pattern></servlet-mapping>";
    }

    @Test
    void directoryIsServedWithItsServletsAndFiles() throws Exception {
        start(hello());
        assertThat(body(get("/app/hello"))).isEqualTo("hello WebAppClassLoader");
        assertThat(body(get("/app/"))).isEqualTo("welcome");
        assertThat(body(get("/app/sub/page.txt"))).isEqualTo("page");
        assertThat(status(get("/app/none"))).isEqualTo(404);
        assertThat(status(get("/app"))).isEqualTo(301);
        assertThat(warnings()).isEmpty();
    }

    @Test
    void directoryThatIsRemovedWhileServedStopsWithoutFailure() throws Exception {
        WebAppContext context = deploy(new WarFiles().file("a.txt", "a").directory(temp.resolve("app")), "/app");
        context.setBaseResourceAsPath(temp.resolve("app"));
        server.start();
        assertThat(body(get("/app/a.txt"))).isEqualTo("a");
        IO.delete(temp.resolve("app"));
        context.stop();
        assertThat(context.isStopped()).isTrue();
    }

    @Test
    void jspWithoutEngineIsAnErrorAndNotServedAsText() throws Exception {
        start(new WarFiles().file("page.jsp", "<%= secret %>"));
        assertThat(status(get("/app/page.jsp"))).isEqualTo(500);
        assertThat(body(get("/app/page.jsp"))).doesNotContain("secret");
    }

    @Test
    void webInfIsNotServed() throws Exception {
        start(hello().file("META-INF/secret.txt", "secret"));
        for (String path : new String[] {
            "/app/WEB-INF/web.xml",
            "/app/web-inf/web.xml",
            "/app/WEB-INF",
            "/app/META-INF/secret.txt",
            "/app/sub/../WEB-INF/web.xml",
            "/app/%57EB-INF/web.xml",
            "/app//WEB-INF/web.xml",
            "/app/./WEB-INF/web.xml"
        }) {
            assertThat(status(get(path))).as(path).isBetween(400, 404);
        }
    }

    @Test
    void warIsUnpackedIntoTheTemporaryDirectory() throws Exception {
        WebAppContext context = deploy(hello().archive(temp.resolve("app.war")), "/app");
        server.start();
        assertThat(body(get("/app/hello"))).isEqualTo("hello WebAppClassLoader");
        assertThat(body(get("/app/sub/page.txt"))).isEqualTo("page");
        File directory = (File) context.getServletContext().getAttribute(ServletContext.TEMPDIR);
        assertThat(directory.toPath().resolve("webapp/index.html")).hasContent("welcome");
        server.stop();
        assertThat(directory).doesNotExist();
    }

    @Test
    void warThatIsNotUnpackedIsServedFromTheArchive() throws Exception {
        WebAppContext context = deploy(
                hello().library("lib.jar", new WarFiles().file("META-INF/resources/lib.txt", "lib"))
                        .archive(temp.resolve("app.war")),
                "/app");
        context.setExtractWAR(false);
        server.start();
        assertThat(body(get("/app/hello"))).isEqualTo("hello WebAppClassLoader");
        assertThat(body(get("/app/sub/page.txt"))).isEqualTo("page");
        assertThat(body(get("/app/lib.txt"))).isEqualTo("lib");
        assertThat(context.getTempDirectory().toPath().resolve("webapp")).doesNotExist();
    }

    @Test
    void applicationStartsAgainAsItWas() throws Exception {
        WebAppContext context = deploy(hello().archive(temp.resolve("app.war")), "/app");
        for (int i = 0; i < 3; i++) {
            server.start();
            assertThat(body(get("/app/hello"))).isEqualTo("hello WebAppClassLoader");
            assertThat(context.getServletHandler().getServlets()).hasSize(3);
            server.stop();
            assertThat(context.getBaseResource()).isNull();
            assertThat(context.getClassLoader()).isNull();
        }
    }

    /** What the descriptor of the first start says is not that of the second one. */
    @Test
    void descriptorThatChangesCountsAloneAtTheNextStart() throws Exception {
        Path app = new WarFiles().webXml("""
                        <context-param>
                          <param-name>org.eclipse.jetty.security.dispatch</param-name><param-value>true</param-value>
                        </context-param>
                        <session-config><cookie-config>
                          <name>odd</name><domain>example.org</domain><path>/odd</path><secure>true</secure>
                          <max-age>7</max-age><attribute>
                            <attribute-name>SameSite</attribute-name><attribute-value>None</attribute-value>
                          </attribute><attribute>
                            <attribute-name>own</attribute-name><attribute-value>value</attribute-value>
                          </attribute>
                        </cookie-config></session-config>
                        <mime-mapping><extension>odd</extension><mime-type>text/odd</mime-type></mime-mapping>
                        <mime-mapping><extension>txt</extension><mime-type>text/odd</mime-type></mime-mapping>
                        <locale-encoding-mapping-list>
                          <locale-encoding-mapping><locale>ja</locale><encoding>UTF-16</encoding></locale-encoding-mapping>
                        </locale-encoding-mapping-list>
                        <login-config><auth-method>FORM</auth-method><form-login-config>
                          <form-login-page>/odd</form-login-page><form-error-page>/odd</form-error-page>
                        </form-login-config></login-config>
                        """).directory(temp.resolve("app"));
        WebAppContext context = deploy(app, "/app");
        context.getSecurityHandler().setLoginService(new EmptyLoginService());
        String before = settings(context);
        server.start();
        assertThat(warnings()).isEmpty();
        assertThat(settings(context)).contains("odd", "UTF-16", "SameSite=None", "own=value", "example.org");
        server.stop();
        new WarFiles().webXml("").directory(app);
        assertThat(settings(context)).isEqualTo(before);
    }

    private static String settings(WebAppContext context) {
        SessionHandler sessions = context.getSessionHandler();
        Map<String, String> security = new TreeMap<>();
        for (String name : context.getSecurityHandler().getParameterNames()) {
            security.put(name, context.getSecurityHandler().getParameter(name));
        }
        return sessions.getSessionCookie()
                + new TreeMap<>(sessions.getSessionCookieAttributes())
                + context.getMimeTypes().getMimeForExtension("odd")
                + context.getMimeTypes().getMimeForExtension("txt")
                + context.getLocaleEncodings()
                + security;
    }

    @Test
    void persistentDirectoryKeepsWhatWasUnpackedUntilTheWarChanges() throws Exception {
        Path war = hello().archive(temp.resolve("app.war"));
        Path directory = temp.resolve("work");
        WebAppContext context = deploy(war, "/app");
        context.setTempDirectory(directory.toFile());
        context.setTempDirectoryPersistent(true);
        server.start();
        server.stop();
        Files.writeString(directory.resolve("webapp/index.html"), "kept");
        server.start();
        assertThat(body(get("/app/"))).isEqualTo("kept");
        server.stop();
        hello().file("more.txt", "more").archive(war);
        server.start();
        assertThat(body(get("/app/"))).isEqualTo("welcome");
        assertThat(body(get("/app/more.txt"))).isEqualTo("more");
    }

    @Test
    void metaInfResourcesOfLibrariesAreServedBehindTheApplicationsFiles() throws Exception {
        start(hello().library(
                        "a.jar",
                        new WarFiles()
                                .file("META-INF/resources/index.html", "of a")
                                .file("META-INF/resources/js/a.js", "a"))
                .library("b.jar", new WarFiles().file("META-INF/resources/js/b.js", "b")));
        assertThat(body(get("/app/"))).isEqualTo("welcome");
        assertThat(body(get("/app/js/a.js"))).isEqualTo("a");
        assertThat(body(get("/app/js/b.js"))).isEqualTo("b");
    }

    @Test
    void brokenApplicationFailsAloneWithOneMessage() throws Exception {
        Path broken = Files.writeString(temp.resolve("broken.war"), "this is no archive");
        WebAppContext context = deploy(broken, "/broken");
        deploy(hello().archive(temp.resolve("app.war")), "/app");
        server.start();
        assertThat(status(get("/broken/"))).isEqualTo(503);
        assertThat(body(get("/app/hello"))).isEqualTo("hello WebAppClassLoader");
        assertThat(context.getUnavailableException()).isInstanceOf(IOException.class);
        assertThat(warnings()).singleElement().asString().contains("/broken", "broken.war", "not a readable WAR");
    }

    @Test
    void missingWarIsTold() throws Exception {
        deploy(temp.resolve("none.war"), "/none");
        server.start();
        assertThat(status(get("/none/"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("none.war", "expected: an existing WAR file");
    }

    @Test
    void malformedDescriptorIsToldWithFileAndLine() throws Exception {
        start(new WarFiles().file("WEB-INF/web.xml", "<web-app>\n<servlet>\n</web-app>"));
        assertThat(status(get("/app/"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("WEB-INF/web.xml:3");
    }

    @Test
    void servletThatFailsToInitialiseMakesTheApplicationUnavailable() throws Exception {
        WebAppContext context = deploy(
                new WarFiles()
                        .webXml("<servlet><servlet-name>f</servlet-name><servlet-class>" + Fails.class.getName()
                                + "</servlet-class><load-on-startup>1</load-on-startup></servlet>")
                        .classes(Fails.class)
                        .directory(temp.resolve("app")),
                "/app");
        context.getServletHandler().setStartWithUnavailable(false);
        server.start();
        assertThat(status(get("/app/"))).isEqualTo(503);
        assertThat(context.getUnavailableException()).hasStackTraceContaining("no database");
    }

    @Test
    void serverWithoutUrlStartsApplicationsThatLogTheirs() throws Exception {
        WebAppContext context = deploy(hello().directory(temp.resolve("app")), "/app");
        context.setLogUrlOnStart(true);
        server.start();
        assertThat(server.getURI()).isNull();
        assertThat(context.getUnavailableException()).isNull();
        assertThat(body(get("/app/hello"))).isEqualTo("hello WebAppClassLoader");
    }

    @Test
    void failureFailsTheServerWhenAskedTo() throws Exception {
        WebAppContext context = deploy(Files.writeString(temp.resolve("broken.war"), "no"), "/broken");
        context.setThrowUnavailableOnStartupException(true);
        assertThatThrownBy(server::start).hasMessageContaining("broken.war");
    }

    @Test
    void failedApplicationStartsOnceItIsRepaired() throws Exception {
        Path war = Files.writeString(temp.resolve("app.war"), "no");
        WebAppContext context = deploy(war, "/app");
        server.start();
        assertThat(status(get("/app/hello"))).isEqualTo(503);
        hello().archive(war);
        context.stop();
        context.start();
        assertThat(body(get("/app/hello"))).isEqualTo("hello WebAppClassLoader");
        assertThat(context.getUnavailableException()).isNull();
    }

    @Test
    void deploymentPropertiesAreConvertedFromText() {
        WebAppContext context = new WebAppContext();
        Attributes.Mapped attributes = new Attributes.Mapped();
        attributes.setAttribute(Deployable.EXTRACT_WARS, "false");
        attributes.setAttribute(Deployable.PARENT_LOADER_PRIORITY, "true");
        attributes.setAttribute(Deployable.CONFIGURATION_CLASSES, "");
        attributes.setAttribute(Deployable.WEBINF_SCAN_JARS, ".*/spring-[^/]*\\.jar$");
        attributes.setAttribute("jetty.deploy.attribute.colour", "red");
        context.initializeDefaults(attributes);
        assertThat(context.isExtractWAR()).isFalse();
        assertThat(context.isParentLoaderPriority()).isTrue();
        assertThat(context.getAttribute(MetaInfConfiguration.WEBINF_JAR_PATTERN))
                .isEqualTo(".*/spring-[^/]*\\.jar$");
        assertThat(context.getAttribute("colour")).isEqualTo("red");
        attributes.setAttribute(Deployable.EXTRACT_WARS, "perhaps");
        assertThatThrownBy(() -> context.initializeDefaults(attributes))
                .hasMessage("jetty.deploy.extractWars: perhaps (expected: true or false)");
    }

    @Test
    void jettyWebXmlConfiguresTheContext() throws Exception {
        WebAppContext context = start(hello().file(
                        "WEB-INF/jetty-ee10-web.xml",
                        "<Configure class=\"org.eclipse.jetty.ee10.webapp.WebAppContext\">"
                                + "<Set name=\"maxFormKeys\">7</Set></Configure>"));
        assertThat(warnings()).isEmpty();
        assertThat(context.getMaxFormKeys()).isEqualTo(7);
    }
}
