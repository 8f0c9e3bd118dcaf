package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages of {@code distribution/demo.sh}: one file served in each environment, and an index of them. */
@ParameterizedClass
@MethodSource("org.eclipse.jetty.tests.Jdk#oldestAndNewest")
record DemoTest(Jdk jdk) {
    private static final Path PAGES = Distribution.ROOT.resolve("distribution/demo/environments");

    private static Base base;
    private static Server server;

    @BeforeParameterizedClassInvocation
    static void start(Jdk jdk) throws IOException {
        boolean virtual = jdk.feature() >= 21;
        base = Base.with(
                jdk,
                "http,static-deploy,ee11-deploy,ee10-deploy,ee9-deploy,ee8-deploy,ee11-jsp,ee10-jsp,ee9-jsp,ee8-jsp"
                        + (virtual ? ",threadpool-virtual" : ""));
        String page = Files.readString(PAGES.resolve("page/index.jsp"));
        for (String ee : new String[] {"ee11", "ee10", "ee9", "ee8"}) {
            base.write("webapps/" + ee + "/index.jsp", page);
            base.write("webapps/" + ee + ".properties", "environment=" + ee);
        }
        base.write("webapps/ROOT/index.html", Files.readString(PAGES.resolve("index/index.html")));
        server = base.serve();
    }

    @AfterParameterizedClassInvocation
    static void stop() throws IOException {
        base.close();
    }

    @ParameterizedTest
    @CsvSource({
        "ee11, jakarta.servlet 6.1",
        "ee10, jakarta.servlet 6.0",
        "ee9, jakarta.servlet 5.0",
        "ee8, javax.servlet 4.0"
    })
    void pageSaysTheApiTheLoaderAndTheKindOfThread(String ee, String api) {
        assertThat(server.get("/" + ee + "/").body())
                .contains("<td id=\"api\">" + api + "</td>")
                .contains("<td id=\"loader\">" + ee + "</td>")
                .contains("<td id=\"thread\">" + (jdk.feature() >= 21 ? "virtual" : "platform") + "</td>");
    }

    @Test
    void indexShowsThePageOfEachEnvironment() {
        assertThat(server.get("/").body())
                .contains("src=\"/ee11/\"")
                .contains("src=\"/ee10/\"")
                .contains("src=\"/ee9/\"")
                .contains("src=\"/ee8/\"");
    }
}
