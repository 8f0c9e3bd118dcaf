package org.eclipse.jetty.tests.embedders.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.cometd.client.BayeuxClient;
import org.cometd.client.http.jetty.JettyHttpClientTransport;
import org.cometd.client.transport.ClientTransport;
import org.cometd.server.http.jakarta.CometDServlet;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client of CometD 8, which exchanges messages by long polling. */
class CometdClientTest {
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final HttpClient httpClient = new HttpClient();

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        ServletHolder holder = context.addServlet(CometDServlet.class, "/cometd/*");
        holder.setAsyncSupported(true);
        holder.setInitOrder(1);
        server.setHandler(context);
        server.start();
        httpClient.start();
    }

    @AfterEach
    void stop() throws Exception {
        httpClient.stop();
        server.stop();
    }

    @Test
    void messagesGoByLongPolling() throws Exception {
        ClientTransport transport = new JettyHttpClientTransport(null, httpClient);
        BayeuxClient client = new BayeuxClient("http://127.0.0.1:" + connector.getLocalPort() + "/cometd", transport);
        BlockingQueue<Object> messages = new LinkedBlockingQueue<>();
        try {
            client.handshake(reply -> client.getChannel("/news")
                    .subscribe(
                            (channel, message) -> messages.add(message.getData()),
                            subscribed -> client.getChannel("/news").publish(Map.of("text", "h\u00e9"))));
            assertThat(messages.poll(30, TimeUnit.SECONDS)).isEqualTo(Map.of("text", "h\u00e9"));
            assertThat(client.getTransport().getName()).isEqualTo("long-polling");
        } finally {
            client.disconnect(10_000);
        }
    }
}
