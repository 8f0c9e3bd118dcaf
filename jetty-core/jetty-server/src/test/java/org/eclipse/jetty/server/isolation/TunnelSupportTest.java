package org.eclipse.jetty.server.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.TunnelSupport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** The tunnel support of a CONNECT request that was refused leads to no other connection. */
class TunnelSupportTest extends OverTransports {
    private record Tunnel(TunnelSupport support, EndPoint endPoint) {}

    private static String ask(Transport.Client client) throws Exception {
        client.addInputAndExecute("CONNECT there:443 HTTP/1.1\r\nHost: there:443\r\n\r\n");
        return client.getResponse();
    }

    @Test
    void keptTunnelSupportHasItsOwnEndPoint() throws Exception {
        transport.assumeHttp1("HTTP/2 has other tunnels");
        BlockingQueue<Tunnel> tunnels = new LinkedBlockingQueue<>();
        Handler handler = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                TunnelSupport support = request.getTunnelSupport();
                tunnels.add(new Tunnel(support, support.getEndPoint()));
                Response.writeError(request, response, callback, 403);
                return true;
            }
        };
        try (LocalServer local = new LocalServer(transport).start(handler)) {
            List<Tunnel> kept = new ArrayList<>();
            List<Transport.Client> clients = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                clients.add(local.connector.connect());
                assertThat(ask(clients.get(i))).startsWith("HTTP/1.1 403 ");
                kept.add(tunnels.take());
                for (Tunnel tunnel : kept) {
                    EndPoint late;
                    try {
                        late = tunnel.support().getEndPoint();
                    } catch (IllegalStateException refusal) {
                        continue;
                    }
                    assertThat(late).isIn(null, tunnel.endPoint());
                }
            }
            for (Transport.Client client : clients) {
                client.close();
            }
        }
    }
}
