package org.eclipse.jetty.ee10.servlet.v6;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletConnection;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.junit.jupiter.api.Test;

/** What Servlet 6.0 says about the connection of a request, kept beyond its end. */
class KeptServletConnectionTest extends OverTransports {
    private record Kept(
            HttpServletRequest request, ServletConnection connection, String id, String requestId, String protocolId) {}

    private final List<Kept> kept = new ArrayList<>();

    private static String orRefused(java.util.function.Supplier<String> read, String own) {
        try {
            return read.get();
        } catch (IllegalStateException refusal) {
            return own;
        }
    }

    @Test
    void idsOfAConnectionAndARequestAreTheirOwn() throws Exception {
        ServletContextHandler context = new ServletContextHandler("/");
        context.addServlet(
                new HttpServlet() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
                        ServletConnection connection = request.getServletConnection();
                        kept.add(new Kept(
                                request,
                                connection,
                                connection.getConnectionId(),
                                request.getRequestId(),
                                request.getProtocolRequestId()));
                    }
                },
                "/*");
        try (LocalServer local = new LocalServer(transport).start(context);
                Transport.Client one = local.connector.connect();
                Transport.Client another = local.connector.connect()) {
            for (int i = 0; i < 6; i++) {
                Transport.Client client = i % 2 == 0 ? one : another;
                client.addInputAndExecute("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(client.getResponse()).startsWith("HTTP/1.1 200 ");
                for (Kept k : kept) {
                    assertThat(orRefused(k.connection::getConnectionId, k.id)).isEqualTo(k.id);
                    assertThat(orRefused(k.request::getRequestId, k.requestId)).isEqualTo(k.requestId);
                    assertThat(orRefused(k.request::getProtocolRequestId, k.protocolId))
                            .isEqualTo(k.protocolId);
                }
            }
        }
        assertThat(kept).extracting(Kept::requestId).doesNotHaveDuplicates();
        assertThat(kept.stream().map(Kept::id).distinct()).hasSize(2);
    }
}
