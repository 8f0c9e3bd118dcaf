package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContextPathTest {
    private static Handler paths() {
        return new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                String paths = Request.getContextPath(request) + " " + Request.getPathInContext(request);
                Content.Sink.write(response, true, paths, callback);
                return true;
            }
        };
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "/a b, /a%20b, /a%20b",
                "/a%20b, /a%20b, /a%20b",
                "/ü, /%C3%BC, /%C3%BC",
                "/ü, /%c3%bc, /%C3%BC",
                "/%C3%BC, /%C3%BC, /%C3%BC",
                "/a b/ü, /a%20b/%C3%BC, /a%20b/%C3%BC",
                "/a%20b/ü, /a%20b/%C3%BC, /a%20b/%C3%BC",
                "/a;b, /a%3Bb, /a%3Bb",
                "/a?b, /a%3Fb, /a%3Fb",
                "/a'b, /a'b, /a'b",
                "/a'b, /a%27b, /a'b",
            })
    void requestsReachAContextWhosePathHasCharactersThatAreEncoded(String path, String requested, String encoded)
            throws Exception {
        ContextHandler context = new ContextHandler(paths(), path);
        for (Handler handler : new Handler[] {context, new ContextHandlerCollection(context)}) {
            try (LocalServer local = new LocalServer().start(handler)) {
                local.configuration.setRelativeRedirectAllowed(true);
                assertThat(local.get(requested + "/x?q"))
                        .startsWith("HTTP/1.1 200 ")
                        .endsWith(encoded + " /x");
                assertThat(local.get(requested + "?q"))
                        .startsWith("HTTP/1.1 301 ")
                        .contains("Location: " + encoded + "/?q\r\n");
                assertThat(local.get(requested + "x/")).startsWith("HTTP/1.1 404 ");
            }
        }
        assertThat(context.getContextPath()).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ü", "/%C3%BC"})
    void contextIsFoundForDispatchesByItsPathInEitherForm(String path) throws Exception {
        ContextHandler from = new ContextHandler(paths(), "/from");
        ContextHandler to = new ContextHandler(paths(), path);
        from.setCrossContextDispatchSupported(true);
        to.setCrossContextDispatchSupported(true);
        try (LocalServer local = new LocalServer().start(new ContextHandlerCollection(from, to))) {
            assertThat(from.getCrossContextHandler("/ü/x")).isSameAs(to);
            assertThat(from.getCrossContextHandler("/%C3%BC/x")).isSameAs(to);
            assertThat(from.getCrossContextHandler("/other")).isNull();
        }
    }
}
