package bench.clients;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * The server that all clients ask: 13 octets at {@code /}, so many as asked for at {@code /octets/N}, and the number of those that
 * were posted at {@code /count}. Prints its ports. Arguments: a key store and its password.
 */
public final class BenchServer {
    private static final byte[] HELLO = "Hello, World!".getBytes(StandardCharsets.US_ASCII);
    private static final int PIECE = 32 * 1024;

    private BenchServer() {}

    public static void main(String[] args) throws Exception {
        Server server = new Server();
        HttpConfiguration http = new HttpConfiguration();
        ServerConnector clear = new ServerConnector(
                server, 1, 1, new HttpConnectionFactory(http), new HTTP2CServerConnectionFactory(http));
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(args[0]);
        tls.setKeyStorePassword(args[1]);
        HttpConfiguration https = new HttpConfiguration(http);
        https.addCustomizer(new SecureRequestCustomizer(false));
        ServerConnector secure = new ServerConnector(
                server, 1, 1, new SslConnectionFactory(tls, "http/1.1"), new HttpConnectionFactory(https));
        for (ServerConnector connector : List.of(clear, secure)) {
            connector.setHost("127.0.0.1");
            connector.setIdleTimeout(600_000);
            server.addConnector(connector);
        }
        server.setHandler(new Answers());
        server.start();
        System.out.println(clear.getLocalPort() + " " + secure.getLocalPort());
        // ends with the program that started it
        while (System.in.read() >= 0) {
            // nothing is said
        }
        System.exit(0);
    }

    private static final class Answers extends Handler.Abstract.NonBlocking {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String path = Request.getPathInContext(request);
            if (path.startsWith("/octets/")) {
                new Octets(response, callback, Long.parseLong(path.substring(8))).iterate();
            } else if (path.equals("/count")) {
                new Counting(request, response, callback).run();
            } else {
                response.getHeaders().put("Content-Type", "text/plain");
                response.write(true, ByteBuffer.wrap(HELLO), callback);
            }
            return true;
        }
    }

    private static final class Octets extends IteratingCallback {
        private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
        private final Response response;
        private final Callback callback;
        private long left;

        private Octets(Response response, Callback callback, long left) {
            this.response = response;
            this.callback = callback;
            this.left = left;
        }

        @Override
        protected Action process() {
            if (left <= 0) {
                return Action.SUCCEEDED;
            }
            piece.clear().limit((int) Math.min(left, PIECE));
            left -= piece.remaining();
            response.write(left == 0, piece, this);
            return Action.SCHEDULED;
        }

        @Override
        protected void onCompleteSuccess() {
            callback.succeeded();
        }

        @Override
        protected void onCompleteFailure(Throwable cause) {
            callback.failed(cause);
        }
    }

    private record Counting(Request request, Response response, Callback callback, long[] count) implements Runnable {
        private Counting(Request request, Response response, Callback callback) {
            this(request, response, callback, new long[1]);
        }

        @Override
        public void run() {
            while (true) {
                Content.Chunk chunk = request.read();
                if (chunk == null) {
                    request.demand(this);
                    return;
                }
                if (Content.Chunk.isFailure(chunk)) {
                    callback.failed(chunk.getFailure());
                    return;
                }
                count[0] += chunk.remaining();
                boolean last = chunk.isLast();
                chunk.release();
                if (last) {
                    byte[] text = Long.toString(count[0]).getBytes(StandardCharsets.US_ASCII);
                    response.write(true, ByteBuffer.wrap(text), callback);
                    return;
                }
            }
        }
    }
}
