package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpTester;
import org.eclipse.jetty.server.LocalConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The tester of servlets, as its users use it. */
class ServletTesterTest {
    private final ServletTester tester = new ServletTester("/app");

    @AfterEach
    void stop() throws Exception {
        tester.stop();
    }

    public static class Hello extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter()
                    .print("Hello " + request.getPathInfo() + " "
                            + getServletContext().getInitParameter("greeting"));
        }
    }

    public static class Marked implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            ((HttpServletResponse) response).setHeader("X-Filter", "passed");
            chain.doFilter(request, response);
        }
    }

    @Test
    void servletsAndFiltersAnswerRawRequests() throws Exception {
        tester.addServlet(Hello.class, "/hello/*");
        tester.addFilter(Marked.class, "/*", EnumSet.of(DispatcherType.REQUEST));
        tester.setInitParameter("greeting", "welcome");
        tester.start();

        HttpTester.Response response =
                HttpTester.parseResponse(tester.getResponses("GET /app/hello/there HTTP/1.1\r\nHost: tester\r\n\r\n"));
        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.get("X-Filter")).isEqualTo("passed");
        assertThat(response.getContent()).isEqualTo("Hello /there welcome");
        assertThat(tester.getInitParameter("greeting")).isEqualTo("welcome");
        assertThat(tester.getInitParams()).containsEntry("greeting", "welcome");
        assertThat(Collections.list(tester.getInitParameterNames())).contains("greeting");
    }

    @Test
    void requestsOfOneConnectionAreAllAnswered() throws Exception {
        tester.addServlet(Hello.class.getName(), "/hello/*");
        tester.start();

        HttpTester.Input responses = HttpTester.from(tester.getResponses("HEAD /app/hello/1 HTTP/1.1\r\nHost: a\r\n\r\n"
                + "GET /app/hello/2 HTTP/1.1\r\nHost: a\r\n\r\n"
                + "GET /app/nothing HTTP/1.1\r\nHost: a\r\n\r\n"));
        assertThat(HttpTester.parseResponse(responses, true).getContent()).isEmpty();
        assertThat(HttpTester.parseResponse(responses).getContent()).startsWith("Hello /2");
        assertThat(HttpTester.parseResponse(responses).getStatus()).isEqualTo(404);
        assertThat(tester.getResponses("nothing that is a request\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(tester.getResponses("GET /incomplete HTTP/1.1\r\n", 1, TimeUnit.MILLISECONDS))
                .isNull();
    }

    @Test
    void socketsAreOpenedBeforeTheStartAndAfter() throws Exception {
        tester.addServlet(new ServletHolder(new Hello()), "/hello/*");
        String early = tester.createConnector(true);
        tester.start();
        String late = tester.createConnector(true);
        HttpClient client = HttpClient.newHttpClient();
        for (String uri : List.of(early, late)) {
            assertThat(client.send(
                                    HttpRequest.newBuilder(URI.create(uri + "/app/hello/sockets"))
                                            .build(),
                                    BodyHandlers.ofString())
                            .body())
                    .startsWith("Hello /sockets");
        }
        LocalConnector local = tester.createLocalConnector();
        assertThat(local).isNotSameAs(tester.getConnector());
        assertThat(local.getResponse("GET /app/hello/local HTTP/1.1\r\nHost: a\r\n\r\n"))
                .contains("Hello /local");
    }

    @Test
    void contextIsConfiguredThroughTheTester() throws Exception {
        tester.setContextPath("/other");
        tester.setAttribute("name", "value");
        tester.setVirtualHosts(List.of("one.example"));
        tester.addVirtualHosts("two.example");
        tester.addServlet(Hello.class, "/hello/*");
        tester.start();

        assertThat(tester.getContextPath()).isEqualTo("/other");
        assertThat(tester.getAttribute("name")).isEqualTo("value");
        assertThat(Collections.list(tester.getAttributeNames())).contains("name");
        assertThat(tester.getAttributes().getAttribute("name")).isEqualTo("value");
        tester.removeAttribute("name");
        assertThat(tester.getContext().getAttribute("name")).isNull();
        assertThat(tester.getResponses("GET /other/hello/x HTTP/1.1\r\nHost: two.example\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
        assertThat(tester.getResponses("GET /other/hello/x HTTP/1.1\r\nHost: three.example\r\n\r\n"))
                .startsWith("HTTP/1.1 404");
    }
}
