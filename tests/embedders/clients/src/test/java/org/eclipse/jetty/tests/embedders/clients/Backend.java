package org.eclipse.jetty.tests.embedders.clients;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/** A server that clients ask, in clear text over HTTP/1.1 and HTTP/2. */
final class Backend implements AutoCloseable {
    /** How long {@code /slow} takes unless the client leaves. */
    private static final long NEVER = 60_000;

    private final Server server = new Server();
    private final ServerConnector connector;

    Backend() throws Exception {
        HttpConfiguration configuration = new HttpConfiguration();
        connector = new ServerConnector(
                server, new HttpConnectionFactory(configuration), new HTTP2CServerConnectionFactory(configuration));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Answers());
        server.start();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort() + path);
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }

    private final class Answers extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            Fields query = Request.extractQueryParameters(request);
            switch (Request.getPathInContext(request)) {
                case "/hello" -> {
                    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
                    Content.Sink.write(response, true, "h\u00e9llo", callback);
                }
                case "/echo" -> {
                    response.getHeaders().put("X-Method", request.getMethod());
                    response.getHeaders()
                            .put(HttpHeader.CONTENT_TYPE, request.getHeaders().get(HttpHeader.CONTENT_TYPE));
                    Content.copy(request, response, callback);
                }
                case "/big" -> {
                    byte[] bytes = "0123456789"
                            .repeat(query.get("tens").getValueAsInt())
                            .getBytes(StandardCharsets.US_ASCII);
                    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/octet-stream");
                    response.write(true, java.nio.ByteBuffer.wrap(bytes), callback);
                }
                case "/slow" ->
                    connector
                            .getScheduler()
                            .schedule(callback::succeeded, NEVER, java.util.concurrent.TimeUnit.MILLISECONDS);
                default -> Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
            }
            return true;
        }
    }
}
