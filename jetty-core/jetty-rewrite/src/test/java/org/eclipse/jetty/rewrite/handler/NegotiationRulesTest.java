package org.eclipse.jetty.rewrite.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.server.handler.ServedAs;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules by which a client gets files in its languages and codings. */
class NegotiationRulesTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws Exception {
        for (String name : List.of(
                "a.html",
                "fr/a.html",
                "de/a.html",
                "a.html.fr",
                "b.txt",
                "b.txt.gz",
                "b.txt.br",
                "b.txt.zst",
                "x y.txt",
                "x y.txt.gz",
                "fr/x y.txt",
                "\u00e9.txt",
                "\u00e9.txt.gz",
                "fr/\u00e9.txt")) {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "content of " + name);
        }
        Files.writeString(folder.getParent().resolve(folder.getFileName() + ".gz"), "outside");
    }

    private LocalServer serve(Rule rule) throws Exception {
        return serve(rule, "/ctx");
    }

    private LocalServer serve(Rule rule, String contextPath) throws Exception {
        RewriteHandler rewrite = new RewriteHandler(new ResourceHandler());
        rewrite.addRule(rule);
        ContextHandler context = new ContextHandler(rewrite, contextPath);
        context.setBaseResource(ResourceFactory.root().newResource(folder));
        return new LocalServer().start(context);
    }

    private static void assertVariant(LocalServer local, String path, String accept, String file, String field)
            throws Exception {
        String response = local.get(path, accept);
        assertThat(response).as(accept).startsWith("HTTP/1.1 200 ").endsWith("content of " + file);
        if (field == null) {
            assertThat(response).doesNotContain("Content-Language", "Content-Encoding");
        } else {
            assertThat(response).contains(field + "\r\n");
        }
        assertThat(response).containsPattern("Vary: [^\r]*" + accept.substring(0, accept.indexOf(':')));
    }

    @Test
    void requestOutsideOfItsContextHasNoVariants() throws Exception {
        for (Rule rule : List.of(new RewriteLanguageRule(), new RewriteEncodingRule())) {
            RewriteHandler rewrite = new RewriteHandler(LocalServer.answer("as it was"));
            rewrite.addRule(rule);
            ContextHandler context = new ContextHandler(new ServedAs("/other/a.html", rewrite), "/ctx");
            try (LocalServer local = new LocalServer().start(context)) {
                assertThat(local.get("/ctx/a.html", "Accept-Language: fr", "Accept-Encoding: gzip"))
                        .endsWith("as it was");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"/,''", "/ctx,/ctx", "/a b,/a%20b", "/a?b,/a%3Fb", "/\u00e9,/%C3%A9"})
    void pathsAreEncodedOnce(String contextPath, String encoded) throws Exception {
        try (LocalServer local = serve(new RewriteLanguageRule(), contextPath)) {
            for (String name : List.of("a.html", "x%20y.txt", "%C3%A9.txt")) {
                String file = "fr/" + URIUtil.decodePath(name);
                String response = local.get(encoded + "/" + name, "Accept-Language: fr");
                assertThat(response).as(name).startsWith("HTTP/1.1 200 ").contains("Content-Language: fr\r\n");
                assertThat(response).contains("Content-Length: " + length(file) + "\r\n");
            }
        }
        try (LocalServer local = serve(new RewriteEncodingRule(), contextPath)) {
            for (String name : List.of("b.txt", "x%20y.txt", "%C3%A9.txt")) {
                String response = local.get(encoded + "/" + name, "Accept-Encoding: gzip");
                assertThat(response).as(name).startsWith("HTTP/1.1 200 ").contains("Content-Encoding: gzip\r\n");
            }
        }
    }

    private long length(String file) throws Exception {
        return Files.size(folder.resolve(file));
    }

    @Test
    void languageIsAPrefix() throws Exception {
        try (LocalServer local = serve(new RewriteLanguageRule())) {
            String fr = "Content-Language: fr";
            assertVariant(local, "/ctx/a.html", "Accept-Language: fr", "fr/a.html", fr);
            assertVariant(local, "/ctx/a.html", "Accept-Language: es, de;q=0.5, fr;q=0.9", "fr/a.html", fr);
            assertVariant(local, "/ctx/a.html", "Accept-Language: fr;q=0, de", "de/a.html", "Content-Language: de");
            assertVariant(local, "/ctx/x%20y.txt?q=1", "Accept-Language: fr", "fr/x y.txt", fr);
            assertVariant(local, "/ctx/a.html", "Accept-Language: en, *", "a.html", null);
            assertVariant(local, "/ctx/b.txt", "Accept-Language: de", "b.txt", null);
            // what is no language gets into no path
            assertVariant(local, "/ctx/a.html", "Accept-Language: ../fr", "a.html", null);
            assertVariant(local, "/ctx/a.html", "Accept-Language: fr/../de, \"fr\"x", "a.html", null);
        }
    }

    @Test
    void languageIsASuffix() throws Exception {
        try (LocalServer local = serve(new RewriteLanguageRule(false))) {
            assertVariant(local, "/ctx/a.html", "Accept-Language: fr", "a.html.fr", "Content-Language: fr");
            assertThat(local.get("/ctx/a.html", "Accept-Language: fr")).contains("Content-Type: text/html");
        }
        assertThat(RewriteLanguageRule.localizeWithSuffix("/a/", "fr")).isEqualTo("/a/fr/");
    }

    @Test
    void anyLanguageIsThePreferredOne() throws Exception {
        try (LocalServer local = serve(new RewriteLanguageRule(List.of("es", "de", "fr")))) {
            assertVariant(local, "/ctx/a.html", "Accept-Language: *", "de/a.html", "Content-Language: de");
            assertVariant(local, "/ctx/a.html", "Accept-Language: fr, *", "fr/a.html", "Content-Language: fr");
        }
    }

    @Test
    void codingIsThatOfTheClient() throws Exception {
        try (LocalServer local = serve(new RewriteEncodingRule())) {
            String gzip = "Content-Encoding: gzip";
            assertVariant(local, "/ctx/b.txt", "Accept-Encoding: gzip", "b.txt.gz", gzip);
            assertVariant(local, "/ctx/b.txt", "Accept-Encoding: br;q=0.5, GZIP;q=0.9", "b.txt.gz", gzip);
            assertVariant(local, "/ctx/b.txt", "Accept-Encoding: zstd", "b.txt.zst", "Content-Encoding: zstd");
            assertVariant(local, "/ctx/b.txt", "Accept-Encoding: *", "b.txt.br", "Content-Encoding: br");
            assertVariant(local, "/ctx/b.txt", "Accept-Encoding: *, br;q=0", "b.txt.zst", "Content-Encoding: zstd");
            assertVariant(local, "/ctx/x%20y.txt?q=1", "Accept-Encoding: gzip", "x y.txt.gz", gzip);
            assertVariant(local, "/ctx/b.txt", "Accept-Encoding: gzip;q=0, deflate", "b.txt", null);
            assertVariant(local, "/ctx/a.html", "Accept-Encoding: gzip", "a.html", null);
            assertThat(local.get("/ctx/b.txt", "Accept-Encoding: gzip")).contains("Content-Type: text/plain");
            assertThat(local.get("/ctx/", "Accept-Encoding: gzip")).doesNotContain("outside", "Vary");
            assertThat(local.get("/ctx/none", "Accept-Encoding: gzip"))
                    .startsWith("HTTP/1.1 404 ")
                    .doesNotContain(gzip);
        }
    }

    @Test
    void ruleOutsideOfAContextFindsNoFiles() throws Exception {
        for (Rule rule : List.of(new RewriteLanguageRule(), new RewriteEncodingRule())) {
            RewriteHandler rewrite = new RewriteHandler(LocalServer.answer("as it is"));
            rewrite.addRule(rule);
            try (LocalServer local = new LocalServer().start(rewrite)) {
                assertThat(local.get("/b.txt", "Accept-Encoding: gzip", "Accept-Language: fr"))
                        .startsWith("HTTP/1.1 200 ")
                        .endsWith("as it is");
            }
        }
    }

    @Test
    void codingWithoutExtensionIsRefused() {
        assertThatThrownBy(() -> new RewriteEncodingRule(RewriteEncodingRule::getResource, "gzip"))
                .hasMessage("encodingsAndExtensions: [gzip] (expected: codings, each followed by its extension)");
    }
}
