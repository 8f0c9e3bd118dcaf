package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The module "compression-gzip" of the distribution, on the oldest and the newest JDK. */
class CompressionTest {
    private static final String TEXT = "Contact: mailto:a@b.example\n".repeat(200);

    @AutoClose
    private Base base;

    static java.util.stream.Stream<Jdk> jdks() {
        return Jdk.oldestAndNewest();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void responsesAreEncodedForClientsThatAcceptIt(Jdk jdk) throws Exception {
        base = Base.with(jdk, "http,well-known,compression-gzip");
        base.write(".well-known/security.txt", TEXT);
        Server server = base.serve("jetty.compression.gzip.encoder.compressionLevel=9");
        HttpResponse<byte[]> first = get(server, "Accept-Encoding", "br, gzip;q=0.5");
        assertThat(first.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(first.headers().firstValue("Vary")).hasValue("Accept-Encoding");
        assertThat(gunzip(first.body())).isEqualTo(TEXT);
        HttpResponse<byte[]> plain = get(server, "Accept-Encoding", "br");
        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(plain.body()).asString(StandardCharsets.UTF_8).isEqualTo(TEXT);
    }

    private static HttpResponse<byte[]> get(Server server, String... fields) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        server.request("/.well-known/security.txt")
                                .headers(fields)
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray());
    }

    private static String gunzip(byte[] bytes) throws IOException {
        return new String(new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes(), StandardCharsets.UTF_8);
    }
}
