package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications of three environments side by side in one server, each with its own servlet API, JSP engine and tags. */
@ParameterizedClass
@MethodSource("org.eclipse.jetty.tests.Jdk#oldestAndNewest")
record EnvironmentsTest(Jdk jdk) {
    private static final String PAGE = """
            <%@ page contentType="text/plain" session="true" %><%@ taglib prefix="c" uri="http://java.sun.com/jsp/jstl/core" %><%!
            String has(String name) {
                try {
                    Class.forName(name, false, getServletContext().getClassLoader());
                    return "+";
                } catch (ClassNotFoundException | LinkageError x) {
                    return "-";
                }
            }
            String name() throws Exception {
                return javax.naming.InitialContext.doLookup("java:comp/env/name");
            }
            %>api=<%= application.getMajorVersion() %>.<%= application.getMinorVersion() %>
            effective=<%= application.getEffectiveMajorVersion() %>.<%= application.getEffectiveMinorVersion() %>
            sockets: jakarta=<%= has("jakarta.websocket.Session") %> javax=<%= has("javax.websocket.Session") %>
            transactions: jakarta=<%= has("jakarta.transaction.UserTransaction") %> javax=<%= has("javax.transaction.UserTransaction") %>
            expressions: jakarta=<%= has("jakarta.el.ELContext") %> javax=<%= has("javax.el.ELContext") %>
            containers=<%= application.getAttribute("jakarta.websocket.server.ServerContainer") != null ? "jakarta" : "" %><%= application.getAttribute("javax.websocket.server.ServerContainer") != null ? "javax" : "" %>
            name=<% if (application.getResource("/WEB-INF/web.xml") != null) { %><%= name() %><% } %>
            jakarta=<%= has("jakarta.servlet.Servlet") %> javax=<%= has("javax.servlet.Servlet") %>
            server=<%= has("org.eclipse.jetty.server.Server") %>
            layers=<%= has("org.eclipse.jetty.ee11.servlet.ServletHolder") %><%= has("org.eclipse.jetty.ee10.servlet.ServletHolder") %><%= has("org.eclipse.jetty.ee9.servlet.ServletHolder") %><%= has("org.eclipse.jetty.ee8.servlet.ServletHolder") %>
            tags=<c:forEach var="i" begin="1" end="3">${i}</c:forEach>
            count=<% Integer n = (Integer) session.getAttribute("n"); session.setAttribute("n", n == null ? 1 : n + 1); %><%= session.getAttribute("n") %>
            jsp=<%= JspFactory.getDefaultFactory().getEngineInfo().getSpecificationVersion() %>
            info=<%= application.getServerInfo() %>
            settings=<%= application.getInitParameter("a") %>,<%= application.getInitParameter("b") %>,<%= application.getAttribute("c") %>
            contexts=<% for (String path : new String[] {"/ee11", "/ee10", "/ee9", "/ee8", "/unsaid"}) { %>[<%= application.getContext(path) == null ? "" : application.getContext(path) == application ? "self" : path %>]<% } %>
            """;

    private static final String ERROR_PAGE = """
            <%@ page contentType="text/plain" isErrorPage="true" %><% for (String name : java.util.Collections.list(request.getAttributeNames())) if (name.contains(".servlet.error.")) { %><%= name %>=<%= request.getAttribute(name) %>
            <% } %>""";

    private static final String DEPLOYED = """
            <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
            <Configure class="org.eclipse.jetty.%s.webapp.WebAppContext">
              %s
            </Configure>
            """;

    private static Base base;
    private static Server server;

    @BeforeParameterizedClassInvocation
    static void start(Jdk jdk) {
        base = Base.with(
                jdk,
                "http,ee11-deploy,ee10-deploy,ee9-deploy,ee8-deploy,ee11-jstl,ee10-jstl,ee9-jstl,ee8-jstl,"
                        + "ee11-plus,ee10-plus,ee9-plus,ee8-plus,"
                        + "ee11-websocket-jakarta,ee10-websocket-jakarta,ee9-websocket-jakarta,ee8-websocket-javax");
        application("ee11", "xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.1'", "4.2");
        application("ee10", "xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.0'", "3.1");
        application("ee9", "xmlns='https://jakarta.ee/xml/ns/jakartaee' version='5.0'", "2.7");
        application("ee8", "xmlns='http://java.sun.com/xml/ns/javaee' version='2.5'", "1.0");
        base.write("webapps/unsaid/page.jsp", PAGE);
        base.write("webapps/plain9.properties", "environment=ee9");
        base.write("webapps/plain9/page.jsp", PAGE);
        base.write("webapps/ee7.properties", "environment=ee7");
        base.write("webapps/ee7/page.jsp", PAGE);
        // the class in the XML file says the environment
        base.write(
                "webapps/by-class.xml",
                DEPLOYED.formatted("ee8", "<Set name='war'><Property name='jetty.webapps'/>/by-class.d</Set>"));
        base.write("webapps/by-class.d/page.jsp", PAGE);
        // a descriptor of 2001: expressions are text
        base.write("webapps/ancient.properties", "environment=ee8");
        base.write("webapps/ancient/page.jsp", "<%= application.getEffectiveMajorVersion() %> ${1+1}");
        base.write("webapps/ancient/WEB-INF/web.xml", """
                <?xml version="1.0" encoding="ISO-8859-1"?>
                <!DOCTYPE web-app PUBLIC "-//Sun Microsystems, Inc.//DTD Web Application 2.3//EN" "http://java.sun.com/dtd/web-app_2_3.dtd">
                <web-app><display-name>ancient</display-name></web-app>
                """);
        base.write("environments/ee9.xml", setting("ee9", "a", "ee9.xml"));
        base.write("environments/ee9-more.xml", setting("ee9", "b", "ee9-more.xml"));
        base.write("environments/ee8.properties", "jetty.deploy.attribute.c=ee8.properties");
        base.write("environments/ee1.properties", "jetty.deploy.attribute.c=ee1.properties");
        server = base.serve();
    }

    private static void application(String ee, String generation, String library) {
        String folder = "webapps/" + ee + "/";
        base.write("webapps/" + ee + ".properties", "environment=" + ee);
        base.write(folder + "page.jsp", PAGE);
        base.write(folder + "error.jsp", ERROR_PAGE);
        base.write(folder + "library.jsp", "<%= com.example.Library.version() %>");
        base.write(
                folder + "WEB-INF/web.xml",
                "<web-app " + generation
                        + "><env-entry><env-entry-name>name</env-entry-name><env-entry-type>java.lang.String</env-entry-type>"
                        + "<env-entry-value>that of " + ee
                        + "</env-entry-value></env-entry><error-page><error-code>404</error-code><location>/error.jsp</location></error-page></web-app>");
        library(base.resolve(folder + "WEB-INF/lib/library-" + library + ".jar"), library);
    }

    private static String setting(String ee, String name, String value) {
        return DEPLOYED.formatted(
                ee, "<Call name='setInitParameter'><Arg>" + name + "</Arg><Arg>" + value + "</Arg></Call>");
    }

    /** Makes a jar with the class com.example.Library of a version. */
    private static void library(Path jar, String version) {
        try {
            Path source = base.resolve("tmp/Library.java");
            Files.writeString(
                    source,
                    "package com.example; public class Library { public static String version() { return \"" + version
                            + "\"; } }");
            Path classes = base.resolve("tmp/library-" + version);
            int result = ToolProvider.getSystemJavaCompiler()
                    .run(null, null, null, "--release", "17", "-d", classes.toString(), source.toString());
            assertThat(result).isZero();
            Files.createDirectories(jar.getParent());
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
                out.putNextEntry(new JarEntry("com/example/Library.class"));
                out.write(Files.readAllBytes(classes.resolve("com/example/Library.class")));
            }
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    @AfterParameterizedClassInvocation
    static void stop() throws IOException {
        base.close();
    }

    @ParameterizedTest
    @CsvSource({
        "ee11, 6.1, 4.0, +, -, '[self][][][][]'",
        "ee10, 6.0, 3.1, +, -, '[][self][][][]'",
        "ee9, 5.0, 3.0, +, -, '[][][self][][]'",
        "ee8, 4.0, 2.3, -, +, '[][][][self][]'",
        "unsaid, 6.1, 4.0, +, -, '[][][][][self]'",
        "by-class, 4.0, 2.3, -, +, '[][][][][]'"
    })
    void applicationSeesItsEnvironmentAndNoOther(
            String name, String version, String jsp, String jakarta, String javax, String contexts) {
        assertThat(server.get("/" + name + "/page.jsp").body())
                .contains("api=" + version)
                .contains("jakarta=" + jakarta + " javax=" + javax)
                .contains("sockets: jakarta=" + jakarta + " javax=" + javax)
                .contains("transactions: jakarta=" + jakarta + " javax=" + javax)
                .contains("expressions: jakarta=" + jakarta + " javax=" + javax)
                .contains("containers=" + (jakarta.equals("+") ? "jakarta" : "javax") + "\n")
                .contains("server=-")
                .contains("layers=----")
                .contains("tags=123")
                .contains("count=1")
                .contains("jsp=" + jsp)
                .contains("info=jetty/")
                .contains("contexts=" + contexts);
    }

    @ParameterizedTest
    @CsvSource({
        "ee11, 'null,null,null'",
        "ee10, 'null,null,null'",
        "unsaid, 'null,null,null'",
        "ee9, 'ee9.xml,ee9-more.xml,null'",
        "ee8, 'null,null,ee8.properties'",
        "by-class, 'null,null,ee8.properties'"
    })
    void filesOfAnEnvironmentAreAppliedToItsApplicationsOnly(String name, String settings) {
        assertThat(server.get("/" + name + "/page.jsp").body()).contains("settings=" + settings);
    }

    @ParameterizedTest
    @CsvSource({"unsaid, 6.1", "by-class, 4.0", "ee11, 6.1", "ee10, 6.0", "ee9, 5.0", "ee8, 2.5", "plain9, 5.0"})
    void versionInForceIsThatOfTheDescriptorOrElseThatOfTheEnvironment(String name, String version) {
        assertThat(server.get("/" + name + "/page.jsp").body()).contains("effective=" + version);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ee11", "ee10", "ee9", "ee8"})
    void applicationHasANamingContextOfItsOwn(String name) {
        assertThat(server.get("/" + name + "/page.jsp").body()).contains("name=that of " + name + "\n");
    }

    @ParameterizedTest
    @CsvSource({"ee11, 4.2", "ee10, 3.1", "ee9, 2.7", "ee8, 1.0"})
    void applicationHasItsOwnVersionOfALibrary(String name, String library) {
        assertThat(server.get("/" + name + "/library.jsp").body()).isEqualTo(library);
    }

    @ParameterizedTest
    @CsvSource({"ee11, jakarta", "ee10, jakarta", "ee9, jakarta", "ee8, javax"})
    void errorPageFindsTheAttributesOfItsEnvironment(String name, String namespace) {
        HttpResponse<String> response = server.get("/" + name + "/none");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body().lines().filter(line -> !line.isBlank()))
                .contains(
                        namespace + ".servlet.error.status_code=404",
                        namespace + ".servlet.error.request_uri=/" + name + "/none",
                        namespace + ".servlet.error.servlet_name=default")
                .allMatch(line -> line.startsWith(namespace + "."));
    }

    @Test
    void sessionsOfApplicationsInDifferentEnvironmentsDoNotMeet() {
        String eleven = session("ee11");
        String ten = session("ee10");
        String nine = session("ee9");
        String eight = session("ee8");
        assertThat(List.of(eleven, ten, nine, eight)).doesNotHaveDuplicates();
        // a client sends all that match, in any order
        assertThat(page("ee9", ten + "; " + nine)).contains("count=2");
        assertThat(page("ee8", eight + "; " + ten)).contains("count=2");
        assertThat(page("ee8", ten + "; " + eight)).contains("count=3");
        assertThat(page("ee10", ten)).contains("count=2");
        assertThat(page("ee11", ten + "; " + eleven)).contains("count=2");
        // the id of another's session finds nothing
        assertThat(page("ee8", ten)).contains("count=1");
        assertThat(page("ee10", eight)).contains("count=1");
    }

    private static String page(String name, String cookies) {
        return server.send(server.request("/" + name + "/page.jsp")
                        .header("Cookie", cookies)
                        .build())
                .body();
    }

    /** Begins a session, and returns its cookie, which is for that application only. */
    private static String session(String name) {
        String cookie = server.get("/" + name + "/page.jsp")
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow();
        assertThat(cookie).startsWith("JSESSIONID=").containsIgnoringCase("path=/" + name);
        return cookie.substring(0, cookie.indexOf(';'));
    }

    @Test
    void descriptorWithAnOldDtdIsReadAsItWasThen() {
        assertThat(server.get("/ancient/page.jsp").body()).isEqualTo("2 ${1+1}");
    }

    @Test
    void unknownEnvironmentIsNamedAndTheOthersAreServed() {
        assertThat(server.get("/ee7/page.jsp").statusCode()).isEqualTo(503);
        assertThat(server.command().output())
                .contains("ee7.properties:1: unable to deploy to environment ee7."
                        + " Available environments: [ee11, ee10, ee9, ee8].")
                .contains("There are modules for [ee11, ee10, ee9, ee8, core, static] only");
    }

    @Test
    void environmentThatIsNotEnabledIsToldWithItsModuleAndTheOthersAreServed() throws IOException {
        try (Base one = Base.with(jdk, "http,ee10-deploy")) {
            one.write("webapps/old.properties", "environment=ee8");
            one.write("webapps/old/index.html", "old");
            one.write("webapps/older.xml", DEPLOYED.formatted("ee9", ""));
            one.write("webapps/new/index.html", "new");
            Server running = one.serve();
            assertThat(running.get("/new/").body()).isEqualTo("new");
            assertThat(running.get("/old/").statusCode()).isEqualTo(503);
            assertThat(running.get("/older/").statusCode()).isEqualTo(503);
            assertThat(running.command().output())
                    .contains("Enable the module ee8-deploy")
                    .contains("Enable the module ee9-deploy");
        }
    }
}
