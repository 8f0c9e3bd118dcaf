package org.eclipse.jetty.server;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** HTTP/1.1 over a socket, perhaps within TLS. */
final class SocketTransport extends Transport {
    SocketTransport(boolean secure) {
        super(secure ? "HTTP/1.1 over TLS" : "HTTP/1.1", true, secure);
    }

    @Override
    protected Connector newConnector(Server server, HttpConfiguration configuration) throws Exception {
        HttpConnectionFactory http = new HttpConnectionFactory(configuration);
        if (!isSecure()) {
            return new ServerConnector(server, 1, 1, http);
        }
        configuration.addCustomizer(new SecureRequestCustomizer(false));
        return new ServerConnector(
                server, 1, 1, new SslConnectionFactory(keyStores().newServerFactory(), "http/1.1"), http);
    }

    @Override
    protected Client connect(Connector connector) throws Exception {
        int port = ((ServerConnector) connector).getLocalPort();
        Socket socket = isSecure()
                ? clientContext().getSocketFactory().createSocket("localhost", port)
                : new Socket("localhost", port);
        socket.setTcpNoDelay(true);
        return new SocketClient(socket);
    }

    private static final class SocketClient implements Client {
        private final Socket socket;
        private byte[] received = {};
        private boolean ended;

        private SocketClient(Socket socket) {
            this.socket = socket;
        }

        @Override
        public void addInputAndExecute(ByteBuffer bytes) throws IOException {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            try {
                socket.getOutputStream().write(copy);
            } catch (SocketException | SSLException x) {
                // the server has refused the request before its end; its answer tells
                ended = false;
            }
        }

        @Override
        public void addInputEOF() throws IOException {
            socket.shutdownOutput();
        }

        @Override
        public ByteBuffer waitForResponse(boolean head, long time, TimeUnit unit) throws IOException {
            long end = System.nanoTime() + unit.toNanos(time);
            ResponseEnd scanner = new ResponseEnd(head);
            int scanned = 0;
            byte[] buffer = new byte[16 * 1024];
            while (true) {
                ByteBuffer more = ByteBuffer.wrap(received, scanned, received.length - scanned);
                boolean found = scanner.scan(more);
                scanned = more.position();
                if (found || scanner.isBad() || ended) {
                    byte[] response = Arrays.copyOf(received, scanned);
                    received = Arrays.copyOfRange(received, scanned, received.length);
                    return found || response.length > 0 ? ByteBuffer.wrap(response) : null;
                }
                long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (millis <= 0) {
                    return null;
                }
                socket.setSoTimeout((int) millis);
                int length;
                try {
                    length = socket.getInputStream().read(buffer);
                } catch (SocketTimeoutException x) {
                    return null;
                } catch (SocketException | SSLException x) {
                    length = -1;
                }
                ended = length < 0;
                if (!ended) {
                    int before = received.length;
                    received = Arrays.copyOf(received, before + length);
                    System.arraycopy(buffer, 0, received, before, length);
                }
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
