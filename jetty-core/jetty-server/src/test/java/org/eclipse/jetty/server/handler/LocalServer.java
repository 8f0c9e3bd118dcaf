package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.server.BufferChecks;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.TestConnector;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.util.Callback;

/** A server whose buffers are counted: raw text in, raw text out. */
public final class LocalServer implements AutoCloseable {
    public final PoisoningByteBufferPool pool = new PoisoningByteBufferPool();
    public final Server server = new Server(null, null, pool);
    public final HttpConfiguration configuration = new HttpConfiguration();
    public final TestConnector connector;

    /** A server in memory. */
    public LocalServer() throws Exception {
        this(Transport.local());
    }

    public LocalServer(Transport transport) throws Exception {
        configuration.setSendDateHeader(false);
        configuration.setSendServerVersion(false);
        connector = new TestConnector(transport, server, configuration);
    }

    /** The connector of a server in memory. */
    public LocalConnector inMemory() {
        return (LocalConnector) connector.getConnector();
    }

    public LocalServer start(Handler handler) throws Exception {
        server.setHandler(handler);
        server.start();
        return this;
    }

    /** The response to a request, whose lines end as in a text block. */
    public String ask(String request) throws Exception {
        String response = connector.getResponse(wire(request));
        assertThat(response).as("response").isNotNull();
        return response;
    }

    public String get(String path, String... fields) throws Exception {
        return ask("GET " + path + " HTTP/1.1\nHost: localhost\n" + String.join("\n", fields)
                + (fields.length == 0 ? "\n" : "\n\n"));
    }

    public static String wire(String text) {
        return text.replace("\n", "\r\n");
    }

    public static String body(String response) {
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    /** A handler that answers 200 with a text. */
    public static Handler answer(String text) {
        return new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Content.Sink.write(response, true, text, callback);
                return true;
            }
        };
    }

    /** A handler that reads the content and answers with it. */
    public static Handler echo() {
        return new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                String content = Content.Source.asString(request, StandardCharsets.UTF_8);
                response.write(true, ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)), callback);
                return true;
            }
        };
    }

    @Override
    public void close() throws Exception {
        server.stop();
        BufferChecks.assertAllReleased(pool);
    }
}
