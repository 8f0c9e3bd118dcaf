package org.eclipse.jetty.load;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;

/** A server that is under load, and counts what it was asked. */
final class Target implements AutoCloseable {
    private final Server server = new Server();
    private final ServerConnector connector;
    private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    private final AtomicInteger messages = new AtomicInteger();

    Target() throws Exception {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setUriCompliance(
                UriCompliance.DEFAULT.with("segments", UriCompliance.Violation.AMBIGUOUS_EMPTY_SEGMENT));
        connector = new ServerConnector(
                server, new HttpConnectionFactory(configuration), new HTTP2CServerConnectionFactory(configuration));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ContextHandler context = new ContextHandler("/");
        WebSocketUpgradeHandler upgrades = WebSocketUpgradeHandler.from(
                server,
                context,
                container -> container.addMapping("/socket", (request, response, callback) -> new Echo(messages)));
        upgrades.setHandler(new Answers());
        context.setHandler(upgrades);
        server.setHandler(context);
        server.start();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort() + path);
    }

    int asked(String line) {
        AtomicInteger count = asked.get(line);
        return count == null ? 0 : count.get();
    }

    /** Returns how many messages were answered. */
    int messages() {
        return messages.get();
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }

    public static class Echo implements Session.Listener.AutoDemanding {
        private final AtomicInteger messages;
        private Session session;

        private Echo(AtomicInteger messages) {
            this.messages = messages;
        }

        @Override
        public void onWebSocketOpen(Session opened) {
            session = opened;
        }

        @Override
        public void onWebSocketText(String message) {
            if (message.equals("leave")) {
                session.disconnect();
            } else {
                messages.incrementAndGet();
                session.sendText(message, org.eclipse.jetty.websocket.api.Callback.NOOP);
            }
        }
    }

    private final class Answers extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String path = request.getHttpURI().getPath();
            asked.computeIfAbsent(
                            request.getMethod() + " " + request.getHttpURI().getPathQuery(),
                            line -> new AtomicInteger())
                    .incrementAndGet();
            switch (path) {
                case "/missing" -> Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
                case "/never" -> {
                    // the client gives up
                    connector.getScheduler().schedule(callback::succeeded, 20, TimeUnit.SECONDS);
                }
                case "/echo" -> Content.copy(request, response, callback);
                default -> Content.Sink.write(response, true, "hello", callback);
            }
            return true;
        }
    }
}
