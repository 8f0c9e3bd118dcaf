package org.eclipse.jetty.tests.embedders;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.apache.jena.atlas.web.AuthScheme;
import org.apache.jena.fuseki.auth.Auth;
import org.apache.jena.fuseki.main.FusekiServer;
import org.apache.jena.query.Dataset;
import org.apache.jena.query.DatasetFactory;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server of Jena Fuseki: queries, updates, uploads, errors and logins, in the clear and within TLS. */
class FusekiTest {
    @TempDir
    static Path folder;

    private static FusekiServer server;
    private static FusekiServer secureServer;
    private static Http clear;
    private static Http secure;

    @BeforeAll
    static void start() throws Exception {
        String keys = KeystoreGenerator.generateTestKeystore(
                        folder.resolve("keystore.p12").toString(), "storepwd")
                .toString();
        Path pages = Files.createDirectories(folder.resolve("pages"));
        Files.writeString(pages.resolve("index.html"), "<p>welcome");
        Dataset dataset = DatasetFactory.createTxnMem();
        server = FusekiServer.create()
                .port(0)
                .loopback(true)
                .enablePing(true)
                .enableCors(true)
                .staticFileBase(pages.toString())
                .add("/ds", dataset)
                .build();
        server.start();
        clear = new Http(server.getHttpPort());
        // a server has one of both
        secureServer = FusekiServer.create()
                .https(0, keys, "storepwd")
                .loopback(true)
                .add("/ds", dataset)
                .build();
        secureServer.start();
        secure = Http.tls(secureServer.getHttpsPort());
    }

    @AfterAll
    static void stop() {
        server.stop();
        secureServer.stop();
    }

    private static HttpResponse<String> query(Http http, String query) throws Exception {
        return http.send(http.request("/ds/sparql?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
                .header("Accept", "text/csv"));
    }

    @Test
    void updateIsFoundByQueries() throws Exception {
        HttpResponse<String> updated = clear.send(clear.request("/ds/update")
                .header("Content-Type", "application/sparql-update")
                .POST(BodyPublishers.ofString("INSERT DATA { <urn:a> <urn:name> 'Änna' }")));
        assertThat(updated.statusCode()).isEqualTo(204);
        for (Http http : new Http[] {clear, secure}) {
            assertThat(query(http, "SELECT ?n { <urn:a> <urn:name> ?n }").body())
                    .isEqualTo("n\r\nÄnna\r\n");
        }
    }

    @Test
    void graphIsStoredAndFetched() throws Exception {
        StringBuilder triples = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            triples.append("<urn:s")
                    .append(i)
                    .append("> <urn:p> \"value ")
                    .append(i)
                    .append("\" .\n");
        }
        HttpResponse<String> stored = clear.send(clear.request("/ds/data?graph=urn:g")
                .header("Content-Type", "text/turtle")
                .PUT(BodyPublishers.ofString(triples.toString())));
        assertThat(stored.statusCode()).isEqualTo(201);
        HttpResponse<String> fetched =
                clear.send(clear.request("/ds/data?graph=urn:g").header("Accept", "application/n-triples"));
        assertThat(fetched.body().lines()).hasSize(20_000);
    }

    @Test
    void errorsNameTheirReason() throws Exception {
        HttpResponse<String> wrong = query(clear, "SELECT nothing");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("Parse error");
        HttpResponse<String> missing = clear.get("/nothing");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.body()).contains("404").doesNotContain("null");
    }

    @Test
    void pagesAndPingAreServed() throws Exception {
        assertThat(clear.get("/").body()).isEqualTo("<p>welcome");
        assertThat(clear.get("/$/ping").statusCode()).isEqualTo(200);
        assertThat(clear.send(clear.request("/ds/sparql?query=ASK%7B%7D").header("Origin", "https://a.example"))
                        .headers()
                        .firstValue("Access-Control-Allow-Origin"))
                .isPresent();
    }

    @Test
    void usersOfAPasswordFileLogIn() throws Exception {
        Path passwords = folder.resolve("passwords");
        Files.writeString(passwords, "anna: secret\n");
        FusekiServer guarded = FusekiServer.create()
                .port(0)
                .loopback(true)
                .passwordFile(passwords.toString())
                .auth(AuthScheme.BASIC)
                .serverAuthPolicy(Auth.policyAllowSpecific("anna"))
                .add("/ds", DatasetFactory.createTxnMem())
                .build();
        guarded.start();
        try {
            Http http = new Http(guarded.getHttpPort());
            assertThat(http.get("/ds/sparql?query=ASK%7B%7D").statusCode()).isEqualTo(401);
            String login = Base64.getEncoder().encodeToString("anna:secret".getBytes(StandardCharsets.UTF_8));
            assertThat(http.send(http.request("/ds/sparql?query=ASK%7B%7D").header("Authorization", "Basic " + login))
                            .statusCode())
                    .isEqualTo(200);
        } finally {
            guarded.stop();
        }
    }
}
