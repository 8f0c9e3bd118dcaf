package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadLimitHandlerTest extends OverTransports {
    private LocalServer local;
    private final Semaphore release = new Semaphore(0);
    private final AtomicInteger inside = new AtomicInteger();
    private ThreadLimitHandler limit;

    private final class Blocking extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            inside.incrementAndGet();
            try {
                release.acquire();
            } finally {
                inside.decrementAndGet();
            }
            String path = Request.getPathInContext(request);
            if (path.equals("/fail")) {
                throw new IllegalStateException("as the test wants it");
            }
            if (path.equals("/none")) {
                return false;
            }
            Content.Sink.write(response, true, "done " + path, callback);
            return true;
        }
    }

    /** A connection in memory has no address of its own. */
    private static final class InMemory extends ThreadLimitHandler {
        private InMemory(String header) {
            super(header);
        }

        @Override
        protected String getRemoteIP(Request request) {
            String ip = super.getRemoteIP(request);
            return ip == null ? "127.0.0.1" : ip;
        }
    }

    private void start(String header) throws Exception {
        limit = new InMemory(header);
        limit.setHandler(new Blocking());
        limit.setThreadLimit(2);
        local.start(limit);
    }

    @BeforeEach
    void open() throws Exception {
        local = new LocalServer(transport);
    }

    @AfterEach
    void stop() throws Exception {
        release.release(1000);
        await().until(() -> limit.getRemoteCount() == 0);
        local.close();
    }

    private Transport.Client ask(String path, String... fields) throws Exception {
        return local.connector.executeRequest(LocalServer.wire("GET " + path + " HTTP/1.1\nHost: h\n"
                + String.join("\n", fields) + (fields.length == 0 ? "\n" : "\n\n")));
    }

    @Test
    void theSurplusOfAClientWaitsWithoutAThreadAndOtherClientsDoNot() throws Exception {
        start("X-Forwarded-For");
        List<Transport.Client> clients = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            clients.add(ask("/" + i, "X-Forwarded-For: 10.0.0.1"));
        }
        await().until(() -> inside.get() == 2 && limit.getTotalSuspendedRequestCount() == 8);
        Transport.Client other = ask("/other", "X-Forwarded-For: 10.0.0.2");
        await().until(() -> inside.get() == 3);
        assertThat(limit.getRemotes())
                .containsExactlyInAnyOrder("10.0.0.1{2<=2,suspended=8}", "10.0.0.2{1<=2,suspended=0}");
        release.release(11);
        for (Transport.Client client : clients) {
            assertThat(client.getResponse()).contains("done /");
        }
        assertThat(other.getResponse()).endsWith("done /other");
    }

    @Test
    void beyondTheQueueRequestsAreRefusedAndCounted() throws Exception {
        start(null);
        limit.setThreadLimit(1);
        limit.setMaxSuspendedRequestCount(1);
        Transport.Client first = ask("/first");
        await().until(() -> inside.get() == 1);
        Transport.Client second = ask("/second");
        await().until(() -> limit.getTotalSuspendedRequestCount() == 1);
        assertThat(local.get("/third")).startsWith("HTTP/1.1 429 ").contains("Retry-After: 1\r\n");
        assertThat(limit.getTotalRefusedRequestCount()).isEqualTo(1);
        release.release(2);
        assertThat(first.getResponse()).endsWith("done /first");
        assertThat(second.getResponse()).endsWith("done /second");
    }

    @Test
    void failuresAndUnhandledRequestsGiveTheirThreadBack() throws Exception {
        start(null);
        limit.setThreadLimit(1);
        Transport.Client first = ask("/fail");
        await().until(() -> inside.get() == 1);
        Transport.Client second = ask("/none");
        await().until(() -> limit.getTotalSuspendedRequestCount() == 1);
        Transport.Client third = ask("/fail");
        await().until(() -> limit.getTotalSuspendedRequestCount() == 2);
        release.release(3);
        assertThat(first.getResponse()).startsWith("HTTP/1.1 500 ");
        assertThat(second.getResponse()).startsWith("HTTP/1.1 404 ");
        assertThat(third.getResponse()).startsWith("HTTP/1.1 500 ");
    }

    @Test
    void aSuspendedRequestEndsWithTheIdleTimeoutOfItsConnection() throws Exception {
        start(null);
        limit.setThreadLimit(1);
        Transport.Client first = ask("/first");
        await().until(() -> inside.get() == 1);
        local.connector.setIdleTimeout(1000);
        assertThat(local.get("/second")).startsWith("HTTP/1.1 503 ");
        release.release();
        assertThat(first.getResponse()).endsWith("done /first");
    }

    @Test
    void excludedAddressesAreNotLimited() throws Exception {
        start("X-Forwarded-For");
        limit.setThreadLimit(1);
        limit.exclude("10.0.0.0/8");
        List<Transport.Client> clients = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            clients.add(ask("/" + i, "X-Forwarded-For: 10.1.2.3"));
        }
        await().until(() -> inside.get() == 3);
        release.release(3);
        for (Transport.Client client : clients) {
            assertThat(client.getResponse()).contains("done");
        }
        limit.setEnabled(false);
        release.release();
        assertThat(local.get("/off")).endsWith("done /off");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            X-Forwarded-For | X-Forwarded-For: 1.2.3.4                       | 1.2.3.4
            X-Forwarded-For | X-Forwarded-For: 6.6.6.6, 1.2.3.4:555          | 1.2.3.4
            X-Forwarded-For | X-Forwarded-For: 2001:db8:1:2:3:4:5:6          | 20010db8000100020000000000000000/64
            X-Forwarded-For | X-Forwarded-For: 2001:db8:1:2:ffff::1          | 20010db8000100020000000000000000/64
            X-Forwarded-For | X-Forwarded-For: ::ffff:1.2.3.4                | 1.2.3.4
            X-Forwarded-For | X-Forwarded-For: nonsense                      | nonsense
            Forwarded       | Forwarded: for=6.6.6.6, for="[2001:db8::1]:80" | 20010db8000000000000000000000000/64
            Forwarded       | Forwarded: for=1.2.3.4;proto=http              | 1.2.3.4
            Forwarded       | Forwarded: for="a,b";by=x, for=unknown         | unknown
            """)
    void theClientIsWhatTheNearestProxySays(String header, String field, String key) throws Exception {
        start(header);
        Transport.Client client = ask("/", field);
        await().until(() -> inside.get() == 1);
        assertThat(limit.getRemotes()).containsExactly(key + "{1<=2,suspended=0}");
        release.release();
        assertThat(client.getResponse()).endsWith("done /");
    }

    @Test
    void withoutTheFieldTheClientIsTheRemoteAddress() throws Exception {
        start("Forwarded");
        Transport.Client client = ask("/");
        await().until(() -> inside.get() == 1);
        assertThat(limit.getRemotes()).containsExactly("127.0.0.1{1<=2,suspended=0}");
        release.release();
        assertThat(client.getResponse()).endsWith("done /");
    }

    @Test
    void contentThatComesLaterTakesAThreadToo() throws Exception {
        AtomicInteger content = new AtomicInteger();
        limit = new InMemory(null);
        limit.setThreadLimit(1);
        limit.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                if (Request.getPathInContext(request).equals("/block")) {
                    inside.incrementAndGet();
                    release.acquire();
                    callback.succeeded();
                } else {
                    request.demand(() -> {
                        content.incrementAndGet();
                        Content.Chunk chunk = request.read();
                        String text = StandardCharsets.UTF_8
                                .decode(chunk.getByteBuffer())
                                .toString();
                        chunk.release();
                        Content.Sink.write(response, true, text, callback);
                    });
                }
                return true;
            }
        });
        local.start(limit);
        Transport.Client post =
                local.connector.executeRequest(LocalServer.wire("POST /read HTTP/1.1\nHost: h\nContent-Length: 2\n\n"));
        await().until(() -> limit.getRemoteCount() == 0);
        Transport.Client block = ask("/block");
        await().until(() -> inside.get() == 1);
        post.addInputAndExecute(java.nio.ByteBuffer.wrap("ab".getBytes(StandardCharsets.UTF_8)));
        await().until(() -> limit.getRemotes().stream().allMatch(remote -> remote.endsWith("{1<=1,suspended=1}")));
        assertThat(content).hasValue(0);
        release.release();
        assertThat(post.getResponse()).endsWith("ab");
        assertThat(block.getResponse()).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void valuesThatMeanNothingAreRefused() {
        limit = new ThreadLimitHandler();
        assertThatThrownBy(() -> limit.setThreadLimit(0)).hasMessageContaining("0");
        assertThatThrownBy(() -> limit.setIpv6PrefixLength(129)).hasMessageContaining("129");
    }

    @RepeatedTest(3)
    void eachIsAnsweredAndTheLimitIsKept() throws Exception {
        AtomicInteger most = new AtomicInteger();
        limit = new InMemory(null);
        limit.setThreadLimit(3);
        limit.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                Thread.yield();
                inside.decrementAndGet();
                Content.Sink.write(response, true, "ok", callback);
                return true;
            }
        });
        local.start(limit);
        // handshakes are slow
        int rounds = transport.isSecure() ? 3 : 30;
        for (int round = 0; round < rounds; round++) {
            List<Transport.Client> clients = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                clients.add(ask("/" + i));
            }
            for (Transport.Client client : clients) {
                assertThat(client.getResponse(false, 30, TimeUnit.SECONDS)).startsWith("HTTP/1.1 200 ");
            }
        }
        assertThat(most.get()).isBetween(1, 3);
    }
}
