package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jetty.tests.webapp.ThreadServlet;
import org.eclipse.jetty.tests.webapp.ThreadsServlet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One module puts what applications do on virtual threads, where the JVM has them. */
class VirtualThreadsTest {
    @AutoClose
    private Base base;

    private static void assumeVirtualThreads() {
        if (Jdk.newest().feature() < 21) {
            System.err.println("SKIPPED: virtual threads need JDK 21, the newest here is " + Jdk.newest());
        }
        assumeThat(Jdk.newest().feature())
                .as("NO JAVA WITH VIRTUAL THREADS FOUND: install Java 21 or newer")
                .isGreaterThanOrEqualTo(21);
    }

    @ParameterizedTest
    @ValueSource(strings = {"threadpool-virtual", "threadpool-all-virtual"})
    void servletRunsInAVirtualThread(String module) {
        assumeVirtualThreads();
        base = Base.with(Jdk.newest(), "http,ee10-deploy," + module).withPlainJvm();
        new War().servlet(ThreadServlet.class, "/").deploy(base, "thread.war");
        Server server = base.serve();
        assertThat(server.get("/thread/").body()).startsWith("VirtualThread[");
    }

    @ParameterizedTest
    @ValueSource(strings = "threadpool")
    void servletRunsInAPlatformThreadOtherwise(String module) {
        base = Base.with(Jdk.newest(), "http,ee10-deploy," + module).withPlainJvm();
        new War().servlet(ThreadServlet.class, "/").deploy(base, "thread.war");
        Server server = base.serve();
        assertThat(server.get("/thread/").body()).startsWith("Thread[");
    }

    @ParameterizedTest
    @ValueSource(strings = {"threadpool-virtual", "threadpool-all-virtual"})
    void everyCallOfAnAsynchronousRequestIsInAVirtualThread(String module) throws IOException {
        assumeVirtualThreads();
        base = Base.with(Jdk.newest(), "http,ee10-deploy," + module).withPlainJvm();
        threadsWar().deploy(base, "threads.war");
        Server server = base.serve();
        assertCalls(server.get("/threads/start").body(), "listener", "filter", "servlet", "start");
        assertCalls(server.get("/threads/dispatch").body(), "listener", "filter", "servlet", "filter", "servlet");
        assertCalls(server.get("/threads/timeout").body(), "listener", "filter", "servlet", "timeout", "servlet");
        assertCalls(post(server), "listener", "filter", "servlet", "data", "read", "end", "write");
    }

    private static War threadsWar() {
        String name = ThreadsServlet.class.getName();
        War war = new War().type(ThreadsServlet.class);
        for (Class<?> inner : ThreadsServlet.class.getDeclaredClasses()) {
            war.type(inner);
        }
        return war.file("WEB-INF/web.xml", """
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0" metadata-complete="true">
                  <listener><listener-class>%1$s</listener-class></listener>
                  <filter>
                    <filter-name>f</filter-name><filter-class>%1$s</filter-class><async-supported>true</async-supported>
                  </filter>
                  <filter-mapping>
                    <filter-name>f</filter-name><url-pattern>/*</url-pattern>
                    <dispatcher>REQUEST</dispatcher><dispatcher>ASYNC</dispatcher>
                  </filter-mapping>
                  <servlet>
                    <servlet-name>s</servlet-name><servlet-class>%1$s</servlet-class>
                    <async-supported>true</async-supported>
                  </servlet>
                  <servlet-mapping><servlet-name>s</servlet-name><url-pattern>/*</url-pattern></servlet-mapping>
                </web-app>
                """.formatted(name));
    }

    /** Sends the content after the request is asynchronous, so that the container calls the listener. */
    private static String post(Server server) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout((int) Command.DEADLINE.toMillis());
            OutputStream out = socket.getOutputStream();
            out.write("POST /threads/read HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nConnection: close\r\n\r\nab"
                    .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            out.write("cd".getBytes(StandardCharsets.US_ASCII));
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static void assertCalls(String response, String... calls) {
        String list = response.substring(response.indexOf('['), response.lastIndexOf(']') + 1);
        List<String> lines = List.of(list.substring(1, list.length() - 1).split(", "));
        assertThat(lines.stream().map(line -> line.substring(0, line.indexOf(' '))))
                .containsSubsequence(calls);
        assertThat(lines).allMatch(line -> line.contains(" in VirtualThread["), "in a virtual thread");
    }

    @ParameterizedTest
    @ValueSource(strings = {"threadpool-virtual", "threadpool-all-virtual"})
    void aJavaWithoutVirtualThreadsIsRefusedWithTheRemedy(String module) {
        assumeThat(Jdk.oldest().feature()).isLessThan(21);
        base = Base.with(Jdk.oldest(), "http," + module).withPlainJvm();
        Command command = base.start("jetty.http.port=0");
        assertThat(command.awaitExit()).as(command::output).isNotZero();
        assertThat(command.output())
                .contains("Virtual threads need Java 21 or newer, this is Java "
                        + Jdk.oldest().feature() + ": use a QueuedThreadPool (module threadpool), or another Java");
    }

    @Test
    void theSettingAloneIsIgnoredWithOneWarningOnSuchAJava() {
        assumeThat(Jdk.oldest().feature()).isLessThan(21);
        base = Base.with(Jdk.oldest(), "http,threadpool").withPlainJvm();
        Server server = base.serve("jetty.threadPool.useVirtualThreads=true");
        assertThat(server.get("/").statusCode()).isEqualTo(404);
        assertThat(server.command().lines("Virtual threads were asked for")).hasSize(1);
    }

    @Test
    void tooFewVirtualThreadsForTheServerItselfAreRefused() {
        assumeVirtualThreads();
        base = Base.with(Jdk.newest(), "http,threadpool-all-virtual").withPlainJvm();
        Command command = base.start("jetty.http.port=0", "jetty.threadPool.maxThreads=2", "jetty.http.selectors=2");
        assertThat(command.awaitExit()).as(command::output).isNotZero();
        assertThat(command.output()).contains("Insufficient threads: max=2, required=", "to at least 4");
    }
}
