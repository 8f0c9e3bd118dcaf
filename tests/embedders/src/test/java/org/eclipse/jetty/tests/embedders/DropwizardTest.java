package org.eclipse.jetty.tests.embedders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dropwizard.core.Application;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.request.logging.LogbackAccessRequestLogAwareHandler;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.nio.file.Files;
import java.util.Map;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dropwizard 5: resources, the administration, health checks and the request log. */
class DropwizardTest {
    private static final String CONFIGURATION = """
            server:
              applicationConnectors: [{type: http, port: 0, bindHost: 127.0.0.1}]
              adminConnectors: [{type: http, port: 0, bindHost: 127.0.0.1}]
              requestLog:
                appenders: [{type: file, currentLogFilename: "%s", archive: false}]
            """;

    @TempDir
    java.nio.file.Path folder;

    private java.nio.file.Path log;
    private Server server;
    private Http application;
    private Http administration;

    @Path("/greeting")
    @Produces("application/json")
    public static class Greeting {
        @GET
        public Map<String, String> greet() {
            return Map.of("greeting", "Hello");
        }
    }

    private final class Greetings extends Application<Configuration> {
        /** Instead of ending the JVM. */
        @Override
        protected void onFatalError(Throwable failure) {
            throw new IllegalStateException(failure);
        }

        @Override
        public void run(Configuration configuration, Environment environment) {
            environment.jersey().register(new Greeting());
            // names the request to be logged to the server, by a class of its inside
            environment.getApplicationContext().insertHandler(new LogbackAccessRequestLogAwareHandler());
            environment.lifecycle().addServerLifecycleListener(started -> server = started);
        }
    }

    @BeforeEach
    void start() throws Exception {
        log = folder.resolve("request.log");
        java.nio.file.Path file = folder.resolve("configuration.yml");
        Files.writeString(file, CONFIGURATION.formatted(log));
        new Greetings().run("server", file.toString());
        application = http("application");
        administration = http("admin");
    }

    private Http http(String connector) {
        for (var candidate : server.getConnectors()) {
            if (connector.equals(candidate.getName()) && candidate instanceof ServerConnector found) {
                return new Http(found.getLocalPort());
            }
        }
        throw new AssertionError(connector);
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void resourcesAndAdministrationAnswerAndRequestsAreLogged() throws Exception {
        assertThat(application.get("/greeting").body()).isEqualTo("{\"greeting\":\"Hello\"}");
        assertThat(application.get("/nothing").statusCode()).isEqualTo(404);
        assertThat(administration.get("/ping").body().trim()).isEqualTo("pong");
        assertThat(administration.get("/healthcheck").body()).contains("deadlocks");
        assertThat(administration.get("/metrics").body()).contains("jetty");
        await().until(() -> Files.exists(log) && Files.readString(log).contains("GET /greeting HTTP/1.1\" 200"));
    }
}
