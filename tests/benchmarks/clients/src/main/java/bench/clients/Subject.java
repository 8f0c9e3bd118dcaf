package bench.clients;

import java.net.URI;
import java.util.function.Consumer;

/** An HTTP client that is measured. */
interface Subject extends AutoCloseable {
    /** Which protocol a client speaks. */
    enum Protocol {
        HTTP1,
        TLS,
        HTTP2
    }

    /** What becomes of a request: the octets of the content of its response, or why it failed. */
    interface Reply {
        void answered(int status, long octets);

        void failed(Throwable cause);
    }

    /** The size of the pieces of what is uploaded. */
    int PIECE = 32 * 1024;

    /** Gets a resource, whose content is kept in memory. */
    void get(URI uri, Reply reply);

    /** Gets a resource, whose content is counted and dropped as it comes. */
    void download(URI uri, Reply reply);

    /** Posts so many octets in pieces of {@link #PIECE}. */
    void upload(URI uri, long octets, Reply reply);

    static Subject of(String name, Protocol protocol, int connections) throws Exception {
        return switch (name) {
            case "here", "jetty" -> new JettySubject(protocol, connections);
            case "apache" -> new ApacheSubject(protocol, connections);
            case "jdk" -> new JdkSubject(protocol);
            case "bare" -> new BareSubject();
            case "reactor" -> new ReactorSubject(protocol, connections);
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Counts octets and ends a reply; for clients that report content and end apart. */
    static <T> void end(Reply reply, Throwable failure, T response, Consumer<T> success) {
        if (failure != null) {
            reply.failed(failure);
        } else {
            success.accept(response);
        }
    }
}
