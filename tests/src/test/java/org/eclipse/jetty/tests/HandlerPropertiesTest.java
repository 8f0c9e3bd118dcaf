package org.eclipse.jetty.tests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.tests.webapp.ReportServlet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Properties of the modules of handlers and customizers do what they say when they are given on the command line. */
class HandlerPropertiesTest {
    @AutoClose
    private Base base;

    private Server server;

    private void serve(String modules, String... properties) {
        base = Base.with(Jdk.oldest(), "http,ee10-deploy," + modules);
        new War().servlet(ReportServlet.class, "/").deploy(base, "app.war");
        server = base.serve(properties);
    }

    private HttpResponse<byte[]> send(String method, String path, byte[] body, String... fields) throws Exception {
        HttpRequest.Builder request = server.request(path)
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> get(String path, String... fields) throws Exception {
        return send("GET", path, null, fields);
    }

    private static String field(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse(null);
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), ISO_8859_1);
    }

    private static byte[] zip(int size) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(new byte[size]);
        }
        return bytes.toByteArray();
    }

    private String coding(String method, String path) throws Exception {
        return field(send(method, path, null, "Accept-Encoding", "gzip"), "Content-Encoding");
    }

    @Test
    void gzip() throws Exception {
        serve(
                "gzip",
                "jetty.gzip.minGzipSize=300",
                "jetty.gzip.includedMethodList=GET,PUT,POST",
                "jetty.gzip.excludedMethodList=POST",
                "jetty.gzip.includedMimeTypeList=text/plain,text/css",
                "jetty.gzip.excludedMimeTypeList=text/css",
                "jetty.gzip.includedPathList=/app/*",
                "jetty.gzip.excludedPathList=/app/plain/*",
                "jetty.gzip.deflaterPool.compressionLevel=0",
                "jetty.gzip.inflateBufferSize=512",
                "jetty.gzip.maxInflatedSize=1000");
        assertThat(coding("GET", "/app/?size=299")).isNull();
        assertThat(coding("GET", "/app/?size=300")).isEqualTo("gzip");
        assertThat(coding("PUT", "/app/?size=300")).isEqualTo("gzip");
        assertThat(coding("POST", "/app/?size=300")).isNull();
        assertThat(coding("DELETE", "/app/?size=300")).isNull();
        assertThat(coding("GET", "/app/?size=300&type=text/css")).isNull();
        assertThat(coding("GET", "/app/?size=300&type=text/html")).isNull();
        assertThat(coding("GET", "/app/plain/x?size=300")).isNull();
        // stored, not compressed
        byte[] stored = get("/app/?size=10000", "Accept-Encoding", "gzip").body();
        assertThat(stored.length).isGreaterThan(10000);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(stored)).readAllBytes())
                .hasSize(10000);
        String[] gzipped = {"Content-Encoding", "gzip"};
        assertThat(text(send("POST", "/app/", zip(1000), gzipped))).contains("read=1000]");
        assertThat(send("POST", "/app/", zip(1001), gzipped).statusCode()).isEqualTo(413);
    }

    @Test
    void gzipByOldNames() throws Exception {
        serve("gzip", "jetty.gzip.compressionLevel=0");
        assertThat(get("/app/?size=10000", "Accept-Encoding", "gzip").body().length)
                .isGreaterThan(10000);
        // what is not asked for is not inflated
        byte[] zipped = zip(1000);
        assertThat(text(send("POST", "/app/", zipped, "Content-Encoding", "gzip")))
                .contains("read=" + zipped.length + "]");
    }

    @Test
    void compressionByGzip() throws Exception {
        serve(
                "compression-gzip",
                "jetty.compression.gzip.minCompressSize=300",
                "jetty.compression.gzip.encoder.compressionLevel=0",
                "jetty.compression.maxDecompressedSize=1000");
        assertThat(coding("GET", "/app/?size=299")).isNull();
        assertThat(coding("GET", "/app/?size=300")).isEqualTo("gzip");
        assertThat(get("/app/?size=10000", "Accept-Encoding", "gzip").body().length)
                .isGreaterThan(10000);
        String[] gzipped = {"Content-Encoding", "gzip"};
        assertThat(text(send("POST", "/app/", zip(1000), gzipped))).contains("read=1000]");
        assertThat(send("POST", "/app/", zip(1001), gzipped).statusCode()).isEqualTo(413);
    }

    @Test
    void compressionByDeflatersOfAPool() throws Exception {
        serve("compression-gzip", "jetty.compression.gzip.deflaterPool.compressionLevel=0");
        assertThat(get("/app/?size=10000", "Accept-Encoding", "gzip").body().length)
                .isGreaterThan(10000);
    }

    /** What a servlet flushes can be decoded before it goes on. */
    @ParameterizedTest
    @CsvSource({"gzip,jetty.gzip.syncFlush", "compression-gzip,jetty.compression.gzip.encoder.syncFlush"})
    void syncFlush(String module, String property) throws Exception {
        serve(module, property + "=true");
        try (Socket client = new Socket("127.0.0.1", server.port())) {
            client.setSoTimeout((int) Command.DEADLINE.toMillis());
            client.getOutputStream()
                    .write("GET /app/stream?size=500 HTTP/1.0\r\nHost: h\r\nAccept-Encoding: gzip\r\n\r\n"
                            .getBytes(ISO_8859_1));
            InputStream in = client.getInputStream();
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) in.read());
            }
            assertThat(head.toString()).containsIgnoringCase("Content-Encoding: gzip");
            InputStream content = new GZIPInputStream(in, 1);
            assertThat(new String(content.readNBytes(500), ISO_8859_1)).startsWith("[GET");
            assertThat(get("/app/go").statusCode()).isEqualTo(200);
            assertThat(new String(content.readAllBytes(), ISO_8859_1)).isEqualTo("end");
        }
    }

    @Test
    void forwarded() throws Exception {
        serve(
                "forwarded",
                "jetty.httpConfig.forwardedForHeader=X-F",
                "jetty.httpConfig.forwardedHostHeader=X-H",
                "jetty.httpConfig.forwardedServerHeader=X-S",
                "jetty.httpConfig.forwardedProtoHeader=X-Proto",
                "jetty.httpConfig.forwardedPortHeader=X-Port",
                "jetty.httpConfig.forwardedHttpsHeader=X-Https",
                "jetty.httpConfig.forwardedHeader=Fwd");
        assertThat(text(get("/app/", "X-F", "192.0.2.7", "X-H", "a.example:8444", "X-Proto", "https")))
                .contains("https://a.example:8444 from 192.0.2.7 secure=true");
        assertThat(text(get("/app/", "X-S", "s.example", "X-Port", "81"))).contains("http://s.example:81 ");
        assertThat(text(get("/app/", "X-Https", "on"))).contains("https://").contains("secure=true");
        assertThat(text(get("/app/", "Fwd", "for=192.0.2.8;host=b.example;proto=https")))
                .contains("https://b.example:443 from 192.0.2.8 secure=true");
        assertThat(text(get(
                        "/app/",
                        "Forwarded",
                        "for=192.0.2.8;host=b.example",
                        "X-Forwarded-For",
                        "192.0.2.9",
                        "X-Forwarded-Proto",
                        "https")))
                .contains("http://127.0.0.1:" + server.port() + " from 127.0.0.1 secure=false");
    }

    @Test
    void forwardedOnly() throws Exception {
        serve("forwarded", "jetty.httpConfig.forwardedOnly=true", "jetty.httpConfig.forwardedProxyAsAuthority=true");
        assertThat(text(get("/app/", "X-Forwarded-For", "192.0.2.9", "X-Forwarded-Proto", "https")))
                .contains("from 127.0.0.1 secure=false");
        assertThat(text(get("/app/", "Forwarded", "for=\"[2001:db8::7]:4711\";by=proxy.example:82")))
                .contains("http://proxy.example:82 from [2001:db8::7]");
    }

    @Test
    void crossOrigin() throws Exception {
        serve(
                "cross-origin",
                "jetty.crossorigin.allowCredentials=true",
                "jetty.crossorigin.allowedHeaders=X-A",
                "jetty.crossorigin.allowedMethods=PUT",
                "jetty.crossorigin.allowedOriginPatterns=https://(a|t)\\.example",
                "jetty.crossorigin.allowedTimingOriginPatterns=https://t\\.example",
                "jetty.crossorigin.exposedHeaders=X-E",
                "jetty.crossorigin.preflightMaxAge=77",
                "jetty.crossorigin.deliverNonAllowedOriginRequests=false",
                "jetty.crossorigin.deliverPreflightRequests=true");
        HttpResponse<byte[]> actual = get("/app/", "Origin", "https://a.example");
        assertThat(field(actual, "Access-Control-Allow-Origin")).isEqualTo("https://a.example");
        assertThat(field(actual, "Access-Control-Allow-Credentials")).isEqualTo("true");
        assertThat(field(actual, "Access-Control-Expose-Headers")).isEqualTo("X-E");
        assertThat(field(actual, "Timing-Allow-Origin")).isNull();
        assertThat(field(get("/app/", "Origin", "https://t.example"), "Timing-Allow-Origin"))
                .isEqualTo("https://t.example");
        assertThat(get("/app/", "Origin", "https://b.example").statusCode()).isEqualTo(400);
        HttpResponse<byte[]> preflight = send(
                "OPTIONS",
                "/app/",
                null,
                "Origin",
                "https://a.example",
                "Access-Control-Request-Method",
                "PUT",
                "Access-Control-Request-Headers",
                "X-A");
        assertThat(field(preflight, "Access-Control-Allow-Methods")).isEqualTo("PUT");
        assertThat(field(preflight, "Access-Control-Allow-Headers")).isEqualTo("X-A");
        assertThat(field(preflight, "Access-Control-Max-Age")).isEqualTo("77");
        assertThat(text(preflight)).startsWith("[OPTIONS");
    }

    @Test
    void sizeLimit() throws Exception {
        serve("size-limit", "jetty.sizeLimit.maxRequestContentSize=100", "jetty.sizeLimit.maxResponseContentSize=500");
        assertThat(send("POST", "/app/", new byte[100]).statusCode()).isEqualTo(200);
        assertThat(send("POST", "/app/", new byte[101]).statusCode()).isEqualTo(413);
        assertThat(get("/app/?size=500").statusCode()).isEqualTo(200);
        assertThat(get("/app/?size=501").statusCode()).isEqualTo(500);
        server.command().awaitLine("SizeLimitHandler refuses");
    }

    @Test
    void secureRedirectAndWellKnown() throws Exception {
        base = Base.with(Jdk.oldest(), "http,forwarded,secure-redirect,well-known");
        Files.createDirectories(base.resolve("public"));
        base.write("public/x.txt", "known");
        server = base.serve(
                "jetty.secureredirect.code=308",
                "jetty.wellknown.dir=public",
                "jetty.wellknown.listDirectories=true",
                "jetty.httpConfig.securePort=8555");
        HttpResponse<byte[]> redirect = get("/.well-known/x.txt?a=b");
        assertThat(redirect.statusCode()).isEqualTo(308);
        assertThat(field(redirect, "Location")).isEqualTo("https://127.0.0.1:8555/.well-known/x.txt?a=b");
        String[] secure = {"X-Forwarded-Proto", "https"};
        assertThat(text(get("/.well-known/x.txt", secure))).isEqualTo("known");
        assertThat(text(get("/.well-known/", secure))).contains("href=\"x.txt\"");
    }

    @Test
    void dos() throws Exception {
        serve(
                "forwarded,dos",
                "jetty.dos.leakingBucketTracker.bucketSize=1",
                "jetty.dos.leakingBucketTracker.maxRequestsPerSecond=1",
                "jetty.dos.rejectHandler.delayed.delayMs=0",
                "jetty.dos.rejectStatus=503",
                "jetty.dos.maxTrackers=1",
                "jetty.dos.rejectUntracked=true",
                "jetty.dos.exclude.path=/app/free/*",
                "jetty.dos.exclude.inet=192.0.2.77",
                "jetty.dos.exclude.method=PUT");
        await().atMost(Command.DEADLINE)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> get("/app/", "X-Forwarded-For", "192.0.2.1").statusCode() == 503);
        server.command().awaitLine("DoSHandler refuses");
        // there is no room for another one
        assertThat(get("/app/", "X-Forwarded-For", "192.0.2.2").statusCode()).isEqualTo(503);
        for (int i = 0; i < 10; i++) {
            assertThat(get("/app/free/x", "X-Forwarded-For", "192.0.2.1").statusCode())
                    .isEqualTo(200);
            assertThat(get("/app/", "X-Forwarded-For", "192.0.2.77").statusCode())
                    .isEqualTo(200);
            assertThat(send("PUT", "/app/", null, "X-Forwarded-For", "192.0.2.1")
                            .statusCode())
                    .isEqualTo(200);
        }
    }
}
