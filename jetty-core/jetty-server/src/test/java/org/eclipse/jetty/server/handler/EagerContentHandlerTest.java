package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.http.MultiPartConfig;
import org.eclipse.jetty.http.MultiPartFormData;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EagerContentHandlerTest extends OverTransports {
    @TempDir
    private Path files;

    private LocalServer local;
    private final AtomicInteger handled = new AtomicInteger();

    /** Answers with the content, of whatever kind, that must be there already. */
    private final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            handled.incrementAndGet();
            StringBuilder text = new StringBuilder();
            if (FormFields.get(request) != null) {
                assertThat(FormFields.get(request)).isDone();
                for (Fields.Field field : FormFields.getFields(request)) {
                    text.append(field.getName())
                            .append('=')
                            .append(field.getValue())
                            .append(';');
                }
            } else if (MultiPartFormData.get(request) != null) {
                for (MultiPart.Part part : MultiPartFormData.getParts(request)) {
                    text.append(part.getName())
                            .append('=')
                            .append(part.getContentAsString(StandardCharsets.UTF_8))
                            .append(';');
                }
            } else {
                text.append(Content.Source.asString(request, StandardCharsets.UTF_8));
            }
            Content.Sink.write(response, true, "got " + text, callback);
            return true;
        }
    }

    @BeforeEach
    void open() throws Exception {
        local = new LocalServer(transport);
    }

    @AfterEach
    void stop() throws Exception {
        local.close();
    }

    private void start(EagerContentHandler.ContentLoaderFactory... factories) throws Exception {
        EagerContentHandler eager =
                factories.length == 0 ? new EagerContentHandler() : new EagerContentHandler(factories);
        eager.setHandler(new Application());
        local.start(eager);
    }

    private Transport.Client post(String type, String length, String begin) throws Exception {
        return local.connector.executeRequest(LocalServer.wire("POST / HTTP/1.1\nHost: h\n"
                        + (type == null ? "" : "Content-Type: " + type + "\n") + length + "\n\n")
                + begin);
    }

    private static void send(Transport.Client client, String text) throws Exception {
        client.addInputAndExecute(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aFormIsHandledWhenAllOfItIsThere() throws Exception {
        start();
        Transport.Client client = post("application/x-www-form-urlencoded; charset=utf-8", "Content-Length: 7", "a=1&");
        assertThat(client.getResponse(false, 50, TimeUnit.MILLISECONDS)).isNull();
        assertThat(handled).hasValue(0);
        send(client, "b=2");
        assertThat(client.getResponse()).endsWith("got a=1;b=2;");
        assertThat(handled).hasValue(1);
    }

    @Test
    void aFormBeyondItsLimitsIsRefusedBeforeTheApplication() throws Exception {
        start(new EagerContentHandler.FormContentLoaderFactory(2, 20));
        assertThat(post("application/x-www-form-urlencoded", "Content-Length: 21", "a=1")
                        .getResponse())
                .startsWith("HTTP/1.1 413 ");
        assertThat(post("application/x-www-form-urlencoded", "Content-Length: 11", "a=1&b=2&c=3")
                        .getResponse())
                .startsWith("HTTP/1.1 400 ");
        assertThat(post("application/x-www-form-urlencoded", "Content-Length: 7", "a=1&b=2")
                        .getResponse())
                .endsWith("got a=1;b=2;");
        assertThat(handled).hasValue(1);
    }

    @Test
    void aMultipartFormIsHandledWhenAllOfItIsThereAndItsFilesEndWithTheRequest() throws Exception {
        MultiPartConfig config = new MultiPartConfig.Builder()
                .location(files)
                .maxMemoryPartSize(0)
                .build();
        start(new EagerContentHandler.MultiPartContentLoaderFactory(config));
        String content = LocalServer.wire("""
                --B
                Content-Disposition: form-data; name="f"; filename="f.txt"

                text
                --B
                Content-Disposition: form-data; name="g"

                more
                --B--
                """);
        Transport.Client client = post(
                "multipart/form-data; boundary=B", "Content-Length: " + content.length(), content.substring(0, 90));
        assertThat(client.getResponse(false, 50, TimeUnit.MILLISECONDS)).isNull();
        assertThat(handled).hasValue(0);
        send(client, content.substring(90));
        assertThat(client.getResponse()).endsWith("got f=text;g=more;");
        await().untilAsserted(() -> {
            try (Stream<Path> left = Files.list(files)) {
                assertThat(left).isEmpty();
            }
        });
    }

    @Test
    void aBrokenMultipartFormIsRefusedBeforeTheApplication() throws Exception {
        start();
        assertThat(post("multipart/form-data; boundary=B", "Content-Length: 6", "--B\r\nx")
                        .getResponse())
                .startsWith("HTTP/1.1 400 ");
        assertThat(handled).hasValue(0);
    }

    @Test
    void otherContentIsRetainedAndReadAgain() throws Exception {
        start();
        Transport.Client client = post("text/plain", "Content-Length: 2007", "begin");
        assertThat(client.getResponse(false, 50, TimeUnit.MILLISECONDS)).isNull();
        assertThat(handled).hasValue(0);
        send(client, "x".repeat(1999));
        assertThat(client.getResponse(false, 50, TimeUnit.MILLISECONDS)).isNull();
        assertThat(handled).hasValue(0);
        send(client, "end");
        assertThat(client.getResponse()).endsWith("got begin" + "x".repeat(1999) + "end");
    }

    @Test
    void manySmallChunksAreGathered() throws Exception {
        start();
        Transport.Client client = post(null, "Transfer-Encoding: chunked", "");
        StringBuilder expected = new StringBuilder("got ");
        for (int i = 0; i < 100; i++) {
            send(client, "2\r\nab\r\n");
            expected.append("ab");
        }
        assertThat(handled).hasValue(0);
        send(client, "0\r\n\r\n");
        assertThat(client.getResponse()).endsWith(expected);
    }

    @Test
    void beyondTheLimitTheApplicationReadsTheRest() throws Exception {
        start(new EagerContentHandler.RetainedContentLoaderFactory(4, 0, false));
        Transport.Client client = post("text/plain", "Content-Length: 12", "abcdef");
        await().until(() -> handled.get() == 1);
        send(client, "ghijkl");
        assertThat(client.getResponse()).endsWith("got abcdefghijkl");
    }

    @Test
    void withLimitZeroItWaitsForTheFirstBytesOnly() throws Exception {
        start(new EagerContentHandler.RetainedContentLoaderFactory(0, -1, false));
        Transport.Client client = post("text/plain", "Content-Length: 2", "");
        assertThat(client.getResponse(false, 50, TimeUnit.MILLISECONDS)).isNull();
        assertThat(handled).hasValue(0);
        send(client, "a");
        await().until(() -> handled.get() == 1);
        send(client, "b");
        assertThat(client.getResponse()).endsWith("got ab");
    }

    @Test
    void beyondTheLimitContentIsRefusedIfSoConfigured() throws Exception {
        start(new EagerContentHandler.RetainedContentLoaderFactory(4, -1, true));
        assertThat(post("text/plain", "Content-Length: 5", "a").getResponse()).startsWith("HTTP/1.1 413 ");
        assertThat(post("text/plain", "Transfer-Encoding: chunked", "5\r\nabcde\r\n")
                        .getResponse())
                .startsWith("HTTP/1.1 413 ");
        assertThat(post("text/plain", "Content-Length: 4", "abcd").getResponse())
                .endsWith("got abcd");
        assertThat(handled).hasValue(1);
    }

    @Test
    void contentThatNobodyReadsIsReleased() throws Exception {
        EagerContentHandler eager = new EagerContentHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                if (Request.getPathInContext(request).equals("/fail")) {
                    throw new IllegalStateException("as the test wants it");
                }
                callback.succeeded();
                return true;
            }
        });
        local.start(eager);
        for (String path : new String[] {"/", "/fail"}) {
            String response =
                    local.ask("POST " + path + " HTTP/1.1\nHost: h\nContent-Length: 3000\n\n" + "x".repeat(3000));
            assertThat(response).startsWith(path.equals("/") ? "HTTP/1.1 200 " : "HTTP/1.1 500 ");
        }
        assertThat(local.get("/")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void requestsWithoutContentOrThatExpectToBeAskedAreHandledAtOnce() throws Exception {
        start();
        assertThat(local.get("/")).endsWith("got ");
        Transport.Client client = post("text/plain", "Expect: 100-continue\nContent-Length: 2", "");
        await().until(() -> handled.get() == 2);
        send(client, "ab");
        assertThat(client.getResponse()).endsWith("got ab");
    }

    @Test
    void aClientThatSendsNoContentGetsATimeout() throws Exception {
        local.connector.setIdleTimeout(1000);
        start();
        assertThat(post("text/plain", "Content-Length: 2", "a").getResponse()).startsWith("HTTP/1.1 408 ");
        assertThat(handled).hasValue(0);
    }

    @Test
    void twoLoadersForOneTypeAreRefused() {
        assertThatThrownBy(() -> new EagerContentHandler(
                        new EagerContentHandler.FormContentLoaderFactory(),
                        new EagerContentHandler.FormContentLoaderFactory()))
                .hasMessageContaining("application/x-www-form-urlencoded");
    }
}
