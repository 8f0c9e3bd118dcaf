package org.eclipse.jetty.ee10.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptors that are wrong: what is told, and what becomes of the application. */
class BadDescriptorTest extends WebAppServer {
    public static class Hello extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("hello");
        }
    }

    public static class Pass implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            chain.doFilter(request, response);
        }
    }

    private static WarFiles files() throws IOException {
        return new WarFiles().classes(Hello.class, Pass.class);
    }

    private static String servlet(String name, String type, String rest) {
        return "<servlet><servlet-name>" + name + "</servlet-name><servlet-class>" + type + "</servlet-class>" + rest
                + "</servlet>";
    }

    private static String hello(String pattern) {
        return servlet("s", Hello.class.getName(), "") + "<servlet-mapping><servlet-name>s</servlet-name><url-pattern>"
                + pattern + "</url-pattern></servlet-mapping>";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <init-param><param-name>p</param-name><param-value>v</param-value></init-param>    | unknown element <init-param>
            <listener><url-pattern>/x</url-pattern><listener-class>java.util.EventListener</listener-class></listener> | <url-pattern> does not belong into <listener>
            <session-config><cookie-config><max-size>1</max-size></cookie-config></session-config> | <max-size> does not belong into <cookie-config>
            <welcome-file-list><file>index.html</file></welcome-file-list>                    | <file> does not belong into <welcome-file-list>
            <error-page><status>404</status><error-code>404</error-code><location>/x</location></error-page> | <status> does not belong into <error-page>
            """)
    void elementInTheWrongPlaceIsToldAndIgnored(String element, String message) throws Exception {
        start(files().webXml("\n" + element));
        assertThat(warnings()).anySatisfy(w -> assertThat(w).contains("web.xml:3:", message));
    }

    @Test
    void applicationWithAMisplacedElementServes() throws Exception {
        start(files().webXml(servlet("s", Hello.class.getName(), "<url-pattern>/wrong</url-pattern>")
                + "<servlet-mapping><servlet-name>s</servlet-name><url-pattern>/s</url-pattern></servlet-mapping>"));
        assertThat(body(get("/app/s"))).isEqualTo("hello");
        assertThat(status(get("/app/wrong"))).isEqualTo(404);
        assertThat(warnings()).singleElement().asString().contains("<url-pattern> does not belong into <servlet>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"servlet", "filter"})
    void secondOfANameIsRefusedWithBothPlaces(String tag) throws Exception {
        String element = "<" + tag + "><" + tag + "-name>same</" + tag + "-name><" + tag + "-class>"
                + Hello.class.getName() + "</" + tag + "-class></" + tag + ">";
        start(files().webXml(element + "\n\n" + element));
        assertThat(status(get("/app/"))).isEqualTo(503);
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("web.xml:4:", "a second <" + tag + "> is named same", "web.xml:2");
    }

    /** Section 14.2. */
    @ParameterizedTest
    @ValueSource(strings = {"session-config", "jsp-config", "login-config"})
    void secondElementOfWhatMayBeThereOnceIsRefusedWithBothPlaces(String tag) throws Exception {
        start(files().webXml("<" + tag + "/>\n\n<" + tag + "/>" + hello("/s")));
        assertThat(status(get("/app/s"))).isEqualTo(503);
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("web.xml:4:", "a second <" + tag + ">", "the first at", "web.xml:2");
    }

    /** The schemas of section 14.3. */
    @ParameterizedTest
    @CsvSource({
        "env-entry,env-entry-name",
        "resource-ref,res-ref-name",
        "resource-env-ref,resource-env-ref-name",
        "message-destination-ref,message-destination-ref-name"
    })
    void secondEntryOfANameIsRefusedWithBothPlaces(String tag, String nameTag) throws Exception {
        String element = "<" + tag + "><" + nameTag + ">same</" + nameTag + "></" + tag + ">";
        start(files().webXml(element + "\n\n" + element + hello("/s")));
        assertThat(status(get("/app/s"))).isEqualTo(503);
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("web.xml:4:", "a second <" + tag + "> is named same", "web.xml:2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no.such.Failure", "java.lang.String", "not a class"})
    void errorPageOfAClassThatNothingThrowsIsTold(String type) throws Exception {
        start(files().webXml("\n<error-page><exception-type>" + type
                + "</exception-type><location>/s</location></error-page>" + hello("/s")));
        assertThat(body(get("/app/s"))).isEqualTo("hello");
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("web.xml:3:", type, "expected: a class of exceptions");
    }

    @Test
    void errorPageOfAClassThatThereIsIsNotTold() throws Exception {
        start(files().webXml("<error-page><exception-type>java.io.IOException</exception-type><location>/s</location>"
                + "</error-page>" + hello("/s")));
        assertThat(warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"REQUESTS", "request forward", ""})
    void dispatcherThatIsNoneIsRefused(String dispatcher) throws Exception {
        start(files().webXml(filter("<url-pattern>/*</url-pattern>\n<dispatcher>" + dispatcher + "</dispatcher>")
                + hello("/s")));
        assertThat(status(get("/app/s"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("web.xml:3:", "<dispatcher>", "INCLUDE");
    }

    private static String filter(String mapping) {
        return "<filter><filter-name>f</filter-name><filter-class>" + Pass.class.getName() + "</filter-class></filter>"
                + "<filter-mapping><filter-name>f</filter-name>" + mapping + "</filter-mapping>";
    }

    @Test
    void servletThatAFilterIsMappedToAndThatThereIsNotIsTold() throws Exception {
        start(files().webXml(filter("\n<servlet-name>missing</servlet-name><servlet-name>s</servlet-name>"
                        + "<servlet-name>*</servlet-name>")
                + hello("/s")));
        assertThat(body(get("/app/s"))).isEqualTo("hello");
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("web.xml:3:", "no servlet is named missing", "filter f");
    }

    @Test
    void elementsOfOtherNamespacesAreToldAndIgnored() throws Exception {
        start(files().file(
                        "WEB-INF/web.xml",
                        "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" xmlns:x=\"urn:other\" version=\"6.0\">\n"
                                + "<x:display-name>other</x:display-name><display-name>own</display-name>"
                                + hello("/s")
                                        .replace("<url-pattern>", "\n<x:url-pattern>/x</x:url-pattern><url-pattern>")
                                + "</web-app>"));
        assertThat(body(get("/app/s"))).isEqualTo("hello");
        assertThat(status(get("/app/x"))).isEqualTo(404);
        assertThat(contexts.getDescendants(WebAppContext.class))
                .allSatisfy(context -> assertThat(context.getDisplayName()).isEqualTo("own"));
        assertThat(warnings())
                .hasSize(2)
                .anySatisfy(w -> assertThat(w).contains("web.xml:2:", "<display-name> is of the namespace urn:other"))
                .anySatisfy(w -> assertThat(w).contains("web.xml:3:", "<url-pattern>", "jakartaee"));
    }

    @Test
    void elementOfAnotherNamespaceInAConstraintIsRefused() throws Exception {
        start(files().webXml("\n<security-constraint><web-resource-collection><url-pattern>/*</url-pattern>"
                + "</web-resource-collection><x:auth-constraint xmlns:x=\"urn:other\"/></security-constraint>"
                + hello("/s")));
        assertThat(status(get("/app/s"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("web.xml:3:", "<auth-constraint>", "urn:other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "http://java.sun.com/xml/ns/j2ee", "http://xmlns.jcp.org/xml/ns/javaee"})
    void elementsOfOtherVersionsOfTheSchemaAreRead(String namespace) throws Exception {
        start(files().webXml(hello("/s").replace("<servlet>", "<servlet xmlns=\"" + namespace + "\">")));
        assertThat(body(get("/app/s"))).isEqualTo("hello");
        assertThat(warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "such", "3.x", "3.1.2"})
    void versionThatIsNoneIsRefused(String version) throws Exception {
        start(files().file("WEB-INF/web.xml", "<web-app version=\"" + version + "\"/>"));
        assertThat(status(get("/app/"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("web.xml:1", "version: " + version, "3.1");
    }

    @Test
    void versionThatNoSpecificationHasIsToldAndRead() throws Exception {
        start(files().file("WEB-INF/web.xml", "<web-app version=\"9.7\">" + hello("/s") + "</web-app>"));
        assertThat(body(get("/app/s"))).isEqualTo("hello");
        assertThat(warnings()).singleElement().asString().contains("web.xml:1", "version 9.7", "6.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no.such.Type", "java.lang.String", "no such type", ""})
    void classOfAServletThatIsNoneFailsTheApplication(String type) throws Exception {
        start(files().webXml(servlet("bad", type, "")));
        assertThat(status(get("/app/s"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains(type, "/app");
    }

    @ParameterizedTest
    @CsvSource({"filter,filter-class", "listener,listener-class"})
    void missingClassOfAFilterOrListenerFailsTheApplication(String tag, String typeTag) throws Exception {
        String name = tag.equals("filter") ? "<filter-name>f</filter-name>" : "";
        String mapping = tag.equals("filter")
                ? "<filter-mapping><filter-name>f</filter-name><url-pattern>/*</url-pattern></filter-mapping>"
                : "";
        start(files().webXml("<" + tag + ">" + name + "<" + typeTag + ">no.such.Type</" + typeTag + "></" + tag + ">"
                + mapping));
        assertThat(status(get("/app/"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("no.such.Type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.lang.String", ""})
    void whatFailsTheApplicationIsToldWithItsDescriptor(String type) throws Exception {
        start(files().webXml(servlet("bad", type, "")));
        assertThat(warnings()).singleElement().asString().contains("DESCRIPTOR", "web.xml");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <auth-constraint/> | <security-constraint> without <web-resource-collection>
            <web-resource-collection><web-resource-name>x</web-resource-name></web-resource-collection><auth-constraint/> | <web-resource-collection> without <url-pattern>
            <web-resource-collection><url-pattern>/*</url-pattern><http-method>G T</http-method></web-resource-collection><auth-constraint/> | <http-method>: G T (expected: a method of HTTP)
            <web-resource-collection><url-pattern>/*</url-pattern><http-method-omission/></web-resource-collection><auth-constraint/> | <http-method-omission>:
            <web-resource-collection><url-pattern>/*.x</url-pattern></web-resource-collection><auth-constraint/> | url-pattern '/*.x'
            <web-resource-collection><url-pattern>/*</url-pattern></web-resource-collection><auth-constrain/> | <auth-constrain> does not belong into <security-constraint>
            <web-resource-collection><url-patern>/a</url-patern><url-pattern>/b</url-pattern></web-resource-collection><auth-constraint/> | <url-patern> does not belong into <web-resource-collection>
            <web-resource-collection><url-pattern>/*</url-pattern></web-resource-collection><auth-constraint><role>x</role></auth-constraint> | <role> does not belong into <auth-constraint>
            """)
    void constraintThatWouldLeaveOpenWhatItNamesIsRefused(String content, String message) throws Exception {
        start(files().webXml("\n<security-constraint>" + content + "</security-constraint>" + hello("/s")));
        assertThat(status(get("/app/s"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("web.xml:3:", message);
    }

    @Test
    void patternOfAConstraintIsTakenAsThatOfAServlet() throws Exception {
        start(files().webXml("<security-constraint><web-resource-collection><url-pattern>s/*</url-pattern>"
                + "</web-resource-collection><auth-constraint/></security-constraint>" + hello("s/*")));
        assertThat(status(get("/app/s/x"))).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<request-character-encoding>NOPE</request-character-encoding>",
                "<response-character-encoding>no pe</response-character-encoding>",
                "<locale-encoding-mapping-list><locale-encoding-mapping><locale>ja</locale><encoding>NOPE</encoding>"
                        + "</locale-encoding-mapping></locale-encoding-mapping-list>"
            })
    void encodingThatTheJvmDoesNotHaveIsRefused(String element) throws Exception {
        start(files().webXml("\n" + element + hello("/s")));
        assertThat(status(get("/app/s"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("web.xml:3:", "expected: a character encoding");
    }

    @Test
    void encodingOfTheDescriptorThatTheJvmDoesNotHaveIsTold() throws Exception {
        start(files().file("WEB-INF/web.xml", "<?xml version=\"1.0\" encoding=\"NOPE\"?><web-app version=\"6.0\"/>"));
        assertThat(warnings()).singleElement().asString().contains("web.xml: the encoding NOPE", "UTF-8");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <error-code>99999</error-code> | <error-code>: 99999 (expected: a status of three digits)
            <error-code>404</error-code><exception-type>java.lang.Error</exception-type> | exclude each other
            """)
    void errorPageThatNothingCanReachIsRefused(String key, String message) throws Exception {
        start(files().webXml("\n<error-page>" + key + "<location>/s</location></error-page>" + hello("/s")));
        assertThat(status(get("/app/s"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("web.xml:3:", message);
    }

    /** Section 12.2. */
    @ParameterizedTest
    @ValueSource(strings = {"*", "*.", "*.a/b", "/b/*.x"})
    void patternThatIsNoneIsRefused(String pattern) throws Exception {
        start(files().webXml(hello(pattern)));
        assertThat(status(get("/app/s"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains(pattern, "web.xml:2");
    }

    /** As in Jetty. */
    @Test
    void patternWithoutSlashIsTakenWithOne() throws Exception {
        start(files().webXml(hello("s/*")));
        assertThat(body(get("/app/s/x"))).isEqualTo("hello");
    }

    @Test
    void patternMayHaveBlanksAndLinesAroundIt() throws Exception {
        start(files().webXml(hello("\n  /s\n  ")));
        assertThat(body(get("/app/s"))).isEqualTo("hello");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<web-app", "<web-app><servlet></web-app>", "", "no xml", "<web-app/><web-app/>"})
    void descriptorThatIsNoXmlIsRefusedWithItsPlace(String text) throws Exception {
        start(files().file("WEB-INF/web.xml", text));
        assertThat(status(get("/app/"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("WEB-INF/web.xml:1");
    }

    @Test
    void otherRootElementIsRefused() throws Exception {
        start(files().file("WEB-INF/web.xml", "<web-fragment version=\"6.0\"/>"));
        assertThat(status(get("/app/"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("web-fragment", "expected: web-app");
    }

    @Test
    void externalEntitiesAreNotRead() throws Exception {
        start(files().file("WEB-INF/web.xml", """
                <!DOCTYPE web-app [<!ENTITY secret SYSTEM "file:///etc/hostname">]>
                <web-app version="6.0"><display-name>&secret;</display-name></web-app>
                """));
        String host = java.nio.file.Files.exists(java.nio.file.Path.of("/etc/hostname"))
                ? java.nio.file.Files.readString(java.nio.file.Path.of("/etc/hostname"))
                        .trim()
                : "unreadable";
        assertThat(contexts.getDescendants(WebAppContext.class))
                .allSatisfy(context ->
                        assertThat(String.valueOf(context.getDisplayName())).doesNotContain(host));
    }

    /** Paths that lead into WEB-INF and META-INF, each way to write them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "WEB-INF/web.xml",
                "web-inf/web.xml",
                "WEB-INF/",
                "WEB-INF",
                "META-INF/secret.txt",
                "%57EB-INF/web.xml",
                "WEB%2DINF/web.xml",
                "WEB-INF%2Fweb.xml",
                "WEB-INF%2fweb.xml",
                "WEB-INF;x=y/web.xml",
                ";/WEB-INF/web.xml",
                "./WEB-INF/web.xml",
                "%2e/WEB-INF/web.xml",
                "x/../WEB-INF/web.xml",
                "x/%2e%2e/WEB-INF/web.xml",
                "x/..;/WEB-INF/web.xml",
                "x/..%2fWEB-INF/web.xml",
                "/WEB-INF/web.xml",
                "//WEB-INF//web.xml",
                "WEB-INF%5Cweb.xml",
                "..%5cWEB-INF/web.xml",
                "%c0%afWEB-INF/web.xml",
                "WEB-INF%00/web.xml",
                "%u0057EB-INF/web.xml",
                "WEB-INF./web.xml",
                "%252e%252e/WEB-INF/web.xml",
                "WEB-INF/classes/../web.xml"
            })
    void noPathLeadsIntoTheProtectedDirectories(String path) throws Exception {
        start(files().webXml("<display-name>a secret</display-name>").file("META-INF/secret.txt", "a secret"));
        String response = get("/app/" + path);
        assertThat(status(response)).isIn(400, 404);
        assertThat(response).doesNotContain("a secret");
    }
}
