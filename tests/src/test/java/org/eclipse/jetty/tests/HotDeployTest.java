package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.eclipse.jetty.tests.webapp.ThreadServlet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** With a scan interval, what changes in webapps/ changes what is served. */
class HotDeployTest {
    @AutoClose
    private final Base base = Base.with(Jdk.oldest(), "http,ee10-deploy");

    private final Server server = base.serve("jetty.deploy.scanInterval=1");

    @Test
    void applicationIsDeployedReplacedAndUndeployed() throws IOException {
        assertThat(server.get("/app/").statusCode()).isEqualTo(404);

        new War().file("index.html", "the first version").deploy(base, "app.war");
        assertThat(server.await("/app/", 200).body()).isEqualTo("the first version");

        new War().file("index.html", "the second, longer version").deploy(base, "app.war");
        server.await("/app/", "the second, longer version");

        Files.delete(base.resolve("webapps/app.war"));
        server.await("/app/", 404);
        assertThat(server.command().lines(":(WARN|ERROR) ?:")).isEmpty();
    }

    @Test
    void brokenReplacementLeavesTheOldOneServing() throws IOException {
        new War().servlet(ThreadServlet.class, "/").deploy(base, "other.war");
        new War().file("index.html", "good").deploy(base, "app.war");
        server.await("/app/", 200);
        server.await("/other/", 200);

        int failures = 0;
        new War().servlet("com.example.Missing", "/", true).deploy(base, "app.war");
        assertThatOldOneServes(++failures);
        base.write("webapps/app.war", "garbage");
        assertThatOldOneServes(++failures);
        new War().file("WEB-INF/web.xml", "<web-app><servlet>").deploy(base, "app.war");
        assertThatOldOneServes(++failures);
        base.write("webapps/app.properties", "environment=ee7\n");
        assertThatOldOneServes(++failures);
        Files.delete(base.resolve("webapps/app.properties"));

        new War().file("index.html", "repaired").deploy(base, "app.war");
        server.await("/app/", "repaired");
    }

    private void assertThatOldOneServes(int failures) {
        server.command().awaitLines("WARN.*Unable to .* - what was deployed before goes on", failures);
        assertThat(server.get("/app/").body()).isEqualTo("good");
        assertThat(server.get("/other/").statusCode()).isEqualTo(200);
    }

    @Test
    void contextXmlAndPropertiesSetThePath() throws IOException {
        // first, or a scan in between deploys the application without them
        base.write("webapps/byproperties.properties", "environment=ee10\njetty.deploy.contextPath=/chosen\n");
        new War().file("index.html", "by properties").deploy(base, "byproperties.war");
        server.await("/chosen/", "by properties");
        assertThat(server.get("/byproperties/").statusCode()).isEqualTo(404);

        Files.createDirectories(base.resolve("elsewhere"));
        Files.writeString(base.resolve("elsewhere/index.html"), "by XML");
        base.write("webapps/byxml.xml", """
                <?xml version="1.0"?>
                <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
                <Configure class="org.eclipse.jetty.ee10.webapp.WebAppContext">
                  <Set name="contextPath">/xml</Set>
                  <Set name="war"><Property name="jetty.base"/>/elsewhere</Set>
                </Configure>
                """);
        server.await("/xml/", "by XML");
    }
}
