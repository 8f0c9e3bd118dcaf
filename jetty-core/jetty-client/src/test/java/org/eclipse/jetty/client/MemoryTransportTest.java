package org.eclipse.jetty.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.MemoryConnector;
import org.eclipse.jetty.server.MemoryTransport;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.EchoHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client of a server in the same JVM, without sockets. */
class MemoryTransportTest {
    private final Server server = new Server();
    private final MemoryConnector connector = new MemoryConnector(server);
    private final HttpClient client = new HttpClient();

    @BeforeEach
    void start() throws Exception {
        server.addConnector(connector);
        server.setHandler(new EchoHandler());
        server.start();
        client.start();
    }

    @AfterEach
    void stop() throws Exception {
        client.stop();
        server.stop();
    }

    @Test
    void requestsAreAnsweredInMemoryAndConnectionsEndWithTheClient() throws Exception {
        String content = "0123456789".repeat(50_000);
        for (int i = 0; i < 3; i++) {
            ContentResponse response = client.newRequest("http://nowhere.invalid/")
                    .transport(new MemoryTransport(connector))
                    .method("POST")
                    .body(new StringRequestContent("text/plain", content))
                    .timeout(30, TimeUnit.SECONDS)
                    .send();
            assertThat(response.getStatus()).isEqualTo(200);
            assertThat(response.getContentAsString()).isEqualTo(content);
        }
        client.stop();
        await().until(() -> connector.getConnectedEndPoints().isEmpty());
    }
}
