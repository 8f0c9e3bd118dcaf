package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The quickstart modules of all environments in one server. */
class QuickStartModulesTest {
    private static final List<String> ENVIRONMENTS = List.of("ee8", "ee9", "ee10", "ee11");

    @AutoClose
    private final Base base = Base.with(
            Jdk.oldest(),
            "http,ee8-deploy,ee9-deploy,ee10-deploy,ee11-deploy,ee8-quickstart,ee9-quickstart,ee10-quickstart,ee11-quickstart,"
                    + "ee8-jsp,ee9-jsp,ee10-jsp,ee11-jsp");

    @Test
    void descriptorsAreMadeAndStartedFrom() throws IOException {
        for (String ee : ENVIRONMENTS) {
            base.write("webapps/" + ee + ".properties", "environment=" + ee);
            base.write("webapps/" + ee + "/page.jsp", "<%= application.getInitParameter(\"said\") %>");
            base.write(
                    "webapps/" + ee + "/WEB-INF/web.xml",
                    "<web-app version='3.1'><context-param><param-name>said</param-name>"
                            + "<param-value>before</param-value></context-param></web-app>");
        }
        try (Command generating = base.serve("jetty.quickstart.mode=GENERATE").command()) {
            assertThat(generating.lines("Made .*quickstart-web.xml")).hasSize(ENVIRONMENTS.size());
            assertThat(generating.lines(":(WARN|ERROR) ?:")).isEmpty();
        }
        // what the next start says differs from web.xml, which is not read
        for (String ee : ENVIRONMENTS) {
            Path made = base.resolve("webapps/" + ee + "/WEB-INF/quickstart-web.xml");
            assertThat(made).isRegularFile().content().contains("<param-value>before</param-value>");
            Files.writeString(made, Files.readString(made).replace("<param-value>before<", "<param-value>quick<"));
        }
        Server server = base.serve("jetty.quickstart.mode=QUICKSTART");
        for (String ee : ENVIRONMENTS) {
            assertThat(server.get("/" + ee + "/page.jsp").body()).as(ee).isEqualTo("quick");
        }
        assertThat(server.command().lines(":(WARN|ERROR) ?:")).isEmpty();
    }
}
