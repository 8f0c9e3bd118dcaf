package org.eclipse.jetty.server.internal;

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

class Http1ExchangesTest {
    private final HttpConfiguration configuration = new HttpConfiguration();
    private final LocalConnector connector = new LocalConnector(new Server());
    private final Http1Exchanges exchanges = new Http1Exchanges(connector);

    private HttpConnection connection() {
        return connection(new ByteArrayEndPoint());
    }

    private HttpConnection connection(EndPoint endPoint) {
        return new HttpConnection(configuration, connector, endPoint, exchanges);
    }

    private Http1Exchange take(HttpConnection connection) {
        return exchanges.take(configuration, connection);
    }

    private List<Http1Exchange> take(int count) {
        List<Http1Exchange> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) taken.add(take(connection()));
        return taken;
    }

    private static HttpURI uri(Http1Exchange exchange, String head) {
        exchange.parser.parseNext(ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)));
        assertThat(exchange.reader.isHeadComplete()).isTrue();
        HttpURI uri = exchange.reader.newRequest(0).getHttpURI();
        exchange.parser.reset();
        exchange.reader.reset();
        return uri;
    }

    @Test
    void exchangeThatWasGivenBackLastIsTheFirstToBeTaken() {
        List<Http1Exchange> taken = take(3);
        taken.forEach(exchanges::free);
        HttpConnection next = connection();
        assertThat(take(next)).isSameAs(taken.get(0));
        assertThat(taken.get(0).getConnection()).isSameAs(next);
        assertThat(take(connection())).isSameAs(taken.get(2));
        assertThat(take(connection())).isSameAs(taken.get(1));
        assertThat(taken).doesNotContain(take(connection()));
    }

    @Test
    void exchangesThatNobodyNeedsAreLetGo() {
        take(101).forEach(exchanges::free);
        assertThat(exchanges.getFree()).isEqualTo(100);
        // all of them were needed since the last time
        exchanges.trim();
        assertThat(exchanges.getFree()).isEqualTo(100);
        List<Http1Exchange> needed = take(61);
        needed.forEach(exchanges::free);
        exchanges.trim();
        assertThat(exchanges.getFree()).isEqualTo(60);
        exchanges.trim();
        assertThat(exchanges.getFree()).isEqualTo(Http1Exchanges.KEPT);
        exchanges.trim();
        assertThat(exchanges.getFree()).isEqualTo(Http1Exchanges.KEPT);
    }

    @Test
    void exchangeOfAnotherConfigurationIsNotUsed() {
        Http1Exchange exchange = take(connection());
        exchanges.free(exchange);
        configuration.setUriCompliance(UriCompliance.UNSAFE);
        Http1Exchange other = take(connection());
        assertThat(other).isNotSameAs(exchange);
        exchanges.free(other);
        configuration.setRequestHeaderSize(1234);
        assertThat(take(connection())).isNotSameAs(other);
    }

    @Test
    void uriOfAnotherConnectionIsUsedWhereItIsTheSame() {
        Http1Exchange exchange = take(connection());
        String head = "GET /path?query HTTP/1.1\r\nHost: a.example\r\n\r\n";
        HttpURI first = uri(exchange, head);
        assertThat(first.asString()).isEqualTo("http://a.example/path?query");
        exchanges.free(exchange);
        assertThat(take(connection())).isSameAs(exchange);
        assertThat(uri(exchange, head)).isSameAs(first);
        assertThat(uri(exchange, head.replace("a.example", "b.example")).asString())
                .isEqualTo("http://b.example/path?query");
    }

    @Test
    void schemeIsThatOfTheConnection() {
        Http1Exchange exchange = take(connection());
        String head = "GET /path HTTP/1.1\r\nHost: a.example\r\n\r\n";
        assertThat(uri(exchange, head).getScheme()).isEqualTo("http");
        exchanges.free(exchange);
        take(connection(new ByteArrayEndPoint() {
            @Override
            public boolean isSecure() {
                return true;
            }
        }));
        assertThat(uri(exchange, head).getScheme()).isEqualTo("https");
        exchanges.free(exchange);
        take(connection());
        assertThat(uri(exchange, head).getScheme()).isEqualTo("http");
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
        Http1Exchange exchange = take(connection(at(81)));
        assertThat(uri(exchange, "GET /path HTTP/1.0\r\n\r\n").getAuthority()).isEqualTo("here.example:81");
        exchanges.free(exchange);
        take(connection(at(82)));
        assertThat(uri(exchange, "GET /path HTTP/1.0\r\n\r\n").getAuthority()).isEqualTo("here.example:82");
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
        Http1Exchange exchange = take(connection());
        uri(exchange, head);
        int one = violations.get();
        assertThat(one).isPositive();
        exchanges.free(exchange);
        take(connection());
        uri(exchange, head);
        assertThat(violations).hasValue(2 * one);
    }

    @Test
    void noTwoConnectionsHaveTheSame() throws Exception {
        int threads = 8;
        Set<Http1Exchange> used = Collections.synchronizedSet(new HashSet<>());
        CountDownLatch begin = new CountDownLatch(1);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                futures.add(executor.submit(() -> {
                    begin.await();
                    for (int i = 0; i < 5000; i++) {
                        HttpConnection connection = connection();
                        Http1Exchange exchange = take(connection);
                        assertThat(used.add(exchange)).isTrue();
                        if (i % 3 == 0) Thread.yield();
                        assertThat(exchange.getConnection()).isSameAs(connection);
                        assertThat(used.remove(exchange)).isTrue();
                        exchanges.free(exchange);
                        if (i % 100 == 0) exchanges.trim();
                    }
                    return null;
                }));
            }
            begin.countDown();
            for (Future<?> future : futures) future.get();
        } finally {
            executor.shutdownNow();
        }
    }
}
