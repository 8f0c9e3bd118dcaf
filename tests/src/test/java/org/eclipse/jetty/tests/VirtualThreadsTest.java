package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.eclipse.jetty.tests.webapp.ThreadServlet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One module puts servlets on virtual threads, where the JVM has them. */
class VirtualThreadsTest {
    @AutoClose
    private Base base;

    @ParameterizedTest
    @ValueSource(strings = {"threadpool-virtual", "threadpool-all-virtual"})
    void servletRunsInAVirtualThread(String module) {
        if (Jdk.newest().feature() < 21)
            System.err.println("SKIPPED: virtual threads need JDK 21, the newest here is " + Jdk.newest());
        assumeThat(Jdk.newest().feature()).isGreaterThanOrEqualTo(21);
        base = Base.with(Jdk.newest(), "http,ee10-deploy," + module);
        new War().servlet(ThreadServlet.class, "/").deploy(base, "thread.war");
        Server server = base.serve();
        assertThat(server.get("/thread/").body()).startsWith("VirtualThread[");
    }

    @ParameterizedTest
    @ValueSource(strings = "threadpool")
    void servletRunsInAPlatformThreadOtherwise(String module) {
        base = Base.with(Jdk.newest(), "http,ee10-deploy," + module);
        new War().servlet(ThreadServlet.class, "/").deploy(base, "thread.war");
        Server server = base.serve();
        assertThat(server.get("/thread/").body()).startsWith("Thread[");
    }
}
