package org.eclipse.jetty.compression.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.compression.Compression;
import org.eclipse.jetty.compression.server.Codings;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.server.BufferChecks;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Responses of a real server, over HTTP/1.1 and HTTP/2, decoded by the codings that a client was given. */
class CompressionContentDecoderFactoryTest {
    private static final String TEXT = "the quick brown fox jumps over the lazy dog\n".repeat(20_000);
    private static final byte[] BYTES = TEXT.getBytes(StandardCharsets.UTF_8);

    private final PoisoningByteBufferPool pool = new PoisoningByteBufferPool();
    private final Server server = new Server();
    private final List<HttpClient> clients = new ArrayList<>();
    private ServerConnector connector;

    enum Protocol {
        HTTP_1_1,
        HTTP_2;

        HttpClientTransport transport() {
            return this == HTTP_1_1
                    ? new HttpClientTransportOverHTTP()
                    : new HttpClientTransportOverHTTP2(new HTTP2Client(new ClientConnector()));
        }
    }

    static Stream<Arguments> all() {
        return Arrays.stream(Codings.values())
                .flatMap(coding -> Arrays.stream(Protocol.values()).map(protocol -> Arguments.of(coding, protocol)));
    }

    /** Answers by bytes that are of a coding, or claim to be. */
    private void serve(Codings coding, byte[] encoded) throws Exception {
        serve(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.getHeaders().put(HttpHeader.CONTENT_ENCODING, coding.encodingName());
                String accepted = request.getHeaders().get(HttpHeader.ACCEPT_ENCODING);
                response.getHeaders().put("X-Accepted", accepted == null ? "nothing" : accepted);
                if (HttpMethod.HEAD.is(request.getMethod())) {
                    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, encoded.length);
                    callback.succeeded();
                } else {
                    response.write(true, ByteBuffer.wrap(encoded), callback);
                }
                return true;
            }
        });
    }

    private void serve(Handler handler) throws Exception {
        HttpConfiguration configuration = new HttpConfiguration();
        connector = new ServerConnector(
                server, new HttpConnectionFactory(configuration), new HTTP2CServerConnectionFactory(configuration));
        server.addConnector(connector);
        server.setHandler(handler);
        server.start();
    }

    private HttpClient client(Protocol protocol) {
        HttpClient client = new HttpClient(protocol.transport());
        client.setByteBufferPool(pool);
        clients.add(client);
        return client;
    }

    /** A client that decodes by one coding alone. */
    private HttpClient client(Protocol protocol, Codings coding) throws Exception {
        HttpClient client = client(protocol);
        client.getContentDecoderFactories().clear();
        client.getContentDecoderFactories().put(new CompressionContentDecoderFactory(coding.compression()));
        client.start();
        return client;
    }

    private String uri() {
        return "http://localhost:" + connector.getLocalPort() + "/";
    }

    @AfterEach
    void stop() throws Exception {
        for (HttpClient client : clients) {
            client.stop();
        }
        server.stop();
        BufferChecks.assertAllReleased(pool);
    }

    @ParameterizedTest
    @MethodSource("all")
    void codingIsAskedForAndDecoded(Codings coding, Protocol protocol) throws Exception {
        serve(coding, coding.encode(BYTES));
        HttpClient client = client(protocol, coding);

        for (int i = 0; i < 3; i++) {
            ContentResponse response = client.GET(uri());

            assertThat(response.getHeaders().get("X-Accepted")).isEqualTo(coding.encodingName());
            assertThat(response.getHeaders().contains(HttpHeader.CONTENT_ENCODING))
                    .isFalse();
            assertThat(response.getHeaders().contains(HttpHeader.CONTENT_LENGTH))
                    .isFalse();
            assertThat(response.getContentAsString()).isEqualTo(TEXT);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void contentThatComesByteByByteIsDecoded(Codings coding, Protocol protocol) throws Exception {
        byte[] encoded = coding.encode("the quick brown fox jumps over the lazy dog".getBytes(StandardCharsets.UTF_8));
        serve(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                response.getHeaders().put(HttpHeader.CONTENT_ENCODING, coding.encodingName());
                for (int i = 0; i < encoded.length; i++) {
                    try (Blocker.Callback blocker = Blocker.callback()) {
                        response.write(false, ByteBuffer.wrap(encoded, i, 1), blocker);
                        blocker.block();
                    }
                }
                callback.succeeded();
                return true;
            }
        });

        assertThat(client(protocol, coding).GET(uri()).getContentAsString())
                .isEqualTo("the quick brown fox jumps over the lazy dog");
    }

    @ParameterizedTest
    @MethodSource("all")
    void emptyContentIsDecoded(Codings coding, Protocol protocol) throws Exception {
        serve(coding, coding.encode(new byte[0]));

        assertThat(client(protocol, coding).GET(uri()).getContent()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("all")
    void noContentAtAllIsNoFailure(Codings coding, Protocol protocol) throws Exception {
        serve(coding, new byte[0]);

        assertThat(client(protocol, coding).GET(uri()).getContent()).isEmpty();
    }

    /** The fields of a response to HEAD are those of the content that a GET would have (RFC 9110, section 9.3.2). */
    @ParameterizedTest
    @MethodSource("all")
    void responseToHeadIsLeftAsItIs(Codings coding, Protocol protocol) throws Exception {
        byte[] encoded = coding.encode(BYTES);
        serve(coding, encoded);

        ContentResponse response = client(protocol, coding)
                .newRequest(uri())
                .method(HttpMethod.HEAD)
                .send();

        assertThat(response.getHeaders().get(HttpHeader.CONTENT_ENCODING)).isEqualTo(coding.encodingName());
        assertThat(response.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH))
                .isEqualTo(encoded.length);
    }

    @ParameterizedTest
    @MethodSource("all")
    void contentThatIsCutFailsTheRequest(Codings coding, Protocol protocol) throws Exception {
        byte[] whole = coding.encode(BYTES);
        serve(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.getHeaders().put(HttpHeader.CONTENT_ENCODING, coding.encodingName());
                int length = Integer.parseInt(Request.getPathInContext(request).substring(1));
                response.write(true, ByteBuffer.wrap(whole, 0, length), callback);
                return true;
            }
        });
        HttpClient client = client(protocol, coding);

        for (int length : new int[] {1, 5, whole.length / 2, whole.length - 1}) {
            assertThatThrownBy(() -> client.GET(uri() + length))
                    .as("%d of %d bytes", length, whole.length)
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("Truncated encoded content");
        }
        assertThat(client.GET(uri() + whole.length).getContentAsString()).isEqualTo(TEXT);
    }

    @ParameterizedTest
    @MethodSource("all")
    void contentThatIsNotOfTheCodingFailsTheRequest(Codings coding, Protocol protocol) throws Exception {
        serve(coding, "this is text, whatever the field says".getBytes(StandardCharsets.UTF_8));
        HttpClient client = client(protocol, coding);

        assertThatThrownBy(() -> client.GET(uri()))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("Bad " + coding.encodingName() + " content");
    }

    /** Members of gzip (RFC 1952, section 2.2) and frames of zstandard (RFC 8878, section 3) may follow each other; brotli has one stream. */
    @ParameterizedTest
    @MethodSource("all")
    void streamsThatFollowEachOtherAreOneWhereTheCodingSaysSo(Codings coding, Protocol protocol) throws Exception {
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        for (String part : List.of("one ", "", "two ", TEXT)) {
            encoded.writeBytes(coding.encode(part.getBytes(StandardCharsets.UTF_8)));
        }
        serve(coding, encoded.toByteArray());
        HttpClient client = client(protocol, coding);

        if (coding == Codings.BR) {
            assertThatThrownBy(() -> client.GET(uri()))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("Bad br content");
        } else {
            assertThat(client.GET(uri()).getContentAsString()).isEqualTo("one two " + TEXT);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void garbageAfterTheEndFailsTheRequest(Codings coding, Protocol protocol) throws Exception {
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        encoded.writeBytes(coding.encode(BYTES));
        encoded.writeBytes("garbage, and more of it".getBytes(StandardCharsets.UTF_8));
        serve(coding, encoded.toByteArray());
        HttpClient client = client(protocol, coding);

        assertThatThrownBy(() -> client.GET(uri())).isInstanceOf(ExecutionException.class);
    }

    /** A few kilobytes that would become 64 MiB. */
    @ParameterizedTest
    @MethodSource("all")
    void contentThatDecodesToMoreThanTheLimitFailsTheRequest(Codings coding, Protocol protocol) throws Exception {
        byte[] bomb = coding.encode(new byte[64 << 20]);
        assertThat(bomb).hasSizeLessThan(256 * 1024);
        serve(coding, bomb);
        HttpClient client = client(protocol, coding);
        client.setMaxResponseContentSize(1 << 20);
        InputStreamResponseListener listener = new InputStreamResponseListener();

        client.newRequest(uri()).send(listener);

        assertThatThrownBy(() -> listener.getInputStream().readAllBytes())
                .hasStackTraceContaining("has more than 1048576 octets");
        // without a limit of the client, what is collected still has one
        client.setMaxResponseContentSize(-1);
        assertThatThrownBy(() -> client.GET(uri())).isInstanceOf(ExecutionException.class);
    }

    @ParameterizedTest
    @MethodSource("all")
    void contentThatIsNotReadToItsEndIsReleased(Codings coding, Protocol protocol) throws Exception {
        serve(coding, coding.encode(BYTES));
        InputStreamResponseListener listener = new InputStreamResponseListener();

        client(protocol, coding).newRequest(uri()).send(listener);
        byte[] start = listener.getInputStream().readNBytes(100);
        listener.getInputStream().close();

        assertThat(new String(start, StandardCharsets.UTF_8)).isEqualTo(TEXT.substring(0, 100));
    }

    @ParameterizedTest
    @EnumSource
    void clientThatIsStartedAgainDecodesAsBefore(Codings coding) throws Exception {
        serve(coding, coding.encode(BYTES));
        HttpClient client = client(Protocol.HTTP_1_1, coding);
        assertThat(client.GET(uri()).getContentAsString()).isEqualTo(TEXT);

        client.stop();
        client.start();

        assertThat(client.GET(uri()).getContentAsString()).isEqualTo(TEXT);
    }

    @ParameterizedTest
    @EnumSource
    void factoryOfARunningClientIsUsedAtOnce(Codings coding) throws Exception {
        serve(coding, coding.encode(BYTES));
        HttpClient client = client(Protocol.HTTP_1_1);
        client.getContentDecoderFactories().clear();
        client.start();
        assertThat(client.GET(uri()).getHeaders().get("X-Accepted")).isEqualTo("nothing");

        client.getContentDecoderFactories().put(new CompressionContentDecoderFactory(coding.compression()));

        assertThat(client.GET(uri()).getContentAsString()).isEqualTo(TEXT);
    }

    /** The client finds codings by itself; it keeps the one that it was given, and its place. */
    @ParameterizedTest
    @EnumSource
    void factoryOfTheApplicationIsKeptByAClientThatFindsOthers(Codings coding) throws Exception {
        serve(coding, coding.encode(BYTES));
        HttpClient client = client(Protocol.HTTP_1_1);
        CompressionContentDecoderFactory factory = new CompressionContentDecoderFactory(coding.compression(), 0.5F);
        client.getContentDecoderFactories().put(factory);
        client.start();

        ContentResponse response = client.GET(uri());

        assertThat(client.getContentDecoderFactories().get(coding.encodingName()))
                .isSameAs(factory);
        List<String> accepted = List.of(response.getHeaders().get("X-Accepted").split(", "));
        assertThat(accepted).hasSize(3).startsWith(coding.encodingName() + ";q=0.500");
        assertThat(response.getContentAsString()).isEqualTo(TEXT);
    }

    @ParameterizedTest
    @EnumSource
    void buffersOfTheCodingAreThoseThatItWasGiven(Codings coding) throws Exception {
        serve(coding, coding.encode(BYTES));
        PoisoningByteBufferPool own = new PoisoningByteBufferPool();
        Compression compression = coding.compression();
        compression.setByteBufferPool(own);
        HttpClient client = client(Protocol.HTTP_1_1);
        client.getContentDecoderFactories().put(new CompressionContentDecoderFactory(compression));
        client.start();
        InputStreamResponseListener listener = new InputStreamResponseListener();

        client.newRequest(uri()).send(listener);
        byte[] start = listener.getInputStream().readNBytes(1);

        assertThat(start).isEqualTo(new byte[] {'t'});
        assertThat(own.getLeakCount()).isPositive();
        listener.getInputStream().close();
        client.stop();
        BufferChecks.assertAllReleased(own);
    }

    @Test
    void weightsThatAreNoneAreRefused() {
        assertThatThrownBy(() -> new CompressionContentDecoderFactory(Codings.GZIP.compression(), 1.5F))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("weight: 1.5 (expected: 0-1)");
    }
}
