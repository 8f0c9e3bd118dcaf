package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

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
            %>api=<%= application.getMajorVersion() %>.<%= application.getMinorVersion() %>
            jakarta=<%= has("jakarta.servlet.Servlet") %> javax=<%= has("javax.servlet.Servlet") %>
            server=<%= has("org.eclipse.jetty.server.Server") %>
            layers=<%= has("org.eclipse.jetty.ee10.servlet.ServletHolder") %><%= has("org.eclipse.jetty.ee9.servlet.ServletHolder") %><%= has("org.eclipse.jetty.ee8.servlet.ServletHolder") %>
            tags=<c:forEach var="i" begin="1" end="3">${i}</c:forEach>
            count=<% Integer n = (Integer) session.getAttribute("n"); session.setAttribute("n", n == null ? 1 : n + 1); %><%= session.getAttribute("n") %>
            """;

    private static Base base;
    private static Server server;

    @BeforeParameterizedClassInvocation
    static void start(Jdk jdk) {
        base = Base.with(jdk, "http,ee10-deploy,ee9-deploy,ee8-deploy,ee10-jstl,ee9-jstl,ee8-jstl");
        for (String ee : List.of("ee10", "ee9", "ee8")) {
            base.write("webapps/" + ee + "/page.jsp", PAGE);
            base.write("webapps/" + ee + ".properties", "environment=" + ee);
        }
        base.write("webapps/unsaid/page.jsp", PAGE);
        base.write("webapps/ee7.properties", "environment=ee7");
        base.write("webapps/ee7/page.jsp", PAGE);
        server = base.serve();
    }

    @AfterParameterizedClassInvocation
    static void stop() throws IOException {
        base.close();
    }

    @ParameterizedTest
    @CsvSource({"ee10, 6.0, +, -", "ee9, 5.0, +, -", "ee8, 4.0, -, +", "unsaid, 6.0, +, -"})
    void applicationSeesItsEnvironmentAndNoOther(String name, String version, String jakarta, String javax) {
        assertThat(server.get("/" + name + "/page.jsp").body())
                .contains("api=" + version)
                .contains("jakarta=" + jakarta + " javax=" + javax)
                .contains("server=-")
                .contains("layers=---")
                .contains("tags=123")
                .contains("count=1");
    }

    @Test
    void environmentThatIsNotEnabledIsNamedAndTheOthersAreServed() {
        assertThat(server.get("/ee7/page.jsp").statusCode()).isIn(404, 503);
        assertThat(server.command().output()).contains("ee7");
    }
}
