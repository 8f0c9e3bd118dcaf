package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardedRequestCustomizerTest {
    private static String ask(Consumer<ForwardedRequestCustomizer> settings, String fields) throws Exception {
        ForwardedRequestCustomizer customizer = new ForwardedRequestCustomizer();
        settings.accept(customizer);
        try (LocalServer local = new LocalServer()) {
            local.configuration.setSecurePort(8443);
            local.configuration.addCustomizer(customizer);
            local.start(new Handler.Abstract() {
                @Override
                public boolean handle(Request request, Response response, Callback callback) {
                    Object tls = request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE);
                    String text = request.getHttpURI() + " " + request.isSecure() + " "
                            + Request.getRemoteAddr(request) + " " + Request.getRemotePort(request) + " "
                            + request.getHeaders().get("Host")
                            + (tls instanceof EndPoint.SslSessionData data ? " " + data.cipherSuite() : "");
                    Content.Sink.write(response, true, text, callback);
                    return true;
                }
            });
            String response = local.ask("GET /p HTTP/1.1\nHost: o.com:8080\n" + fields.replace(" | ", "\n") + "\n\n");
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
                "X-Forwarded-For: 10.9.8.7, 6.5.4.3 > http://o.com:8080/p false 10.9.8.7 0 o.com:8080",
                "X-Forwarded-For: [2001:db8::1]:22 > http://o.com:8080/p false [2001:db8::1] 22 o.com:8080",
                "X-Forwarded-For: unknown > http://o.com:8080/p false null -1 o.com:8080",
                "X-Forwarded-Host: h.org:9090, i.org > http://h.org:9090/p false null -1 h.org:9090",
                "X-Forwarded-Port: 44 | X-Forwarded-Host: h.org > http://h.org:44/p false null -1 h.org:44",
                "X-Forwarded-Port: 44 | X-Forwarded-Host: h.org:9 > http://h.org:9/p false null -1 h.org:9",
                "X-Forwarded-Proto: https > https://o.com:8080/p true null -1 o.com:8080",
                "X-Forwarded-Proto: https | X-Forwarded-Host: h.org > https://h.org/p true null -1 h.org",
                "X-Forwarded-Server: fw.net > http://fw.net/p false null -1 fw.net",
                "X-Proxied-Https: on > https://o.com:8443/p true null -1 o.com:8443",
                "Proxy-auth-cert: TLS_X > https://o.com:8080/p true null -1 o.com:8080 TLS_X",
                "Forwarded: for=\"[2001:db8::1]:4711\" > http://o.com:8080/p false [2001:db8::1] 4711 o.com:8080",
                "Forwarded: for=_hidden > http://o.com:8080/p false null -1 o.com:8080",
                "Forwarded: for=1.1.1.1, for=2.2.2.2;HOST=h.org;proto=https > https://h.org/p true 1.1.1.1 0 h.org",
                "Forwarded: for=1.1.1.1;host=f.org;proto=http | X-Forwarded-Host: x.org | X-Forwarded-Proto: https"
                        + " > http://f.org/p false 1.1.1.1 0 f.org",
                "X-Forwarded-Port: abc > HTTP/1.1 400 Bad Request",
                "X-Forwarded-Port: 99999 > HTTP/1.1 400 Bad Request",
                "X-Forwarded-Host: bad host > HTTP/1.1 400 Bad Request",
                "Forwarded: for=1.1.1.1;host=h.org:bad > HTTP/1.1 400 Bad Request",
                "Forwarded: for=\"1.1.1.1 > HTTP/1.1 400 Bad Request",
                "X-Forwarded-Proto: a:b > HTTP/1.1 400 Bad Request",
                // empty elements of a list are ignored (RFC 9110, section 5.6.1)
                "X-Forwarded-Proto: , https > https://o.com:8080/p true null -1 o.com:8080",
                "X-Forwarded-Proto: , > http://o.com:8080/p false null -1 o.com:8080",
                "X-Forwarded-For: ,, 10.9.8.7 > http://o.com:8080/p false 10.9.8.7 0 o.com:8080",
                "X-Forwarded-For: , > http://o.com:8080/p false null -1 o.com:8080",
                "X-Forwarded-Host: ,h.org | X-Forwarded-Port: ,44 > http://h.org:44/p false null -1 h.org:44",
                "X-Forwarded-Host: , | X-Forwarded-Port: , > http://o.com:8080/p false null -1 o.com:8080",
                "Forwarded: ,;, for=1.1.1.1 > http://o.com:8080/p false 1.1.1.1 0 o.com:8080",
                "X-Forwarded-Host: h.org/x > HTTP/1.1 400 Bad Request",
                "X-Forwarded-Host: u@h.org > HTTP/1.1 400 Bad Request",
                "X-Forwarded-Host: h.org?q > HTTP/1.1 400 Bad Request",
                "X-Forwarded-Host: [::1 > HTTP/1.1 400 Bad Request",
                "X-Forwarded-Host: :80 > HTTP/1.1 400 Bad Request",
                "X-Forwarded-For: 1.1.1.1:99999 > HTTP/1.1 400 Bad Request",
                "Forwarded: host=\"h.org/x\" > HTTP/1.1 400 Bad Request",
                "Forwarded: for > HTTP/1.1 400 Bad Request",
                "Forwarded: =x > HTTP/1.1 400 Bad Request",
                "Forwarded: for= > HTTP/1.1 400 Bad Request",
                "Forwarded: proto=\"a b\" > HTTP/1.1 400 Bad Request",
                "Forwarded: proto=\"\" > HTTP/1.1 400 Bad Request",
                "Forwarded: proto=\"http://x\" > HTTP/1.1 400 Bad Request",
                "Forwarded: proto=\"javascript:alert(1)\" > HTTP/1.1 400 Bad Request",
                "Forwarded: proto=1http > HTTP/1.1 400 Bad Request",
                "Forwarded: proto=\"ht\\tp\" > http://o.com:8080/p false null -1 o.com:8080",
                "Forwarded: proto=\"ht\\\\tp\" > HTTP/1.1 400 Bad Request",
                "X-Forwarded-Proto: h ttp > HTTP/1.1 400 Bad Request",
                "X-Forwarded-Proto: http://x > HTTP/1.1 400 Bad Request",
                "X-Forwarded-Proto: 1http > HTTP/1.1 400 Bad Request",
                "X-Forwarded-Proto: http\u00e9 > HTTP/1.1 400 Bad Request",
                "X-Forwarded-Proto: HTTPS > https://o.com:8080/p true null -1 o.com:8080",
                "X-Proxied-Https: maybe > HTTP/1.1 400 Bad Request",
                "X-Proxied-Https: off > http://o.com/p false null -1 o.com",
            })
    void fieldsOfProxiesTellOfTheFirstRequest(String fields, String expected) throws Exception {
        assertThat(ask(customizer -> {}, fields)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theProxyIsTheAuthorityWhereWanted(boolean proxy) throws Exception {
        assertThat(ask(customizer -> customizer.setProxyAsAuthority(proxy), "Forwarded: by=\"by.net:88\""))
                .startsWith(proxy ? "http://by.net:88/p" : "http://o.com:8080/p");
        assertThat(ask(customizer -> customizer.setProxyAsAuthority(proxy), "X-Forwarded-Server: fw.net"))
                .startsWith(proxy ? "http://o.com:8080/p" : "http://fw.net/p");
    }

    @Test
    void thePortIsTheClientsWhereWanted() throws Exception {
        assertThat(ask(
                        customizer -> customizer.setForwardedPortAsAuthority(false),
                        "X-Forwarded-For: 1.1.1.1 | X-Forwarded-Port: 44"))
                .isEqualTo("http://o.com:8080/p false 1.1.1.1 44 o.com:8080");
    }

    @Test
    void olderFieldsAreIgnoredWhereWanted() throws Exception {
        assertThat(ask(
                        customizer -> customizer.setForwardedOnly(true),
                        "X-Forwarded-For: 1.1.1.1 | X-Forwarded-Host: x | X-Forwarded-Port: bad"))
                .isEqualTo("http://o.com:8080/p false null -1 o.com:8080");
    }

    @Test
    void theForcedHostWinsEvenWithoutFields() throws Exception {
        assertThat(ask(customizer -> customizer.setForcedHost("f.org:99"), "X-Forwarded-Host: h.org"))
                .startsWith("http://f.org:99/p");
        assertThat(ask(customizer -> customizer.setForcedHost("f.org"), "X-Other: 1"))
                .startsWith("http://f.org/p");
    }

    @Test
    void aFieldMayHaveAnotherName() throws Exception {
        assertThat(ask(customizer -> customizer.setForwardedForHeader("X-Client"), "x-client: 1.2.3.4"))
                .contains(" 1.2.3.4 ");
    }

    @Test
    void tlsFieldsAreNotSecureWhereNotWanted() throws Exception {
        assertThat(ask(customizer -> customizer.setSslIsSecure(false), "Proxy-Ssl-Id: abc"))
                .startsWith("http://o.com:8080/p false");
    }
}
