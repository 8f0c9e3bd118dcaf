package org.eclipse.jetty.server.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** What an application keeps per connection is never that of another connection. */
class ConnectionCacheTest extends OverTransports {
    private static final int CONNECTIONS = 6;

    /** Takes the first client of a connection as that of all its requests, as an authentication per connection does. */
    private static final class FirstClient extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            org.eclipse.jetty.util.Attributes cache = request.getComponents().getCache();
            if (cache.getAttribute("client") == null) {
                cache.setAttribute("client", request.getHeaders().get(HttpHeader.AUTHORIZATION));
            }
            Content.Sink.write(response, true, cache.getAttribute("client").toString(), callback);
            return true;
        }
    }

    private static String ask(Transport.Client client, String name) throws Exception {
        client.addInputAndExecute("GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + name + "\r\n\r\n");
        return LocalServer.body(client.getResponse());
    }

    @Test
    void cacheIsOfItsConnectionAlone() throws Exception {
        try (LocalServer local = new LocalServer(transport).start(new FirstClient())) {
            List<Transport.Client> clients = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                clients.add(local.connector.connect());
                assertThat(ask(clients.get(i), "client" + i)).isEqualTo("client" + i);
            }
            for (int i = CONNECTIONS; i-- > 0; ) {
                assertThat(ask(clients.get(i), "client" + i)).isEqualTo("client" + i);
            }
            for (Transport.Client client : clients) {
                client.close();
            }
        }
    }

    @Test
    void cacheIsEmptyForTheNextConnection() throws Exception {
        try (LocalServer local = new LocalServer(transport).start(new FirstClient())) {
            for (int i = 0; i < CONNECTIONS; i++) {
                try (Transport.Client client = local.connector.connect()) {
                    assertThat(ask(client, "client" + i)).isEqualTo("client" + i);
                }
            }
        }
    }
}
