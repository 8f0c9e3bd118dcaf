package org.eclipse.jetty.tests.embedders;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.cometd.server.http.jakarta.CometDServlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ajax.JSON;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** CometD 8: its servlet, with our JSON as its codec. */
class CometdTest {
    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        ServletHolder holder = context.addServlet(CometDServlet.class, "/cometd/*");
        holder.setInitParameter("timeout", "30000");
        holder.setAsyncSupported(true);
        holder.setInitOrder(1);
        server.setHandler(context);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    /** The messages that answer some messages. */
    private Object[] send(String messages) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/cometd/"))
                .header("Content-Type", "application/json;charset=UTF-8")
                .POST(BodyPublishers.ofString(messages))
                .build();
        return (Object[]) new JSON()
                .fromJSON(client.send(request, BodyHandlers.ofString()).body());
    }

    private static Object field(Object message, String name) {
        return ((Map<?, ?>) message).get(name);
    }

    @Test
    void messageIsPublishedAndDelivered() throws Exception {
        Object[] handshake = send("""
                [{"id":"1","channel":"/meta/handshake","version":"1.0","supportedConnectionTypes":["long-polling"]}]""");
        assertThat(field(handshake[0], "successful")).isEqualTo(true);
        String id = "\"clientId\":\"" + field(handshake[0], "clientId") + "\"";
        Object[] subscribed =
                send("[{\"id\":\"2\",\"channel\":\"/meta/subscribe\",\"subscription\":\"/news\"," + id + "}]");
        assertThat(field(subscribed[0], "successful")).isEqualTo(true);
        Object[] published =
                send("[{\"id\":\"3\",\"channel\":\"/news\",\"data\":{\"text\":\"é\",\"number\":1.5}," + id + "}]");
        assertThat(published)
                .anySatisfy(message -> assertThat(field(message, "successful")).isEqualTo(true));
        Object[] delivered = published.length > 1
                ? published
                : send("[{\"id\":\"4\",\"channel\":\"/meta/connect\",\"connectionType\":\"long-polling\"," + id + "}]");
        assertThat(delivered).anySatisfy(message -> assertThat(field(message, "data"))
                .isEqualTo(Map.of("text", "é", "number", 1.5)));
    }
}
