package org.eclipse.jetty.compression.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.server.BufferChecks;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The HTTP client decodes by the codings of the class path. */
class ClientCodingsTest {
    private static final String TEXT = "the quick brown fox jumps over the lazy dog\n".repeat(20_000);

    private final PoisoningByteBufferPool pool = new PoisoningByteBufferPool();
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final HttpClient client = new HttpClient();

    @BeforeEach
    void start() throws Exception {
        client.setByteBufferPool(pool);
        client.start();
    }

    /** Serves the text by one coding alone. */
    private void serve(Codings coding) throws Exception {
        CompressionHandler handler = new CompressionHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                String accepted = request.getHeaders().get(HttpHeader.ACCEPT_ENCODING);
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
                if (accepted != null) {
                    response.getHeaders().put("X-Accepted", accepted);
                }
                Content.Sink.write(response, true, TEXT, callback);
                return true;
            }
        });
        handler.putCompression(coding.compression());
        serve(handler);
    }

    private void serve(Handler handler) throws Exception {
        server.addConnector(connector);
        server.setHandler(handler);
        server.start();
    }

    private String uri() {
        return "http://localhost:" + connector.getLocalPort() + "/";
    }

    @AfterEach
    void stop() throws Exception {
        client.stop();
        server.stop();
        BufferChecks.assertAllReleased(pool);
    }

    @ParameterizedTest
    @EnumSource
    void everyCodingIsAskedForAndDecoded(Codings coding) throws Exception {
        serve(coding);

        for (int i = 0; i < 3; i++) {
            ContentResponse response = client.GET(uri());

            assertThat(response.getHeaders().get("X-Accepted").split(", "))
                    .startsWith("gzip")
                    .containsExactlyInAnyOrder("gzip", "br", "zstd");
            assertThat(response.getHeaders().contains(HttpHeader.CONTENT_ENCODING))
                    .isFalse();
            assertThat(response.getContentAsString()).isEqualTo(TEXT);
        }
    }

    @ParameterizedTest
    @EnumSource
    void clientThatIsStartedAgainDecodesAsBefore(Codings coding) throws Exception {
        serve(coding);

        client.stop();
        client.start();

        assertThat(client.GET(uri()).getContentAsString()).isEqualTo(TEXT);
    }

    @ParameterizedTest
    @EnumSource
    void contentThatIsNotReadToItsEndIsReleased(Codings coding) throws Exception {
        serve(coding);
        InputStreamResponseListener listener = new InputStreamResponseListener();

        client.newRequest(uri()).send(listener);
        byte[] start = listener.getInputStream().readNBytes(100);
        listener.getInputStream().close();

        assertThat(new String(start)).isEqualTo(TEXT.substring(0, 100));
    }

    @ParameterizedTest
    @EnumSource
    void contentThatIsNotOfTheCodingFailsTheRequest(Codings coding) throws Exception {
        byte[] whole = coding.encode(TEXT.getBytes());
        serve(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.getHeaders().put(HttpHeader.CONTENT_ENCODING, coding.encodingName());
                ByteBuffer bytes =
                        switch (request.getHttpURI().getPath()) {
                            case "/cut" -> ByteBuffer.wrap(whole, 0, whole.length / 2);
                            default -> ByteBuffer.wrap("this is text, whatever the field says".getBytes());
                        };
                response.write(true, bytes, callback);
                return true;
            }
        });

        assertThatThrownBy(() -> client.GET(uri())).isInstanceOf(ExecutionException.class);
        assertThatThrownBy(() -> client.GET(uri() + "cut")).isInstanceOf(ExecutionException.class);
    }

    @Test
    void codingsThatAreTakenAwayBeforeTheStartAreNotAskedFor() throws Exception {
        serve(Codings.GZIP);
        try (HttpClient other = new HttpClient()) {
            other.getContentDecoderFactories().clear();
            other.start();

            assertThat(other.GET(uri()).getHeaders().contains("X-Accepted")).isFalse();
        }
    }

    @Test
    void codingsCanBeTakenAway() throws Exception {
        serve(Codings.BR);
        client.getContentDecoderFactories().clear();

        ContentResponse response = client.newRequest(uri())
                .headers(fields -> fields.put(HttpHeader.ACCEPT_ENCODING, "br"))
                .send();

        assertThat(response.getHeaders().get(HttpHeader.CONTENT_ENCODING)).isEqualTo("br");
        assertThat(Codings.BR.decode(response.getContent())).isEqualTo(TEXT.getBytes());
    }
}
