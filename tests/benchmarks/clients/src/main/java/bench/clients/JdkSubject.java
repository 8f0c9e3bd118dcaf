package bench.clients;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicLong;

/** The HTTP client of the JDK. */
final class JdkSubject implements Subject {
    private final HttpClient client;
    private final HttpClient.Version version;

    JdkSubject(Protocol protocol) throws Exception {
        version = protocol == Protocol.HTTP2 ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1;
        HttpClient.Builder builder = HttpClient.newBuilder().version(version);
        if (protocol == Protocol.TLS) {
            builder.sslContext(Trust.everybody());
        }
        client = builder.build();
    }

    private HttpRequest.Builder request(URI uri) {
        return HttpRequest.newBuilder(uri).version(version);
    }

    @Override
    public void get(URI uri, Reply reply) {
        client.sendAsync(request(uri).build(), HttpResponse.BodyHandlers.ofByteArray())
                .whenComplete((response, failure) -> Subject.end(
                        reply, failure, response, r -> reply.answered(r.statusCode(), r.body().length)));
    }

    @Override
    public void download(URI uri, Reply reply) {
        count(request(uri).build(), reply);
    }

    @Override
    public void upload(URI uri, long octets, Reply reply) {
        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofByteArrays(() -> new java.util.Iterator<>() {
            private final byte[] piece = new byte[PIECE];
            private long left = octets;

            @Override
            public boolean hasNext() {
                return left > 0;
            }

            @Override
            public byte[] next() {
                left -= PIECE;
                return piece;
            }
        });
        count(request(uri).POST(body).build(), reply);
    }

    private void count(HttpRequest request, Reply reply) {
        AtomicLong octets = new AtomicLong();
        client.sendAsync(
                        request,
                        HttpResponse.BodyHandlers.ofByteArrayConsumer(
                                piece -> piece.ifPresent(bytes -> octets.addAndGet(bytes.length))))
                .whenComplete((response, failure) -> Subject.end(
                        reply, failure, response, r -> reply.answered(r.statusCode(), octets.get())));
    }

    @Override
    public void close() {
        client.close();
    }
}
