package org.eclipse.jetty.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Assumptions;

/**
 * A way of requests to a server. Tests write and read text of HTTP/1.1, whatever is spoken in between.
 *
 * <p>Those of this module are HTTP/1.1 in memory, over a socket, and within TLS; others are found as services. Thread-safe.
 */
public abstract class Transport {
    private static TestKeyStores keyStores;
    private static SSLContext clientContext;

    private final String name;
    private final boolean http1;
    private final boolean secure;

    protected Transport(String name, boolean http1, boolean secure) {
        this.name = name;
        this.http1 = http1;
        this.secure = secure;
    }

    /**
     * The transports to test over: every one that the class path has, or those that the system property {@code transports} names,
     * with commas in between.
     */
    public static Stream<Transport> all() {
        List<Transport> all = new ArrayList<>(List.of(local(), new SocketTransport(false), new SocketTransport(true)));
        ServiceLoader.load(Transport.class).forEach(all::add);
        String names = System.getProperty("transports", "");
        if (names.isBlank()) {
            return all.stream();
        }
        return Stream.of(names.trim().split(" *, *")).map(name -> all.stream()
                .filter(transport -> transport.toString().equals(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException(
                        "transports=" + names + ": no transport " + name + " (there are: " + all + ")")));
    }

    /** HTTP/1.1 in memory. */
    public static Transport local() {
        return new LocalTransport();
    }

    /** Whether HTTP/1.1 is spoken. */
    public boolean isHttp1() {
        return http1;
    }

    /** Whether TLS is spoken below. */
    public boolean isSecure() {
        return secure;
    }

    /** Whether there are no sockets. */
    public boolean isInMemory() {
        return false;
    }

    /** The scheme of URIs of the server. */
    public String scheme() {
        return secure ? "https" : "http";
    }

    /** Ends the test, as not to be made, unless HTTP/1.1 is spoken. */
    public void assumeHttp1(String why) {
        Assumptions.assumeTrue(http1, () -> this + ": of HTTP/1.1 alone: " + why);
    }

    /** Ends the test, as not to be made, if TLS is spoken. */
    public void assumeClear(String why) {
        Assumptions.assumeFalse(secure, () -> this + ": of clear text alone: " + why);
    }

    /** Key stores of localhost and its clients, made once. */
    public static synchronized TestKeyStores keyStores() throws Exception {
        if (keyStores == null) {
            Path folder = Files.createTempDirectory("transport");
            keyStores = new TestKeyStores(folder);
            for (String file : List.of("server.p12", "client.p12")) {
                Files.delete(folder.resolve(file));
            }
            Files.delete(folder);
        }
        return keyStores;
    }

    /** The context of all clients, which resume their sessions. */
    public static synchronized SSLContext clientContext() throws Exception {
        if (clientContext == null) {
            clientContext = keyStores().newClientContext(false);
        }
        return clientContext;
    }

    /** A connector, which is not started. */
    protected abstract Connector newConnector(Server server, HttpConfiguration configuration) throws Exception;

    /** A connection to a connector of this transport. */
    protected abstract Client connect(Connector connector) throws Exception;

    @Override
    public String toString() {
        return name;
    }

    /** The client's side of a connection. Confined to one thread. */
    public interface Client extends AutoCloseable {
        /** Sends a piece of a request, of several requests, or of none. */
        void addInputAndExecute(ByteBuffer bytes) throws Exception;

        default void addInputAndExecute(String text) throws Exception {
            addInputAndExecute(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        }

        /** Ends what is sent; the server may still answer. */
        void addInputEOF() throws Exception;

        /**
         * The next response, interim ones included with their final one.
         *
         * @param head whether the response is to a HEAD request
         * @return its bytes; what came if the connection ended within it; null if nothing came in time
         */
        ByteBuffer waitForResponse(boolean head, long time, TimeUnit unit) throws Exception;

        default String getResponse(boolean head, long time, TimeUnit unit) throws Exception {
            ByteBuffer response = waitForResponse(head, time, unit);
            return response == null
                    ? null
                    : StandardCharsets.UTF_8.decode(response).toString();
        }

        /** The next response; null if none came within 30 s. */
        default String getResponse() throws Exception {
            return getResponse(false, 30, TimeUnit.SECONDS);
        }

        @Override
        void close() throws Exception;
    }
}
