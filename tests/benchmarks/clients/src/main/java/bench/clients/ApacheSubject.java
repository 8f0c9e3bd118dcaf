package bench.clients;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.async.methods.SimpleResponseConsumer;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.core5.http2.HttpVersionPolicy;

/** Apache HttpClient 5, its asynchronous client. */
final class ApacheSubject implements Subject {
    private final CloseableHttpAsyncClient client;

    ApacheSubject(Protocol protocol, int connections) throws Exception {
        PoolingAsyncClientConnectionManagerBuilder builder = PoolingAsyncClientConnectionManagerBuilder.create()
                .setMaxConnTotal(connections)
                .setMaxConnPerRoute(connections)
                .setMessageMultiplexing(protocol == Protocol.HTTP2)
                .setDefaultTlsConfig(TlsConfig.custom()
                        .setVersionPolicy(
                                protocol == Protocol.HTTP2
                                        ? HttpVersionPolicy.FORCE_HTTP_2
                                        : HttpVersionPolicy.FORCE_HTTP_1)
                        .build());
        if (protocol == Protocol.TLS) {
            builder.setTlsStrategy(ClientTlsStrategyBuilder.create()
                    .setSslContext(Trust.everybody())
                    .setHostnameVerifier(NoopHostnameVerifier.INSTANCE)
                    .buildAsync());
        }
        PoolingAsyncClientConnectionManager manager = builder.build();
        client = HttpAsyncClients.custom()
                .setConnectionManager(manager)
                .disableAutomaticRetries()
                .build();
        client.start();
    }

    @Override
    public void get(URI uri, Reply reply) {
        SimpleHttpRequest request = SimpleHttpRequest.create("GET", uri);
        client.execute(
                SimpleRequestProducer.create(request), SimpleResponseConsumer.create(), new FutureCallback<>() {
                    @Override
                    public void completed(SimpleHttpResponse response) {
                        byte[] bytes = response.getBodyBytes();
                        reply.answered(response.getCode(), bytes == null ? 0 : bytes.length);
                    }

                    @Override
                    public void failed(Exception x) {
                        reply.failed(x);
                    }

                    @Override
                    public void cancelled() {
                        reply.failed(new IOException("cancelled"));
                    }
                });
    }

    @Override
    public void download(URI uri, Reply reply) {
        count(AsyncRequestBuilder.get(uri).build(), reply);
    }

    @Override
    public void upload(URI uri, long octets, Reply reply) {
        count(AsyncRequestBuilder.post(uri).setEntity(new ZerosProducer(octets)).build(), reply);
    }

    private void count(AsyncRequestProducer request, Reply reply) {
        client.execute(request, new Count(), new FutureCallback<long[]>() {
            @Override
            public void completed(long[] result) {
                reply.answered((int) result[0], result[1]);
            }

            @Override
            public void failed(Exception x) {
                reply.failed(x);
            }

            @Override
            public void cancelled() {
                reply.failed(new IOException("cancelled"));
            }
        });
    }

    @Override
    public void close() throws Exception {
        client.close();
    }

    private static final class Count extends AbstractBinResponseConsumer<long[]> {
        private final long[] result = new long[2];

        @Override
        protected void start(HttpResponse response, ContentType contentType) {
            result[0] = response.getCode();
        }

        @Override
        protected int capacityIncrement() {
            return Integer.MAX_VALUE;
        }

        @Override
        protected void data(ByteBuffer source, boolean endOfStream) {
            result[1] += source.remaining();
            source.position(source.limit());
        }

        @Override
        protected long[] buildResult() {
            return result;
        }

        @Override
        public void releaseResources() {}
    }

    private static final class ZerosProducer implements AsyncEntityProducer {
        private final ByteBuffer piece = ByteBuffer.allocate(PIECE);
        private long left;

        private ZerosProducer(long octets) {
            left = octets;
            piece.limit(0);
        }

        @Override
        public void produce(DataStreamChannel channel) throws IOException {
            while (left > 0 || piece.hasRemaining()) {
                if (!piece.hasRemaining()) {
                    piece.clear();
                    left -= PIECE;
                }
                channel.write(piece);
                if (piece.hasRemaining()) {
                    return;
                }
            }
            channel.endStream();
        }

        @Override
        public int available() {
            return PIECE;
        }

        @Override
        public boolean isRepeatable() {
            return false;
        }

        @Override
        public void failed(Exception cause) {}

        @Override
        public long getContentLength() {
            return -1;
        }

        @Override
        public String getContentType() {
            return "application/octet-stream";
        }

        @Override
        public String getContentEncoding() {
            return null;
        }

        @Override
        public boolean isChunked() {
            return true;
        }

        @Override
        public java.util.Set<String> getTrailerNames() {
            return java.util.Set.of();
        }

        @Override
        public void releaseResources() {}
    }
}
