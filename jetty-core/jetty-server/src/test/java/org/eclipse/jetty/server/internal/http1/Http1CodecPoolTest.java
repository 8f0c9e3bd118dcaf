package org.eclipse.jetty.server.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

class Http1CodecPoolTest {
    private final HttpConfiguration configuration = new HttpConfiguration();
    private final LocalConnector connector = new LocalConnector(new Server());
    private final Http1CodecPool codecs = new Http1CodecPool(connector.getByteBufferPool(), connector.getScheduler());

    private HttpConnection connection() {
        return connection(new ByteArrayEndPoint());
    }

    private HttpConnection connection(EndPoint endPoint) {
        return new HttpConnection(configuration, connector, endPoint, codecs);
    }

    private Http1Codec take(HttpConnection connection) {
        return codecs.take(connection);
    }

    private List<Http1Codec> take(int count) {
        List<Http1Codec> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(take(connection()));
        }
        return taken;
    }

    private static HttpURI uri(Http1Codec codec, String head) {
        codec.input.parser.parseNext(ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)));
        assertThat(codec.input.reader.isHeadComplete()).isTrue();
        HttpURI uri = codec.input.reader.newRequest().getHttpURI();
        codec.input.next();
        return uri;
    }

    @Test
    void codecThatWasGivenBackLastIsTheFirstToBeTaken() {
        List<Http1Codec> taken = take(3);
        taken.forEach(codecs::free);
        HttpConnection next = connection();
        assertThat(take(next)).isSameAs(taken.get(0));
        assertThat(take(connection())).isSameAs(taken.get(2));
        assertThat(take(connection())).isSameAs(taken.get(1));
        assertThat(taken).doesNotContain(take(connection()));
    }

    @Test
    void codecsThatNobodyNeedsAreLetGo() {
        take(101).forEach(codecs::free);
        assertThat(codecs.getFree()).isEqualTo(100);
        // all of them were needed since the last time
        codecs.trim();
        assertThat(codecs.getFree()).isEqualTo(100);
        List<Http1Codec> needed = take(61);
        needed.forEach(codecs::free);
        codecs.trim();
        assertThat(codecs.getFree()).isEqualTo(60);
        codecs.trim();
        assertThat(codecs.getFree()).isEqualTo(Http1CodecPool.KEPT);
        codecs.trim();
        assertThat(codecs.getFree()).isEqualTo(Http1CodecPool.KEPT);
    }

    @Test
    void codecOfAnotherConfigurationIsNotUsed() {
        Http1Codec codec = take(connection());
        codecs.free(codec);
        configuration.setUriCompliance(UriCompliance.UNSAFE);
        Http1Codec other = take(connection());
        assertThat(other).isNotSameAs(codec);
        codecs.free(other);
        configuration.setRequestHeaderSize(1234);
        assertThat(take(connection())).isNotSameAs(other);
    }

    @Test
    void uriOfAnotherConnectionIsUsedWhereItIsTheSame() {
        Http1Codec codec = take(connection());
        String head = "GET /path?query HTTP/1.1\r\nHost: a.example\r\n\r\n";
        HttpURI first = uri(codec, head);
        assertThat(first.asString()).isEqualTo("http://a.example/path?query");
        codecs.free(codec);
        assertThat(take(connection())).isSameAs(codec);
        assertThat(uri(codec, head)).isSameAs(first);
        assertThat(uri(codec, head.replace("a.example", "b.example")).asString())
                .isEqualTo("http://b.example/path?query");
    }

    @Test
    void schemeIsThatOfTheConnection() {
        Http1Codec codec = take(connection());
        String head = "GET /path HTTP/1.1\r\nHost: a.example\r\n\r\n";
        assertThat(uri(codec, head).getScheme()).isEqualTo("http");
        codecs.free(codec);
        take(connection(new ByteArrayEndPoint() {
            @Override
            public boolean isSecure() {
                return true;
            }
        }));
        assertThat(uri(codec, head).getScheme()).isEqualTo("https");
        codecs.free(codec);
        take(connection());
        assertThat(uri(codec, head).getScheme()).isEqualTo("http");
    }

    private static EndPoint at(int port) {
        return new ByteArrayEndPoint() {
            @Override
            public SocketAddress getLocalSocketAddress() {
                return InetSocketAddress.createUnresolved("here.example", port);
            }
        };
    }

    @Test
    void authorityIsThatOfTheConnectionWhereTheRequestHasNone() {
        Http1Codec codec = take(connection(at(81)));
        assertThat(uri(codec, "GET /path HTTP/1.0\r\n\r\n").getAuthority()).isEqualTo("here.example:81");
        codecs.free(codec);
        take(connection(at(82)));
        assertThat(uri(codec, "GET /path HTTP/1.0\r\n\r\n").getAuthority()).isEqualTo("here.example:82");
    }

    @Test
    void violationsAreToldOfEachConnection() {
        AtomicInteger violations = new AtomicInteger();
        configuration.setUriCompliance(UriCompliance.UNSAFE);
        configuration.addComplianceViolationListener(new ComplianceViolation.Listener() {
            @Override
            public void onComplianceViolation(ComplianceViolation.Event event) {
                violations.incrementAndGet();
            }
        });
        String head = "GET /a%2Fb HTTP/1.1\r\nHost: a.example\r\n\r\n";
        Http1Codec codec = take(connection());
        uri(codec, head);
        int one = violations.get();
        assertThat(one).isPositive();
        codecs.free(codec);
        take(connection());
        uri(codec, head);
        assertThat(violations).hasValue(2 * one);
    }

    @Test
    void noTwoConnectionsHaveTheSame() throws Exception {
        int threads = 8;
        Set<Http1Codec> used = Collections.synchronizedSet(new HashSet<>());
        CountDownLatch begin = new CountDownLatch(1);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                futures.add(executor.submit(() -> {
                    begin.await();
                    for (int i = 0; i < 5000; i++) {
                        HttpConnection connection = connection();
                        Http1Codec codec = take(connection);
                        assertThat(used.add(codec)).isTrue();
                        if (i % 3 == 0) {
                            Thread.yield();
                        }
                        assertThat(used.remove(codec)).isTrue();
                        codecs.free(codec);
                        if (i % 100 == 0) {
                            codecs.trim();
                        }
                    }
                    return null;
                }));
            }
            begin.countDown();
            for (Future<?> future : futures) {
                future.get();
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
