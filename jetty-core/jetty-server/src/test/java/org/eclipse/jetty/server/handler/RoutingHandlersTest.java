package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HostHeaderCustomizer;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoutingHandlersTest extends OverTransports {
    private static Handler target() {
        return new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                if (request.getHttpURI().getPath().contains("none")) {
                    return false;
                }
                Content.Sink.write(response, true, "<" + request.getHttpURI().getPathQuery() + ">", callback);
                return true;
            }
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            quoteCharacter = '`',
            value = {
                "false > false > /new > Location: /new/a%20b?x=1",
                "false > true > /new > Location: /new/a%20b",
                "true > false > http://x.org/base > Location: http://x.org/base?x=1",
                "true > false > /new?y=2 > Location: /new?y=2&x=1",
                "true > true > /new > Location: /new",
                "false > false > /new?y=2#f > Location: /new/a%20b?y=2&x=1#f",
                "true > false > /new#f > Location: /new?x=1#f",
                "false > true > https://h/new?y=/2 > Location: https://h/new/a%20b?y=/2",
            })
    void movedContextRedirects(boolean discardPath, boolean discardQuery, String to, String expected) throws Exception {
        MovedContextHandler moved = new MovedContextHandler();
        moved.setContextPath("/old");
        moved.setRedirectURI(to);
        moved.setStatusCode(301);
        moved.setDiscardPathInContext(discardPath);
        moved.setDiscardQuery(discardQuery);
        moved.setCacheControl("no-store");
        try (LocalServer local = new LocalServer(transport).start(moved)) {
            local.configuration.setRelativeRedirectAllowed(true);
            assertThat(local.get("/old/a%20b?x=1"))
                    .startsWith("HTTP/1.1 301 ")
                    .contains(expected + "\r\n", "Cache-Control: no-store\r\n");
            assertThat(local.get("/other")).startsWith("HTTP/1.1 404 ");
        }
    }

    @Test
    void requestInTheClearIsRedirectedToTheSecurePort() throws Exception {
        transport.assumeClear("the redirect to TLS");
        try (LocalServer local = new LocalServer(transport)) {
            local.configuration.addCustomizer(new ForwardedRequestCustomizer());
            local.start(new SecuredRedirectHandler(target()));
            assertThat(local.get("/p?q=1")).startsWith("HTTP/1.1 403 ");
            local.configuration.setSecurePort(8443);
            assertThat(local.get("/p%20?q=1"))
                    .startsWith("HTTP/1.1 302 ")
                    .contains("Location: https://localhost:8443/p%20?q=1\r\n");
            local.configuration.setSecurePort(443);
            assertThat(local.get("/p")).contains("Location: https://localhost/p\r\n");
            assertThat(local.get("/p", "X-Forwarded-Proto: https")).endsWith("</p>");
        }
    }

    @Test
    void requestInTheClearWithoutHostCannotBeRedirected() throws Exception {
        try (LocalServer local = new LocalServer()) {
            local.configuration.setSecurePort(8443);
            local.start(new WithoutHost(new SecuredRedirectHandler(target())));
            assertThat(local.get("/p")).startsWith("HTTP/1.1 403 ").doesNotContain("Location");
        }
    }

    @Test
    void pathsAreTriedInTurn() throws Exception {
        TryPathsHandler paths = new TryPathsHandler(target());
        paths.setOriginalPathAttribute("path");
        paths.setPaths(List.of("/none", "$path", "/index?p=$path"));
        ContextHandler context = new ContextHandler(paths, "/ctx");
        try (LocalServer local = new LocalServer(transport).start(context)) {
            assertThat(local.get("/ctx/a%20b?x=1")).endsWith("</ctx/a%20b?x=1>");
            assertThat(local.get("/ctx/none")).endsWith("</ctx/index?p=/none>");
            assertThat(local.get("/ctx/none/%C3%A9%20%3F")).endsWith("</ctx/index?p=/none/%C3%A9%20%3F>");
        }
        TryPathsHandler nothing = new TryPathsHandler(target());
        nothing.setPaths(List.of("/none"));
        try (LocalServer local = new LocalServer(transport).start(nothing)) {
            assertThat(local.get("/x")).startsWith("HTTP/1.1 404 ");
        }
    }

    @Test
    void pathsAreNotTriedForARequestOutsideOfItsContext() throws Exception {
        TryPathsHandler paths = new TryPathsHandler(target());
        paths.setPaths(List.of("/index?p=$path"));
        try (LocalServer local =
                new LocalServer(transport).start(new ContextHandler(new ServedAs("/other", paths), "/ctx"))) {
            assertThat(local.get("/ctx/a")).startsWith("HTTP/1.1 404 ");
        }
    }

    @Test
    void pathsAreMappedToHandlers() throws Exception {
        PathMappingsHandler mappings = new PathMappingsHandler();
        mappings.addMapping(new ServletPathSpec("/foo/*"), LocalServer.answer("foo"));
        mappings.addMapping(new ServletPathSpec("*.php"), LocalServer.answer("php"));
        try (LocalServer local = new LocalServer(transport).start(mappings)) {
            assertThat(local.get("/foo/x.php")).endsWith("foo");
            assertThat(local.get("/x.php")).endsWith("php");
            assertThat(local.get("/x")).startsWith("HTTP/1.1 404 ");
            assertThat(mappings.getHandlers()).hasSize(2);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "10.0.0.0/8 > 10.1.2.3 > 200",
                "10.0.0.0/8 > 11.1.2.3 > 403",
                "10.0.0.0/8|/foo/* > 10.1.2.3 > 200",
                "10.0.0.0/8|/bar > 10.1.2.3 > 403",
                "|/foo/* > 11.1.2.3 > 200",
                "c@10.0.0.0/8 > 10.1.2.3 > 200",
                "d@10.0.0.0/8 > 10.1.2.3 > 403",
                "::1 > [::1] > 200",
                "127.0.0.1 > example.org > 403",
            })
    void clientsAreAllowedByAddress(String pattern, String client, int status) throws Exception {
        InetAccessHandler access = new InetAccessHandler(target());
        access.include(pattern);
        InetAccessHandler refusal = new InetAccessHandler(target());
        refusal.exclude(pattern);
        for (InetAccessHandler handler : List.of(access, refusal)) {
            try (LocalServer local = new LocalServer(transport)) {
                local.connector.setName("c");
                local.configuration.addCustomizer(new ForwardedRequestCustomizer());
                local.start(handler);
                int expected = handler == access ? status : status == 200 ? 403 : 200;
                assertThat(local.get("/foo/x", "X-Forwarded-For: " + client)).startsWith("HTTP/1.1 " + expected);
            }
        }
    }

    /** A pattern that came from an empty property must not let in everybody. */
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "|", " |"})
    void patternOfClientsThatSaysNothingIsRefused(String pattern) {
        InetAccessHandler access = new InetAccessHandler();
        assertThatThrownBy(() -> access.include(pattern)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> access.exclude(pattern)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void conditionsOfEveryKindMustBeMet() throws Exception {
        ConditionalHandler.Reject reject = new ConditionalHandler.Reject(target(), 418);
        reject.includeMethod("GET");
        reject.includePath("/a/*");
        reject.excludePath("/a/b");
        try (LocalServer local = new LocalServer(transport).start(reject)) {
            assertThat(local.get("/a/x")).startsWith("HTTP/1.1 418");
            assertThat(local.get("/a/b")).endsWith("</a/b>");
            assertThat(local.get("/x")).endsWith("</x>");
            assertThat(local.ask("POST /a/x HTTP/1.1\nHost: h\nContent-Length: 0\n\n"))
                    .endsWith("</a/x>");
        }
    }

    @Test
    void anIdleRequestTimesOutSoonerWhereWanted() throws Exception {
        IdleTimeoutHandler idle = new IdleTimeoutHandler(LocalServer.echo());
        idle.setIdleTimeoutMs(50);
        try (LocalServer local = new LocalServer(transport).start(idle)) {
            String response = local.ask("POST / HTTP/1.1\nHost: h\nContent-Length: 10\n\nabc");
            assertThat(response).startsWith("HTTP/1.1 408 ").contains(closing());
        }
    }

    @Test
    void requestWithoutHostGetsOne() throws Exception {
        Handler tell = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                String text = Request.getServerName(request) + ":" + Request.getServerPort(request) + " "
                        + request.getHeaders().get("Host");
                Content.Sink.write(response, true, text, callback);
                return true;
            }
        };
        try (LocalServer local = new LocalServer(transport)) {
            local.configuration.addCustomizer(new HostHeaderCustomizer("n.org", 81));
            local.start(tell);
            assertThat(local.ask("GET / HTTP/1.0\n\n")).endsWith("n.org:81 n.org:81");
            assertThat(local.ask("GET / HTTP/1.0\nHost: h:5\n\n")).endsWith("h:5 h:5");
        }
    }

    @Test
    void pathInAQueryBeginsNoOtherParameter() {
        assertThat(TryPathsHandler.resolve("/index?p=$path", "/a&p=b+c=d%20e"))
                .isEqualTo("/index?p=/a%26p=b%2Bc=d%20e");
        assertThat(TryPathsHandler.resolve("$path/index", "/a&b+c")).isEqualTo("/a&b+c/index");
        assertThat(TryPathsHandler.resolve("$path?q=$path", "/a&b")).isEqualTo("/a&b?q=/a%26b");
    }
}
