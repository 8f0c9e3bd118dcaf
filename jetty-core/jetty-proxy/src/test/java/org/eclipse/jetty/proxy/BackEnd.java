package org.eclipse.jetty.proxy;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A server of raw bytes behind a proxy. It reads requests strictly, records every byte, and answers by a script. */
public final class BackEnd implements Closeable {
    private final ServerSocket server;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Received> requests = new LinkedBlockingQueue<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();

    /**
     * A request as it came.
     *
     * @param head the bytes up to the empty line
     * @param content the content without its framing
     * @param trailers the lines after the last chunk
     */
    public record Received(String head, String content, String trailers) {
        public String line() {
            return head.substring(0, head.indexOf("\r\n"));
        }

        public List<String> values(String name) {
            return head.lines()
                    .skip(1)
                    .filter(line -> line.toLowerCase().startsWith(name.toLowerCase() + ": "))
                    .map(line -> line.substring(name.length() + 2))
                    .toList();
        }
    }

    /** What is done with a request whose head was read. */
    public interface Script {
        void run(Exchange exchange) throws IOException;
    }

    public BackEnd(Script script) throws IOException {
        this(0, script);
    }

    /** @param port that of a back end that was closed; 0 for another one */
    BackEnd(int port, Script script) throws IOException {
        server = new ServerSocket(port, 100, InetAddress.getLoopbackAddress());
        start(() -> accept(script));
    }

    /** Answers every request with the same bytes, once it has come as a whole. */
    public static BackEnd answering(String response) throws IOException {
        return new BackEnd(exchange -> {
            exchange.readContent();
            exchange.write(response);
        });
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "back-end");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept(Script script) {
        try {
            while (true) {
                Socket socket = server.accept();
                sockets.add(socket);
                start(() -> serve(socket, script));
            }
        } catch (IOException x) {
            // closed
        }
    }

    private void serve(Socket socket, Script script) {
        try (socket) {
            while (true) {
                Exchange exchange = new Exchange(socket);
                if (!exchange.readHead()) {
                    return;
                }
                script.run(exchange);
                requests.add(exchange.received());
            }
        } catch (EOFException x) {
            faults.add("ended within a request");
        } catch (IOException x) {
            // the proxy has closed
        }
    }

    public int port() {
        return server.getLocalPort();
    }

    /** The next request that was answered; null if none comes within 10 s. */
    public Received take() throws InterruptedException {
        return requests.poll(10, TimeUnit.SECONDS);
    }

    /** The requests that were answered and not taken. */
    public List<Received> rest() {
        return List.copyOf(requests);
    }

    public List<String> faults() {
        return faults;
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** One request and its response. */
    public final class Exchange {
        public final Socket socket;
        private final InputStream input;
        private String head = "";
        private String content = "";
        private String trailers = "";

        private Exchange(Socket socket) throws IOException {
            this.socket = socket;
            input = socket.getInputStream();
        }

        private Received received() {
            return new Received(head, content, trailers);
        }

        public String head() {
            return head;
        }

        private boolean readHead() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            while (!bytes.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                int b = input.read();
                if (b < 0) {
                    if (bytes.size() > 0) {
                        throw new EOFException();
                    }
                    return false;
                }
                bytes.write(b);
            }
            head = bytes.toString(StandardCharsets.ISO_8859_1);
            check();
            return true;
        }

        /** Bytes that do not begin a request are bytes out of place. */
        private void check() {
            if (!head.matches("(?s)[A-Z]+ [^ \r\n]+ HTTP/1\\.1\r\n([!#$%&'*+.^_`|~0-9A-Za-z-]+: [^\r\n]*\r\n)*\r\n")) {
                faults.add("no request: " + head);
            }
            Received received = received();
            int lengths = received.values("Content-Length").size();
            int codings = received.values("Transfer-Encoding").size();
            if (lengths + codings > 1) {
                faults.add("framing in doubt: " + head);
            }
        }

        private String readLine() throws IOException {
            StringBuilder line = new StringBuilder();
            while (line.length() < 2 || !line.substring(line.length() - 2).equals("\r\n")) {
                line.append((char) readByte());
            }
            return line.substring(0, line.length() - 2);
        }

        private int readByte() throws IOException {
            int b = input.read();
            if (b < 0) {
                throw new EOFException();
            }
            return b;
        }

        private String readBytes(int length) throws IOException {
            byte[] bytes = input.readNBytes(length);
            if (bytes.length < length) {
                throw new EOFException();
            }
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }

        /** Reads the content, and asks for it first where the proxy waits for that. */
        public void readContent() throws IOException {
            Received received = received();
            if (!received.values("Expect").isEmpty()) {
                write("HTTP/1.1 100 Continue\r\n\r\n");
            }
            if (!received.values("Transfer-Encoding").isEmpty()) {
                StringBuilder chunks = new StringBuilder();
                for (int size = Integer.parseInt(readLine(), 16); size > 0; size = Integer.parseInt(readLine(), 16)) {
                    chunks.append(readBytes(size));
                    if (!readLine().isEmpty()) {
                        faults.add("no end of a chunk");
                    }
                }
                content = chunks.toString();
                StringBuilder fields = new StringBuilder();
                for (String line = readLine(); !line.isEmpty(); line = readLine()) {
                    fields.append(line).append('\n');
                }
                trailers = fields.toString();
            } else if (!received.values("Content-Length").isEmpty()) {
                content = readBytes(
                        Integer.parseInt(received.values("Content-Length").get(0)));
            }
        }

        public String content() {
            return content;
        }

        public void write(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
        }
    }
}
