package bench.clients;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Flux;
import reactor.netty.http.Http11SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** The HTTP client of Reactor on Netty. */
final class ReactorSubject implements Subject {
    private final ConnectionProvider connections;
    private final HttpClient client;

    ReactorSubject(Protocol protocol, int connections) {
        this.connections = ConnectionProvider.builder("bench")
                .maxConnections(connections)
                .pendingAcquireMaxCount(-1)
                .build();
        HttpClient base = HttpClient.create(this.connections)
                .protocol(protocol == Protocol.HTTP2 ? HttpProtocol.H2C : HttpProtocol.HTTP11);
        if (protocol == Protocol.TLS) {
            Http11SslContextSpec tls = Http11SslContextSpec.forClient()
                    .configure(builder -> builder.trustManager(InsecureTrustManagerFactory.INSTANCE)
                            .endpointIdentificationAlgorithm(null));
            base = base.secure(spec -> spec.sslContext(tls));
        }
        client = base;
    }

    @Override
    public void get(URI uri, Reply reply) {
        client.get()
                .uri(uri)
                .responseSingle((response, content) -> content.asByteArray()
                        .defaultIfEmpty(new byte[0])
                        .map(bytes -> new long[] {response.status().code(), bytes.length}))
                .subscribe(result -> reply.answered((int) result[0], result[1]), reply::failed);
    }

    @Override
    public void download(URI uri, Reply reply) {
        count(client.get().uri(uri), reply);
    }

    @Override
    public void upload(URI uri, long octets, Reply reply) {
        byte[] piece = new byte[PIECE];
        Flux<ByteBuf> pieces = Flux.range(0, (int) (octets / PIECE)).map(i -> Unpooled.wrappedBuffer(piece));
        count(client.post().uri(uri).send(pieces), reply);
    }

    private static void count(HttpClient.ResponseReceiver<?> request, Reply reply) {
        AtomicLong octets = new AtomicLong();
        AtomicLong status = new AtomicLong();
        request.response((response, content) -> {
                    status.set(response.status().code());
                    return content.doOnNext(part -> octets.addAndGet(part.readableBytes()));
                })
                .subscribe(part -> {}, reply::failed, () -> reply.answered((int) status.get(), octets.get()));
    }

    @Override
    public void close() {
        connections.dispose();
    }
}
