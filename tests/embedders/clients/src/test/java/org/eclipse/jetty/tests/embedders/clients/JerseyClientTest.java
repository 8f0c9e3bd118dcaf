package org.eclipse.jetty.tests.embedders.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.Entity;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.client.ClientConfig;
import org.glassfish.jersey.client.ClientProperties;
import org.glassfish.jersey.jetty.connector.JettyConnectorProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client of Jersey with its connector for Jetty. */
class JerseyClientTest {
    private Backend backend;
    private Client client;

    @BeforeEach
    void start() throws Exception {
        backend = new Backend();
        client = ClientBuilder.newClient(new ClientConfig().connectorProvider(new JettyConnectorProvider()));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        backend.close();
    }

    @Test
    void requestsAreAnswered() throws Exception {
        assertThat(client.target(backend.uri("/hello")).request().get(String.class))
                .isEqualTo("h\u00e9llo");
        try (Response echoed = client.target(backend.uri("/echo"))
                .request()
                .header("X-Some", "value")
                .post(Entity.text("content"))) {
            assertThat(echoed.getStatus()).isEqualTo(200);
            assertThat(echoed.getHeaderString("X-Method")).isEqualTo("POST");
            assertThat(echoed.readEntity(String.class)).isEqualTo("content");
        }
        assertThat(client.target(backend.uri("/hello"))
                        .request()
                        .async()
                        .get(String.class)
                        .get(30, TimeUnit.SECONDS))
                .isEqualTo("h\u00e9llo");
    }

    @Test
    void responseThatDoesNotComeIsAFailure() {
        assertThatThrownBy(() -> client.target(backend.uri("/slow"))
                        .property(ClientProperties.READ_TIMEOUT, 200)
                        .request()
                        .get(String.class))
                .isInstanceOf(ProcessingException.class);
    }
}
