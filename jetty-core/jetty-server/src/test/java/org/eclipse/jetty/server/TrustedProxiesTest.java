package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The proxies that ForwardedRequestCustomizer believes. */
class TrustedProxiesTest {
    /** Has requests come from an address. */
    private record From(String peer) implements HttpConfiguration.Customizer {
        @Override
        public Request customize(Request request, HttpFields.Mutable responseHeaders) {
            ConnectionMetaData connection = new ConnectionMetaData.Wrapper(request.getConnectionMetaData()) {
                @Override
                public SocketAddress getRemoteSocketAddress() {
                    return new InetSocketAddress(peer, 1234);
                }
            };
            return new Request.Wrapper(request) {
                @Override
                public ConnectionMetaData getConnectionMetaData() {
                    return connection;
                }
            };
        }
    }

    private static String ask(String trusted, String peer, String fields) throws Exception {
        ForwardedRequestCustomizer customizer = new ForwardedRequestCustomizer();
        customizer.setForwardedTrusted(trusted);
        try (LocalServer local = new LocalServer()) {
            local.configuration.addCustomizer(new From(peer));
            local.configuration.addCustomizer(customizer);
            local.start(new Handler.Abstract() {
                @Override
                public boolean handle(Request request, Response response, Callback callback) {
                    Content.Sink.write(
                            response, true, request.getHttpURI() + " " + Request.getRemoteAddr(request), callback);
                    return true;
                }
            });
            String response = local.ask("GET /p HTTP/1.1\nHost: o.com\n" + fields.replace(" | ", "\n") + "\n\n");
            return response.startsWith("HTTP/1.1 200")
                    ? LocalServer.body(response)
                    : response.substring(0, response.indexOf("\r\n"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            quoteCharacter = '`',
            value = {
                // a peer that is not trusted is not believed
                "11.0.0.1 > X-Forwarded-For: 6.6.6.6 | X-Forwarded-Proto: https > http://o.com/p 11.0.0.1",
                "11.0.0.1 > Forwarded: for=6.6.6.6;host=h.org > http://o.com/p 11.0.0.1",
                "11.0.0.1 > X-Forwarded-Port: bad > http://o.com/p 11.0.0.1",
                // the chain is read from the right, up to the first address that is no proxy
                "10.0.0.1 > X-Forwarded-For: 6.6.6.6, 1.2.3.4 > http://o.com/p 1.2.3.4",
                "10.0.0.1 > X-Forwarded-For: 6.6.6.6, 1.2.3.4, 10.0.0.2 > http://o.com/p 1.2.3.4",
                "10.0.0.1 > X-Forwarded-For: 6.6.6.6 | X-Forwarded-For: 1.2.3.4,10.0.0.2 > http://o.com/p 1.2.3.4",
                "10.0.0.1 > X-Forwarded-For: 10.0.0.3, 10.0.0.2 > http://o.com/p 10.0.0.3",
                "10.0.0.1 > X-Forwarded-For: 10.0.0.9, unknown, 10.0.0.2 > http://o.com/p 10.0.0.1",
                "10.0.0.1 > X-Forwarded-For: 6.6.6.6, 1.2.3.4:77, 10.0.0.2:88 > http://o.com/p 1.2.3.4",
                "[fd00::1] > X-Forwarded-For: 6.6.6.6, [2001:db8::1]:22 > http://o.com/p [2001:db8::1]",
                "10.0.0.1 > Forwarded: for=6.6.6.6;host=evil.org, for=1.2.3.4;host=h.org;proto=https, for=10.0.0.2"
                        + " > https://h.org/p 1.2.3.4",
                "10.0.0.1 > Forwarded: for=6.6.6.6;host=evil.org | Forwarded: for=1.2.3.4 > http://o.com/p 1.2.3.4",
                "10.0.0.1 > Forwarded: for=\"6.6.6.6, 7.7.7.7\", for=\"[2001:db8::1]:4711\" > http://o.com/p [2001:db8::1]",
                "10.0.0.1 > Forwarded: for=6.6.6.6, for=_hidden;proto=https > https://o.com/p 10.0.0.1",
                // other lists are read where X-Forwarded-For is, or at their ends
                "10.0.0.1 > X-Forwarded-For: 6.6.6.6, 1.2.3.4, 10.0.0.2 | X-Forwarded-Proto: http, https, http"
                        + " > https://o.com/p 1.2.3.4",
                "10.0.0.1 > X-Forwarded-For: 1.2.3.4 | X-Forwarded-Host: evil.org, h.org > http://h.org/p 1.2.3.4",
                "10.0.0.1 > X-Forwarded-Proto: http, https > https://o.com/p 10.0.0.1",
                "10.0.0.1 > X-Forwarded-For: , > http://o.com/p 10.0.0.1",
                // what a trusted proxy sends and is wrong is refused
                "10.0.0.1 > X-Forwarded-Port: bad > HTTP/1.1 400 Bad Request",
                "10.0.0.1 > Forwarded: for=\"1.1.1.1 > HTTP/1.1 400 Bad Request",
                "10.0.0.1 > Forwarded: for > HTTP/1.1 400 Bad Request",
            })
    void fieldsAreBelievedOfTrustedProxies(String peer, String fields, String expected) throws Exception {
        assertThat(ask("10.0.0.0/8, fd00::1", peer, fields)).isEqualTo(expected);
    }

    @Test
    void addressesAreThoseThatWereSet() throws Exception {
        ForwardedRequestCustomizer customizer = new ForwardedRequestCustomizer();
        assertThat(customizer.getForwardedTrusted()).isEmpty();
        customizer.setForwardedTrusted("10.0.0.1, unix");
        assertThat(customizer.getForwardedTrusted()).isEqualTo("10.0.0.1, unix");
        customizer.setForwardedTrusted(" ");
        assertThat(customizer.getForwardedTrusted()).isEmpty();
    }

    @Test
    void malformedAddressIsRefused() {
        assertThatThrownBy(() -> new ForwardedRequestCustomizer().setForwardedTrusted("10.0.0.0/8,10.0.0.0/99"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "forwardedTrusted: 10.0.0.0/99 (expected: an address, range or network as 10.0.0.0/8, or unix)");
    }
}
