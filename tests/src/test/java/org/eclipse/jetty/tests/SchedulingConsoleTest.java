package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.tests.webapp.ThreadServlet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The module "scheduling-console" shows how tasks are run, on the oldest and the newest JDK. */
class SchedulingConsoleTest {
    @AutoClose
    private Base base;

    static java.util.stream.Stream<Jdk> jdks() {
        return Jdk.oldestAndNewest();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void pageCountsTheTasksOfEachSelector(Jdk jdk) {
        boolean virtual = jdk.feature() >= 21;
        if (!virtual) {
            System.err.println("SKIPPED for " + jdk + ": counts of virtual tasks, which need JDK 21");
        }
        base = Base.with(jdk, "http,ee10-deploy,scheduling-console," + (virtual ? "threadpool-virtual" : "threadpool"))
                .withPlainJvm();
        new War().servlet(ThreadServlet.class, "/").deploy(base, "thread.war");
        Server server = base.serve("jetty.http.selectors=2", "jetty.schedulingConsole.path=/threads");
        for (int i = 0; i < 10; i++) {
            server.get("/thread/");
        }
        String text = server.get("/threads").body();
        assertThat(text).contains("\n    selectors: 2\n", "\n  maxThreads: 200\n");
        assertThat(server.get("/threads.json").body()).startsWith("{").contains("\"maxThreads\": 200");
        assertThat(server.get("/scheduling").statusCode()).isEqualTo(404);
        if (virtual) {
            assertThat(text).containsPattern("\n  virtual:\n").containsPattern("virtualTasksExecuted: [1-9]\\d*\n");
        } else {
            assertThat(text).containsPattern("(inPlaceTasksConsumed|epcTasksConsumed|pecTasksExecuted): [1-9]\\d*\n");
        }
    }

    @Test
    void nothingIsShownWithoutTheModule() {
        base = Base.with(Jdk.newest(), "http").withPlainJvm();
        assertThat(base.serve().get("/scheduling").statusCode()).isEqualTo(404);
    }
}
