package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.io.UnsupportedEncodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.server.NetworkConnector;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the request says about its line, fields, peers and language (Servlet chapter 3). */
class RequestTest extends ContextServer {
    @TempDir
    Path base;

    // attributes

    /** Section 3.3. */
    @Test
    void attributesComeAndGo() throws Exception {
        serve((request, response) -> {
            assertThat(request.getAttribute("a")).isNull();
            request.setAttribute("a", 1);
            request.setAttribute("a", 2);
            assertThat(request.getAttribute("a")).isEqualTo(2);
            assertThat(Collections.list(request.getAttributeNames())).contains("a");
            request.setAttribute("a", null);
            assertThat(request.getAttribute("a")).isNull();
            request.setAttribute("b", 1);
            request.removeAttribute("b");
            assertThat(Collections.list(request.getAttributeNames())).doesNotContain("a", "b");
        });
    }

    // fields

    /** Section 3.4. */
    @Test
    void fieldsAreFoundInAnyCaseWithAllTheirValues() throws Exception {
        serve(
                (request, response) -> {
                    assertThat(request.getHeader("x-many")).isEqualTo("1");
                    assertThat(Collections.list(request.getHeaders("X-MANY"))).containsExactly("1", "2");
                    assertThat(request.getHeader("X-None")).isNull();
                    assertThat(Collections.list(request.getHeaders("X-None"))).isEmpty();
                    assertThat(Collections.list(request.getHeaderNames()).stream()
                                    .filter(name -> name.equalsIgnoreCase("x-many")))
                            .hasSize(1);
                },
                "X-Many: 1",
                "X-Many: 2");
    }

    @Test
    void fieldsAreConvertedToNumbersAndDates() throws Exception {
        serve(
                (request, response) -> {
                    assertThat(request.getIntHeader("X-Int")).isEqualTo(-7);
                    assertThat(request.getIntHeader("X-None")).isEqualTo(-1);
                    assertThatExceptionOfType(NumberFormatException.class)
                            .isThrownBy(() -> request.getIntHeader("X-Word"));
                    assertThat(request.getDateHeader("X-Date")).isEqualTo(784111777000L);
                    assertThat(request.getDateHeader("X-None")).isEqualTo(-1);
                    assertThatIllegalArgumentException().isThrownBy(() -> request.getDateHeader("X-Word"));
                },
                "X-Int: -7",
                "X-Word: seven",
                "X-Date: Sun, 06 Nov 1994 08:49:37 GMT");
    }

    // paths

    /** Sections 3.5 and 3.5.2. */
    @Test
    void uriIsContextPathServletPathAndPathInfo() throws Exception {
        serve((request, response) -> {
            assertThat(request.getContextPath()).isEqualTo("/ctx");
            assertThat(request.getServletPath()).isEqualTo("/served");
            assertThat(request.getPathInfo()).isEqualTo("/info");
            assertThat(request.getRequestURI())
                    .isEqualTo(request.getContextPath() + request.getServletPath() + request.getPathInfo());
            assertThat(request.getQueryString()).isEqualTo("q=1");
            assertThat(request.getRequestURL().toString()).isEqualTo(transport.scheme() + "://local/ctx/served/info");
            assertThat(request.getMethod()).isEqualTo("GET");
            assertThat(request.getScheme()).isEqualTo(transport.scheme());
        });
    }

    @Test
    void requestUrlIsAnotherBufferEachTime() throws Exception {
        serve((request, response) -> {
            request.getRequestURL().append("changed");
            assertThat(request.getRequestURL().toString()).endsWith("/ctx/served/info");
        });
    }

    @Test
    void uriKeepsItsEncodingAndParametersButTheServletPathDoesNot() throws Exception {
        servlet("/a b/*", (request, response) -> response.getWriter()
                .print(request.getRequestURI() + "|" + request.getServletPath() + "|" + request.getPathInfo() + "|"
                        + request.getQueryString()));
        start();
        assertThat(body(get("/ctx/a%20b;x=y/%63%3F;z?q=%20+"))).isEqualTo("/ctx/a%20b;x=y/%63%3F;z|/a b|/c?|q=%20+");
    }

    /** Section 3.5.2. */
    @Test
    void dotSegmentsAreRemovedBeforeMapping() throws Exception {
        servlet("/s/*", (request, response) -> response.getWriter()
                .print(request.getServletPath() + "|" + request.getPathInfo()));
        start();
        assertThat(body(get("/ctx/x/../s/./a/../b"))).isEqualTo("/s|/b");
        assertThat(status(get("/ctx/../../s"))).isEqualTo(400);
    }

    /** Section 3.6. */
    @Test
    void pathIsTranslatedIntoAFileOfTheApplication() throws Exception {
        Files.writeString(base.resolve("info"), "i");
        context.setBaseResourceAsPath(base);
        serve((request, response) -> {
            assertThat(request.getPathTranslated())
                    .isEqualTo(base.resolve("info").toString());
            assertThat(request.getServletContext().getRealPath("info"))
                    .isEqualTo(base.resolve("info").toString());
        });
    }

    @Test
    void pathWithoutAFileIsNotTranslated() throws Exception {
        servlet("/exact", (request, response) -> {
            assertThat(request.getPathInfo()).isNull();
            assertThat(request.getPathTranslated()).isNull();
        });
        serve((request, response) -> assertThat(request.getPathTranslated()).isNull());
        get("/ctx/exact");
    }

    // peers

    /** ServletRequest. */
    @Test
    void serverNameAndPortAreThoseOfTheHostField() throws Exception {
        servlet("/s", (request, response) -> response.getWriter()
                .print(request.getServerName() + "|" + request.getServerPort() + "|" + request.getRequestURL()));
        start();
        assertThat(body(request("GET /ctx/s HTTP/1.1\r\nHost: example.com:8081\r\n\r\n")))
                .isEqualTo("example.com|8081|" + transport.scheme() + "://example.com:8081/ctx/s");
        assertThat(body(request("GET /ctx/s HTTP/1.1\r\nHost: example.com\r\n\r\n")))
                .isEqualTo("example.com|" + (transport.isSecure() ? 443 : 80) + "|" + transport.scheme()
                        + "://example.com/ctx/s");
    }

    /** HTTP/1.0 may leave out the host (RFC 1945), and memory has no address in its place. */
    @Test
    void serverNameIsThereWithoutHostFieldAndAddress() throws Exception {
        transport.assumeHttp1("HTTP/1.0 alone leaves out the host");
        Assumptions.assumeFalse(connector.getConnector() instanceof NetworkConnector, "a network has addresses");
        servlet("/s", (request, response) -> response.getWriter().print(request.getServerName()));
        start();
        assertThat(body(request("GET /ctx/s HTTP/1.0\r\n\r\n"))).isEqualTo("localhost");
    }

    @Test
    void bothEndsOfTheConnectionAreTold() throws Exception {
        Assumptions.assumeTrue(connector.getConnector() instanceof NetworkConnector, "memory has no addresses");
        serve((request, response) -> {
            assertThat(request.getRemoteAddr()).isNotBlank();
            assertThat(request.getRemoteHost()).isNotBlank();
            assertThat(request.getLocalAddr()).isNotBlank();
            assertThat(request.getLocalName()).isNotBlank();
            assertThat(request.getRemotePort()).isPositive();
            assertThat(request.getLocalPort()).isPositive();
            assertThat(request.getProtocol()).startsWith("HTTP/");
        });
    }

    /** Section 3.10. */
    @Test
    void attributesOfTlsAreThereWithinTlsOnly() throws Exception {
        serve((request, response) -> {
            assertThat(request.isSecure()).isEqualTo(transport.isSecure());
            Object suite = request.getAttribute("jakarta.servlet.request.cipher_suite");
            Object size = request.getAttribute("jakarta.servlet.request.key_size");
            Object id = request.getAttribute("jakarta.servlet.request.ssl_session_id");
            if (transport.isSecure()) {
                assertThat(suite).asString().startsWith("TLS_");
                assertThat(size).isInstanceOf(Integer.class);
                assertThat((Integer) size).isGreaterThanOrEqualTo(128);
                assertThat(id).isInstanceOf(String.class);
            } else {
                assertThat(suite).isNull();
                assertThat(size).isNull();
                assertThat(id).isNull();
            }
            Object chain = request.getAttribute("jakarta.servlet.request.X509Certificate");
            assertThat(chain == null || chain instanceof X509Certificate[]).isTrue();
        });
    }

    // language and encoding

    /** Section 3.11. */
    @Test
    void localesComeByPreference() throws Exception {
        serve(
                (request, response) -> {
                    assertThat(request.getLocale()).isEqualTo(Locale.FRANCE);
                    assertThat(Collections.list(request.getLocales()))
                            .containsExactly(Locale.FRANCE, Locale.GERMAN, Locale.ENGLISH);
                },
                "Accept-Language: en;q=0.2, fr-FR, de;q=0.8");
    }

    @Test
    void withoutPreferenceTheLocaleIsThatOfTheServer() throws Exception {
        serve((request, response) -> {
            assertThat(request.getLocale()).isEqualTo(Locale.getDefault());
            assertThat(Collections.list(request.getLocales())).containsExactly(Locale.getDefault());
        });
    }

    /** Section 3.12. */
    @Test
    void encodingIsThatOfTheContentTypeOrNone() throws Exception {
        servlet("/s", (request, response) -> response.getWriter().print(request.getCharacterEncoding()));
        start();
        assertThat(body(post("/ctx/s", "text/plain", "x"))).isEqualTo("null");
        assertThat(body(post("/ctx/s", "text/plain; charset=ISO-8859-5", "x"))).isEqualToIgnoringCase("iso-8859-5");
    }

    /** api: applications compare the name with equals. */
    @ParameterizedTest
    @CsvSource({
        "ISO-8859-1, ISO-8859-1",
        "iso-8859-1, ISO-8859-1",
        "utf-8, UTF-8",
        "UTF-8, UTF-8",
        "utf8, UTF-8",
        "Shift_JIS, Shift_JIS",
        "shift_jis, Shift_JIS",
        "us-ascii, US-ASCII",
        "Nope, Nope",
        "'\"utf-8\"', UTF-8"
    })
    void encodingHasItsStandardNameInWhateverCaseItWasSent(String sent, String told) throws Exception {
        servlet("/s", (request, response) -> response.getWriter()
                .print(request.getCharacterEncoding() + "|" + request.getContentType()));
        start();
        String type = "text/plain; charset=" + sent;
        assertThat(body(post("/ctx/s", type, "x"))).isEqualTo(told + "|" + type);
    }

    @Test
    void bodyWithoutEncodingIsLatin() throws Exception {
        servlet("/s", (request, response) -> response.getWriter()
                .print(request.getReader().readLine().length()));
        start();
        // two bytes of UTF-8 are two characters
        assertThat(body(post("/ctx/s", "text/plain", "\u00e4"))).isEqualTo("2");
        assertThat(body(post("/ctx/s", "text/plain; charset=utf-8", "\u00e4"))).isEqualTo("1");
    }

    @Test
    void encodingIsSetBeforeTheReaderOnlyAndMustExist() throws Exception {
        servlet("/s", (request, response) -> {
            assertThatExceptionOfType(UnsupportedEncodingException.class)
                    .isThrownBy(() -> request.setCharacterEncoding("klingon"));
            request.setCharacterEncoding("UTF-8");
            assertThat(request.getReader().readLine()).isEqualTo("\u00e4");
            request.setCharacterEncoding("ISO-8859-1");
            assertThat(request.getCharacterEncoding()).isEqualTo("UTF-8");
            assertThatExceptionOfType(UnsupportedEncodingException.class)
                    .isThrownBy(() -> request.setCharacterEncoding("klingon"));
        });
        start();
        assertThat(status(post("/ctx/s", "text/plain", "\u00e4"))).isEqualTo(200);
    }

    @Test
    void encodingOfTheContentTypeThatDoesNotExistIsToldByTheReader() throws Exception {
        servlet("/s", (request, response) -> assertThatExceptionOfType(UnsupportedEncodingException.class)
                .isThrownBy(request::getReader));
        start();
        assertThat(status(post("/ctx/s", "text/plain; charset=klingon", "x"))).isEqualTo(200);
    }

    // content

    @Test
    void lengthAndTypeOfTheContentAreTold() throws Exception {
        servlet("/s", (request, response) -> response.getWriter()
                .print(request.getContentLength() + "|" + request.getContentLengthLong() + "|"
                        + request.getContentType()));
        start();
        assertThat(body(get("/ctx/s"))).isEqualTo("-1|-1|null");
        assertThat(body(post("/ctx/s", "text/x", "abc"))).isEqualTo("3|3|text/x");
        assertThat(body(request(
                        "GET /ctx/s HTTP/1.1\r\nHost: l\r\nConnection: close\r\nContent-Length: 3000000000\r\n\r\n")))
                .isEqualTo("-1|3000000000|null");
    }

    @Test
    void readerAfterStreamAndStreamAfterReaderAreRefused() throws Exception {
        servlet("/stream", (request, response) -> {
            request.getInputStream();
            assertThat(request.getInputStream()).isSameAs(request.getInputStream());
            assertThatIllegalStateException().isThrownBy(request::getReader);
        });
        servlet("/reader", (request, response) -> {
            assertThat(request.getReader()).isSameAs(request.getReader());
            assertThatIllegalStateException().isThrownBy(request::getInputStream);
        });
        start();
        get("/ctx/stream");
        get("/ctx/reader");
    }

    /** HttpServletRequest.getTrailerFields. */
    @Test
    void trailersComeWithTheEndOfTheContentAndNotBefore() throws Exception {
        servlet("/s", (request, response) -> {
            assertThat(request.isTrailerFieldsReady()).isFalse();
            assertThatIllegalStateException().isThrownBy(request::getTrailerFields);
            request.getInputStream().readAllBytes();
            assertThat(request.isTrailerFieldsReady()).isTrue();
            response.getWriter().print(request.getTrailerFields());
        });
        start();
        assertThat(body(request("POST /ctx/s HTTP/1.1\r\nHost: l\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "3\r\nabc\r\n0\r\nX-End: 1\r\nX-End: 2\r\n\r\n")))
                .isEqualTo("{x-end=1,2}");
    }

    /** In HTTP/1 they need chunks: they are known not to come (HttpServletRequest.isTrailerFieldsReady). */
    @Test
    void trailersThatCannotComeAreNotWaitedFor() throws Exception {
        transport.assumeHttp1("a length excludes trailers");
        servlet("/s", (request, response) -> {
            assertThat(request.isTrailerFieldsReady()).isTrue();
            assertThat(request.getTrailerFields()).isEmpty();
            response.getOutputStream().write(request.getInputStream().readAllBytes());
        });
        start();
        assertThat(body(post("/ctx/s", "text/plain", "content"))).isEqualTo("content");
        assertThat(body(request("POST /ctx/s HTTP/1.0\r\nContent-Length: 7\r\n\r\ncontent")))
                .isEqualTo("content");
    }

    @Test
    void requestWithoutTrailersHasNoneOnceItIsRead() throws Exception {
        serve((request, response) -> {
            assertThat(request.isTrailerFieldsReady()).isTrue();
            assertThat(request.getTrailerFields()).isEmpty();
        });
    }

    // life

    /** Section 3.13. */
    @Test
    void objectsAreReusedForTheNextRequestOfTheConnectionWithoutWhatTheLastOneHeld() throws Exception {
        transport.assumeHttp1("requests follow each other on one connection");
        List<ServletRequest> kept = new CopyOnWriteArrayList<>();
        servlet("/s", (request, response) -> {
            kept.add(request);
            assertThat(request.getAttribute("mine")).isNull();
            assertThat(request.getParameter("p")).isEqualTo(request.getHeader("P"));
            request.setAttribute("mine", "x");
            request.setCharacterEncoding("UTF-16");
        });
        start();
        try (var client = connector.connect()) {
            for (int i = 0; i < 3; i++) {
                client.addInputAndExecute("GET /ctx/s?p=" + i + " HTTP/1.1\r\nHost: l\r\nP: " + i + "\r\n\r\n");
                assertThat(status(client.getResponse())).isEqualTo(200);
            }
        }
        assertThat(kept).hasSize(3).allSatisfy(request -> assertThat(request).isInstanceOf(HttpServletRequest.class));
    }

    @Test
    void contextOfTheRequestIsItsApplication() throws Exception {
        serve((request, response) -> assertThat(request.getServletContext()).isSameAs(context.getServletContext()));
    }
}
