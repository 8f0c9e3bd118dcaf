package org.eclipse.jetty.ee10.redeployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.eclipse.jetty.ee10.webapp.WarFiles;
import org.eclipse.jetty.ee10.webapp.WebAppClassLoader;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebAppServer;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Classes of an application that was taken away can be collected: at most the last loader may be in use, by what remembers
 * its last user. The property {@code redeployments} is the number of times that each is deployed.
 */
class RedeploymentTest extends WebAppServer {
    private static final int TIMES = Integer.getInteger("redeployments", 20);

    /** The log of this JVM would be stopped with the application: Logback brings an initializer that does so. */
    private static final String KEEPS_LOG =
            "<context-param><param-name>logbackDisableServletContainerInitializer</param-name>"
                    + "<param-value>true</param-value></context-param>";

    private static final String LOADER = WebAppClassLoader.class.getSimpleName();

    private final ServerConnector network = new ServerConnector(server);
    private final HttpClient client = HttpClient.newHttpClient();
    private Path war;

    @BeforeEach
    void write() throws Exception {
        war = new WarFiles()
                .webXml(KEEPS_LOG + "<servlet><servlet-name>leaving</servlet-name><servlet-class>"
                        + Leaving.class.getName()
                        + "</servlet-class><async-supported>true</async-supported></servlet><servlet-mapping><servlet-name>leaving</servlet-name>"
                        + "<url-pattern>/leave</url-pattern></servlet-mapping>")
                .classes(Leaving.class, Leaving.NoDatabase.class)
                .file("page.jsp", "<%= " + Leaving.class.getName() + ".loader() %> ${param.name.length()}")
                .archive(temp.resolve("app.war"));
    }

    /** Deploys, gets the path and takes away, as often; returns the loaders. */
    private List<WeakReference<ClassLoader>> redeploy(String path, String expected) throws Exception {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        server.addConnector(network);
        server.start();
        for (int i = 0; i < TIMES; i++) {
            loaders.add(once(path, expected));
        }
        return loaders;
    }

    private WeakReference<ClassLoader> once(String path, String expected) throws Exception {
        WebAppContext context = deploy(war, "/app");
        context.start();
        WeakReference<ClassLoader> loader = new WeakReference<>(context.getClassLoader());
        URI uri = URI.create("http://localhost:" + network.getLocalPort() + path);
        assertThat(client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                        .body())
                .isEqualTo(expected);
        context.stop();
        contexts.removeHandler(context);
        context.destroy();
        return loader;
    }

    private static void assertThatOnlyTheLastIsAlive(List<WeakReference<ClassLoader>> loaders) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return loaders.stream().filter(each -> each.get() != null).count() <= 1;
        });
    }

    @Test
    void classesOfServletsAreCollected() throws Exception {
        assertThatOnlyTheLastIsAlive(redeploy("/app/leave", LOADER));
    }

    @Test
    void classesOfPagesAreCollected() throws Exception {
        assertThatOnlyTheLastIsAlive(redeploy("/app/page.jsp?name=you", LOADER + " 3"));
    }

    @Test
    void driversAreDeregistered() throws Exception {
        assertThatOnlyTheLastIsAlive(redeploy("/app/leave?driver", LOADER));
        assertThat(warnings()).hasSize(TIMES).allSatisfy(warning -> assertThat(warning)
                .contains("/app", "not deregistered its JDBC driver " + Leaving.NoDatabase.class.getName()));
    }

    @Test
    void valuesOfThreadsAreCollected() throws Exception {
        assertThatOnlyTheLastIsAlive(redeploy("/app/leave?value", LOADER));
    }

    @Test
    void threadsThatWereStartedForTheApplicationDoNotHoldIt() throws Exception {
        assertThatOnlyTheLastIsAlive(redeploy("/app/leave?threads", LOADER));
    }
}
