package org.eclipse.jetty.ee10.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.ee10.servlet.api.ServletVersion;
import org.eclipse.jetty.ee10.servlet.security.ConstraintAware;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What descriptors say, and how they merge (Servlet sections 8.2.3 and 14.4). */
class DescriptorTest extends WebAppServer {
    public static class Parameter extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print(getServletName() + " " + getInitParameter("p"));
        }
    }

    public static class Throwing extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            throw new IllegalArgumentException("of the application");
        }
    }

    private static String servlet(String name, Class<?> type, String rest) {
        return "<servlet><servlet-name>" + name + "</servlet-name><servlet-class>" + type.getName() + "</servlet-class>"
                + rest + "</servlet>";
    }

    private static String param(String value) {
        return "<init-param><param-name>p</param-name><param-value>" + value + "</param-value></init-param>";
    }

    private static String mapping(String name, String... patterns) {
        StringBuilder mapping = new StringBuilder("<servlet-mapping><servlet-name>" + name + "</servlet-name>");
        for (String pattern : patterns) {
            mapping.append("<url-pattern>").append(pattern).append("</url-pattern>");
        }
        return mapping.append("</servlet-mapping>").toString();
    }

    private static WarFiles files() throws IOException {
        return new WarFiles().classes(Parameter.class, Throwing.class);
    }

    @Test
    void contextIsConfigured() throws Exception {
        WebAppContext context = start(files().webXml("""
                        <display-name>The App</display-name>
                        <context-param><param-name>a</param-name><param-value>1</param-value></context-param>
                        <mime-mapping><extension>foo</extension><mime-type>text/foo</mime-type></mime-mapping>
                        <welcome-file-list><welcome-file>start.txt</welcome-file></welcome-file-list>
                        <request-character-encoding>UTF-16</request-character-encoding>
                        <response-character-encoding>UTF-8</response-character-encoding>
                        <locale-encoding-mapping-list><locale-encoding-mapping>
                          <locale>xx</locale><encoding>ISO-8859-15</encoding>
                        </locale-encoding-mapping></locale-encoding-mapping-list>
                        <session-config>
                          <session-timeout>5</session-timeout>
                          <cookie-config>
                            <name>SID</name><domain>acme.com</domain><path>/app</path><http-only>true</http-only>
                            <secure>true</secure><max-age>60</max-age>
                            <attribute><attribute-name>SameSite</attribute-name><attribute-value>Strict</attribute-value></attribute>
                          </cookie-config>
                          <tracking-mode>COOKIE</tracking-mode>
                        </session-config>
                        <jsp-config>
                          <taglib><taglib-uri>u</taglib-uri><taglib-location>l</taglib-location></taglib>
                          <jsp-property-group><url-pattern>*.jspx</url-pattern><el-ignored>true</el-ignored></jsp-property-group>
                        </jsp-config>
                        <distributable/>
                        """).file("start.txt", "start"));
        assertThat(warnings()).isEmpty();
        assertThat(context.getDisplayName()).isEqualTo("The App");
        assertThat(context.getInitParameter("a")).isEqualTo("1");
        assertThat(context.getMimeTypes().getMimeByExtension("x.foo")).isEqualTo("text/foo");
        assertThat(body(get("/app/"))).isEqualTo("start");
        assertThat(context.getDefaultRequestCharacterEncoding()).isEqualTo("UTF-16");
        assertThat(context.getDefaultResponseCharacterEncoding()).isEqualTo("UTF-8");
        assertThat(context.getLocaleEncoding("xx")).isEqualTo("ISO-8859-15");
        var sessions = context.getSessionHandler();
        assertThat(sessions.getMaxInactiveInterval()).isEqualTo(300);
        assertThat(sessions.getSessionCookie()).isEqualTo("SID");
        assertThat(sessions.getSessionDomain()).isEqualTo("acme.com");
        assertThat(sessions.getSessionPath()).isEqualTo("/app");
        assertThat(sessions.isSecureCookies()).isTrue();
        assertThat(sessions.getMaxCookieAge()).isEqualTo(60);
        assertThat(sessions.getEffectiveSessionTrackingModes()).containsExactly(SessionTrackingMode.COOKIE);
        assertThat(context.getJspConfigDescriptor().getTaglibs()).hasSize(1);
        assertThat(context.getJspConfigDescriptor().getJspPropertyGroups())
                .singleElement()
                .satisfies(group -> assertThat(group.getElIgnored()).isEqualTo("true"));
        assertThat(context.isDistributable()).isTrue();
        assertThat(context.getServletContext().getEffectiveMajorVersion()).isEqualTo(6);
    }

    @Test
    void servletIsConfigured() throws Exception {
        WebAppContext context = start(files().webXml(servlet(
                        "s",
                        Parameter.class,
                        param("v")
                                + "<load-on-startup>3</load-on-startup><async-supported>true</async-supported>"
                                + "<run-as><role-name>boss</role-name></run-as><security-role-ref><role-name>a</role-name>"
                                + "<role-link>b</role-link></security-role-ref><multipart-config>"
                                + "<max-file-size>7</max-file-size></multipart-config>")
                + mapping("s", "/s", "*.s")));
        ServletHolder holder = context.getServletHandler().getServlet("s");
        assertThat(holder.getInitOrder()).isEqualTo(3);
        assertThat(holder.isAsyncSupported()).isTrue();
        assertThat(holder.getRunAsRole()).isEqualTo("boss");
        assertThat(holder.getUserRoleLink("a")).isEqualTo("b");
        assertThat(holder.getMultipartConfigElement().getMaxFileSize()).isEqualTo(7);
        assertThat(body(get("/app/s"))).isEqualTo("s v");
        assertThat(body(get("/app/x.s"))).isEqualTo("s v");
    }

    /** Notes that the application began, and marks what it filters with its parameter. */
    public static class Marking implements Filter, ServletContextListener {
        private String mark;

        @Override
        public void contextInitialized(ServletContextEvent event) {
            event.getServletContext().setAttribute("began", true);
        }

        @Override
        public void init(FilterConfig config) {
            mark = config.getFilterName() + config.getInitParameter("p");
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            ((HttpServletResponse) response).addHeader("X-Mark", mark);
            chain.doFilter(request, response);
        }
    }

    @Test
    void filtersAndListenersAreConfigured() throws Exception {
        String filter = "<filter><filter-name>%s</filter-name><filter-class>" + Marking.class.getName()
                + "</filter-class>" + param("v") + "</filter>";
        String mapping = "<filter-mapping><filter-name>%s</filter-name>%s</filter-mapping>";
        WebAppContext context = start(files().classes(Marking.class)
                .webXml(filter.formatted("path")
                        + filter.formatted("named")
                        + filter.formatted("forward")
                        + mapping.formatted("named", "<servlet-name>s</servlet-name>")
                        + mapping.formatted("path", "<url-pattern>/s</url-pattern><url-pattern>/t</url-pattern>")
                        + mapping.formatted("forward", "<url-pattern>/s</url-pattern><dispatcher>FORWARD</dispatcher>")
                        + "<listener><listener-class>" + Marking.class.getName() + "</listener-class></listener>"
                        + servlet("s", Parameter.class, "") + DescriptorTest.mapping("s", "/s", "/u")));
        assertThat(warnings()).isEmpty();
        assertThat(context.getServletContext().getAttribute("began")).isEqualTo(true);
        assertThat(get("/app/s"))
                .containsSubsequence("X-Mark: pathv", "X-Mark: namedv")
                .doesNotContain("forwardv");
        assertThat(get("/app/u")).contains("X-Mark: namedv").doesNotContain("pathv");
    }

    @Test
    void applicationMayTakeThePathOfTheDefaultServlet() throws Exception {
        start(files().webXml(servlet("root", Parameter.class, "") + mapping("root", "/")));
        assertThat(body(get("/app/anything"))).startsWith("root");
    }

    @Test
    void twoServletsOnOnePathAreRefused() throws Exception {
        start(files().webXml(servlet("a", Parameter.class, "")
                + servlet("b", Parameter.class, "")
                + mapping("a", "/x")
                + mapping("b", "/x")));
        assertThat(status(get("/app/x"))).isEqualTo(503);
        assertThat(warnings()).anySatisfy(w -> assertThat(w).contains("/x", "a[", "b[", "web.xml"));
    }

    @Test
    void errorPagesAreServed() throws Exception {
        start(files().webXml(servlet("t", Throwing.class, "") + mapping("t", "/t")
                        + "<error-page><error-code>404</error-code><location>/404.txt</location></error-page>"
                        + "<error-page><exception-type>java.lang.IllegalArgumentException</exception-type>"
                        + "<location>/exception.txt</location></error-page>")
                .file("404.txt", "not there")
                .file("exception.txt", "failed"));
        assertThat(body(get("/app/none"))).isEqualTo("not there");
        assertThat(body(get("/app/t"))).isEqualTo("failed");
    }

    @Test
    void constraintsAreEnforced() throws Exception {
        WebAppContext context = start(files().webXml("""
                        <security-constraint>
                          <web-resource-collection><web-resource-name>w</web-resource-name>
                            <url-pattern>/closed/*</url-pattern></web-resource-collection>
                          <auth-constraint/>
                        </security-constraint>
                        <security-constraint>
                          <web-resource-collection><web-resource-name>w</web-resource-name>
                            <url-pattern>/admin</url-pattern><http-method>GET</http-method><http-method>PUT</http-method>
                          </web-resource-collection>
                          <auth-constraint><role-name>admin</role-name></auth-constraint>
                          <user-data-constraint><transport-guarantee>CONFIDENTIAL</transport-guarantee></user-data-constraint>
                        </security-constraint>
                        <security-role><role-name>extra</role-name></security-role>
                        """).file("closed/x.txt", "closed"));
        ConstraintAware aware = (ConstraintAware) context.getSecurityHandler();
        assertThat(aware.getKnownRoles()).contains("admin", "extra");
        assertThat(aware.getConstraintMappings()).hasSize(3);
        assertThat(status(get("/app/closed/x.txt"))).isEqualTo(403);
        server.stop();
        assertThat(aware.getConstraintMappings()).isEmpty();
    }

    @Test
    void loginConfigurationReachesTheSecurityHandler() throws Exception {
        WebAppContext context = deploy(
                files().webXml(
                                "<login-config><auth-method>BASIC</auth-method><realm-name>r</realm-name></login-config>")
                        .directory(temp.resolve("app")),
                "/app");
        context.preConfigure();
        context.configure();
        context.resolveMetaData();
        assertThat(context.getSecurityHandler().getAuthenticationType()).isEqualTo("BASIC");
        assertThat(context.getSecurityHandler().getRealmName()).isEqualTo("r");
    }

    private static final String PUBLIC = "<!DOCTYPE web-app PUBLIC \"-//Sun Microsystems, Inc.//DTD Web Application ";

    /** Each generation of descriptor, in each environment: how it begins, its version, whether fragments count. */
    static Stream<Arguments> generations() {
        String unversioned = "<web-app>";
        String java = "<web-app xmlns=\"http://java.sun.com/xml/ns/j";
        String jcp = "<web-app xmlns=\"http://xmlns.jcp.org/xml/ns/javaee\" version=\"";
        String latest = "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"";
        String own = ServletVersion.MAJOR + "." + ServletVersion.MINOR;
        return Stream.of(
                Arguments.of(
                        PUBLIC + "2.2//EN\" \"http://java.sun.com/j2ee/dtds/web-app_2_2.dtd\">" + unversioned,
                        "2.2",
                        false),
                Arguments.of(
                        PUBLIC + "2.3//EN\" \"http://java.sun.com/dtd/web-app_2_3.dtd\">" + unversioned, "2.3", false),
                Arguments.of(java + "2ee\" version=\"2.4\">", "2.4", false),
                Arguments.of(java + "avaee\" version=\"2.5\">", "2.5", true),
                Arguments.of(java + "avaee\" version=\"3.0\">", "3.0", true),
                Arguments.of(jcp + "3.1\">", "3.1", true),
                Arguments.of(jcp + "4.0\">", "4.0", true),
                Arguments.of(latest + "5.0\">", "5.0", true),
                Arguments.of(latest + "6.0\">", "6.0", true),
                Arguments.of(latest.substring(0, latest.indexOf(" version")) + ">", own, true),
                Arguments.of("<!DOCTYPE web-app>" + unversioned, own, true),
                Arguments.of(unversioned, own, true));
    }

    @ParameterizedTest
    @MethodSource("generations")
    void descriptorOfAnyGenerationIsRead(String start, String version, boolean fragments) throws Exception {
        WebAppContext context = start(files().file(
                        "WEB-INF/web.xml",
                        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n" + start
                                + servlet("s", Parameter.class, param("v")) + mapping("s", "/s") + "</web-app>")
                .library("1.jar", fragment("f", servlet("f", Parameter.class, "") + mapping("f", "/f"))));
        assertThat(warnings()).isEmpty();
        assertThat(body(get("/app/s"))).isEqualTo("s v");
        assertThat(status(get("/app/f"))).isEqualTo(fragments ? 200 : 404);
        assertThat(context.getServletContext().getEffectiveMajorVersion() + "."
                        + context.getServletContext().getEffectiveMinorVersion())
                .isEqualTo(version);
    }

    // merging

    private static WarFiles fragment(String name, String elements) {
        return new WarFiles().fragment("<name>" + name + "</name>" + elements);
    }

    /** Section 10.10, and the defaults of the server: no page of a JSP engine stands in for a file that is not there. */
    @Test
    void welcomeFileMayBeAServletWithItsExactPath() throws Exception {
        start(files().webXml(servlet("s", Parameter.class, param("1")) + mapping("s", "/Start")
                + "<welcome-file-list><welcome-file>index.jsp</welcome-file><welcome-file>Start</welcome-file>"
                + "</welcome-file-list>"));
        assertThat(body(get("/app/"))).isEqualTo("s 1");
    }

    /** Section 5.6. */
    @Test
    void japaneseIsShiftJisUnlessTheDescriptorSaysOtherwise() throws Exception {
        WebAppContext context = start(files());
        assertThat(context.getLocaleEncoding(Locale.JAPAN)).isEqualTo("Shift_JIS");
        assertThat(context.getLocaleEncoding(Locale.GERMANY)).isEqualTo("utf-8");
    }

    @Test
    void fragmentsAddUp() throws Exception {
        start(files().library("1.jar", fragment("a", servlet("s", Parameter.class, param("1")) + mapping("s", "/1")))
                .library("2.jar", fragment("b", mapping("s", "/2"))));
        assertThat(body(get("/app/1"))).isEqualTo("s 1");
        assertThat(body(get("/app/2"))).isEqualTo("s 1");
    }

    @Test
    void webXmlWinsOverFragments() throws Exception {
        start(files().webXml(servlet("s", Parameter.class, param("web")) + mapping("s", "/web"))
                .library("1.jar", fragment("a", servlet("s", Parameter.class, param("1")) + mapping("s", "/1")))
                .library("2.jar", fragment("b", servlet("s", Parameter.class, param("2")))));
        assertThat(body(get("/app/web"))).isEqualTo("s web");
        assertThat(status(get("/app/1"))).isEqualTo(404);
    }

    @Test
    void conflictOfFragmentsIsToldWithBothPlaces() throws Exception {
        start(files().library("1.jar", fragment("a", servlet("s", Parameter.class, param("1"))))
                .library("2.jar", fragment("b", servlet("s", Parameter.class, param("2")))));
        assertThat(status(get("/app/"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("2.jar", "says 2", "1.jar", "says 1");
    }

    public static class Parameters extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print(getInitParameter("a") + " " + getInitParameter("b"));
        }
    }

    private static String param(String name, String value) {
        return "<init-param><param-name>" + name + "</param-name><param-value>" + value + "</param-value></init-param>";
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true"})
    void firstOfTwoInitParamsOfAServletCountsInOneDescriptor(boolean web, boolean library) throws Exception {
        WarFiles war = new WarFiles().classes(Parameters.class);
        String twice = param("a", "first") + param("a", "later") + param("b", "first") + param("b", "later");
        if (web) {
            String declared = library ? param("a", "first") + param("a", "later") : twice;
            war.webXml(servlet("s", Parameters.class, declared) + mapping("s", "/s"));
        }
        if (library) {
            String other = web ? param("a", "fragment") + param("b", "first") + param("b", "later") : twice;
            war.library(
                    "1.jar", fragment("f", servlet("s", Parameters.class, other) + (web ? "" : mapping("s", "/s"))));
        }
        start(war);
        assertThat(body(get("/app/s"))).isEqualTo("first first");
        assertThat(warnings())
                .hasSize(2)
                .allMatch(warning -> warning.matches(".*\\.xml:[0-9:]+: .*init-param [ab] already.*"));
    }

    @Test
    void otherValuesThatOneFragmentGivesTwiceAreThoseThatComeLater() throws Exception {
        String type = "<mime-mapping><extension>foo</extension><mime-type>text/";
        String given = "<context-param><param-name>a</param-name><param-value>";
        WebAppContext context = start(files().library(
                        "1.jar",
                        fragment(
                                "f",
                                type + "first</mime-type></mime-mapping>" + type + "later</mime-type></mime-mapping>"
                                        + given + "first</param-value></context-param>" + given
                                        + "later</param-value></context-param>")));
        assertThat(context.getServletContext().getMimeType("x.foo")).isEqualTo("text/later");
        assertThat(context.getInitParameter("a")).isEqualTo("later");
    }

    @Test
    void completeWebXmlExcludesFragments() throws Exception {
        start(files().file("WEB-INF/web.xml", "<web-app version=\"3.1\" metadata-complete=\"true\"/>")
                .library("1.jar", fragment("a", servlet("s", Parameter.class, "") + mapping("s", "/1"))));
        assertThat(status(get("/app/1"))).isEqualTo(404);
    }

    @Test
    void overrideHasTheLastWord() throws Exception {
        Path override = Files.writeString(
                temp.resolve("override.xml"),
                "<web-app version=\"6.0\">" + servlet("s", Parameter.class, param("override"))
                        + "<context-param><param-name>c</param-name><param-value>o</param-value></context-param>"
                        + "</web-app>");
        WebAppContext context = deploy(
                files().webXml(
                                servlet("s", Parameter.class, param("web")) + mapping("s", "/s")
                                        + "<context-param><param-name>c</param-name><param-value>w</param-value></context-param>")
                        .directory(temp.resolve("app")),
                "/app");
        context.setOverrideDescriptor(override.toString());
        server.start();
        assertThat(body(get("/app/s"))).isEqualTo("s override");
        assertThat(context.getInitParameter("c")).isEqualTo("o");
        server.stop();
        assertThat(context.getInitParameter("c")).isNull();
    }

    @Test
    void doctypeOfOldDescriptorIsNotFetched() throws Exception {
        WebAppContext context = start(files().file("WEB-INF/web.xml", """
                        <!DOCTYPE web-app PUBLIC "-//Sun Microsystems, Inc.//DTD Web Application 2.3//EN"
                          "http://unreachable.invalid/dtd/web-app_2_3.dtd">
                        <web-app>%s%s</web-app>
                        """.formatted(
                        servlet("s", Parameter.class, param("old")), mapping("s", "/s"))));
        assertThat(body(get("/app/s"))).isEqualTo("s old");
        assertThat(context.getMetaData().isMetaDataComplete()).isTrue();
        assertThat(context.getServletContext().getEffectiveMajorVersion()).isEqualTo(2);
        assertThat(context.getServletContext().getEffectiveMinorVersion()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <session-config><session-timeout>soon</session-timeout></session-config> | soon (expected: a number)
            <servlet><servlet-class>x.Y</servlet-class></servlet>                     | <servlet> without <servlet-name>
            <servlet-mapping><servlet-name>n</servlet-name><url-pattern>/</url-pattern></servlet-mapping> | no <servlet> is named n
            <filter-mapping><filter-name>n</filter-name><url-pattern>/</url-pattern></filter-mapping> | no <filter> is named n
            <error-page><error-code>404</error-code><location>x</location></error-page> | expected: a path after /
            <session-config><tracking-mode>MAGIC</tracking-mode></session-config>       | MAGIC (expected: one of
            <default-context-path>x</default-context-path>                            | expected: starts with a slash
            """)
    void wrongElementIsToldWithFileAndLine(String element, String message) throws Exception {
        start(files().webXml("\n\n" + element));
        assertThat(status(get("/app/"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("web.xml:4:", message);
    }

    /** As of JAX-RS, whose servlet an initializer adds: web.xml has nothing but its mapping. */
    @Test
    void servletsAndFiltersThatInitializersAddAreMappedByTheDescriptor() throws Exception {
        WebAppContext context = deploy(
                files().webXml(
                                mapping("made", "/made/*")
                                        + "<filter-mapping><filter-name>marks</filter-name><url-pattern>/*</url-pattern></filter-mapping>")
                        .directory(temp.resolve("app")),
                "/app");
        context.addServletContainerInitializer((classes, servletContext) -> {
            assertThat(servletContext.addServlet("made", Parameter.class).getMappings())
                    .containsExactly("/made/*");
            servletContext.addFilter("marks", (request, response, chain) -> {
                ((HttpServletResponse) response).setHeader("Marked", "yes");
                chain.doFilter(request, response);
            });
        });
        server.start();
        String response = get("/app/made/x");
        assertThat(body(response)).isEqualTo("made null");
        assertThat(response).contains("Marked: yes");
    }

    /** Servlet section 8.2.3. */
    @Test
    void servletOfAFragmentIsMappedByTheDescriptor() throws Exception {
        start(files().webXml(mapping("made", "/made"))
                .library("made.jar", new WarFiles().fragment(servlet("made", Parameter.class, param("fragment")))));
        assertThat(body(get("/app/made"))).isEqualTo("made fragment");
    }

    @Test
    void unknownElementIsIgnoredWithAWarning() throws Exception {
        start(files().webXml("<no-such-thing/>"));
        assertThat(warnings()).singleElement().asString().contains("web.xml:2:", "<no-such-thing>");
        assertThat(status(get("/app/none"))).isEqualTo(404);
    }

    /** The schemas give the attribute the type xsd:boolean. */
    @ParameterizedTest
    @CsvSource({"1, 404", "true, 404", "0, 200", "false, 200"})
    void metadataCompleteIsAnyBooleanOfXml(String value, int status) throws Exception {
        start(files().file("WEB-INF/web.xml", "<web-app version=\"3.1\" metadata-complete=\"" + value + "\"/>")
                .library("1.jar", fragment("a", servlet("s", Parameter.class, "") + mapping("s", "/1"))));
        assertThat(status(get("/app/1"))).isEqualTo(status);
    }

    @Test
    void fragmentsThatAgreeAboutATypeAreNoConflict() throws Exception {
        String type =
                "<mime-mapping><extension>FOO</extension><mime-type>Text/Foo; Charset=UTF-8</mime-type></mime-mapping>";
        WebAppContext context =
                start(files().library("1.jar", fragment("a", type)).library("2.jar", fragment("b", type)));
        assertThat(warnings()).isEmpty();
        assertThat(context.getServletContext().getMimeType("x.foo")).startsWithIgnoringCase("text/foo");
    }

    @Test
    void fragmentThatIsLeftOutSaysNothingAboutDistribution() throws Exception {
        WebAppContext context =
                start(files().webXml("<distributable/><absolute-ordering><name>a</name></absolute-ordering>")
                        .library("1.jar", fragment("a", "<distributable/>"))
                        .library("2.jar", fragment("b", "")));
        assertThat(context.isDistributable()).isTrue();
    }

    /** Pages section 3.3.1: of a mapping and a group of pages with the same pattern, the group counts. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void groupOfPagesCountsBeforeAMappingOfTheSamePattern(boolean groupFirst) throws Exception {
        String group = "<jsp-config><jsp-property-group><url-pattern>/x/*</url-pattern><url-pattern>*.x</url-pattern>"
                + "</jsp-property-group></jsp-config>";
        String mapping = servlet("s", Parameter.class, "") + mapping("s", "/x/*", "/y/*");
        start(files().webXml(pages() + (groupFirst ? group + mapping : mapping + group))
                .library("1.jar", fragment("f", servlet("f", Parameter.class, "") + mapping("f", "*.x", "*.z"))));
        assertThat(warnings()).isEmpty();
        assertThat(body(get("/app/x/1"))).isEqualTo("jsp null");
        assertThat(body(get("/app/1.x"))).isEqualTo("jsp null");
        assertThat(body(get("/app/y/1"))).isEqualTo("s null");
        assertThat(body(get("/app/1.z"))).isEqualTo("f null");
    }

    /** Stands for the engine of pages. */
    private static String pages() {
        return servlet("jsp", Parameter.class, "");
    }
}
