package org.eclipse.jetty.tests.embedders.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.zip.GZIPInputStream;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Jetty;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An application of Spring Boot over HTTP/1.1 in clear text. */
class SpringBootTest {
    private static RunningShop shop;

    @BeforeAll
    static void start() {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        shop = new RunningShop(
                client, false, "--server.compression.enabled=true", "--spring.servlet.multipart.max-file-size=10KB");
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @Test
    void serverIsThatOfThisBuild() {
        assertThat(Server.getVersion()).isEqualTo(Jetty.VERSION).doesNotStartWith("12.");
    }

    @Test
    void controllersAnswer() throws Exception {
        HttpResponse<String> goods = shop.get("/goods/t%C3%A9?count=3");
        assertThat(goods.statusCode()).isEqualTo(200);
        assertThat(goods.headers().firstValue("content-type").orElseThrow()).startsWith("application/json");
        assertThat(goods.body()).isEqualTo("{\"name\":\"té\",\"count\":3}");
        assertThat(shop.send(shop.request("/echo").POST(BodyPublishers.ofString("echo")))
                        .body())
                .isEqualTo("echo");
        assertThat(shop.get("/later").body()).isEqualTo("later");
        assertThat(shop.get("/protocol").body()).isEqualTo("HTTP/1.1 http false");
    }

    @Test
    void staticResourceOfTheClassPathIsServed() throws Exception {
        HttpResponse<String> style = shop.get("/shop.css");
        assertThat(style.body()).isEqualTo("body { color: green }\n");
        assertThat(style.headers().firstValue("content-type").orElseThrow()).startsWith("text/css");
        assertThat(shop.send(shop.request("/shop.css")
                                .header(
                                        "If-Modified-Since",
                                        style.headers()
                                                .firstValue("last-modified")
                                                .orElseThrow()))
                        .statusCode())
                .isEqualTo(304);
    }

    @Test
    void errorsHaveThePagesOfTheFramework() throws Exception {
        HttpResponse<String> missing = shop.send(shop.request("/nothing").header("Accept", "application/json"));
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.body()).contains("\"status\":404").contains("\"path\":\"/nothing\"");
        HttpResponse<String> failed = shop.send(shop.request("/fail").header("Accept", "text/html"));
        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(failed.body()).contains("Whitelabel Error Page").doesNotContain("as the test wants it");
        assertThat(shop.get("/teapot").statusCode()).isEqualTo(418);
        assertThat(shop.get("/goods/tea?count=many").statusCode()).isEqualTo(400);
        assertThat(shop.send(shop.request("/visits").DELETE()).statusCode()).isEqualTo(405);
    }

    @Test
    void fileIsUploadedWithinTheLimit() throws Exception {
        HttpResponse<String> accepted = upload("content");
        assertThat(accepted.statusCode()).isEqualTo(200);
        assertThat(accepted.body()).isEqualTo("a.txt 7 short");
        assertThat(upload("x".repeat(20_000)).statusCode()).isEqualTo(413);
    }

    private static HttpResponse<String> upload(String content) throws Exception {
        String body = "--xx\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nshort\r\n"
                + "--xx\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n" + content
                + "\r\n--xx--\r\n";
        return shop.send(shop.request("/upload")
                .header("Content-Type", "multipart/form-data; boundary=xx")
                .POST(BodyPublishers.ofString(body)));
    }

    @Test
    void sessionIsKept() throws Exception {
        HttpResponse<String> first = shop.get("/visits");
        assertThat(first.body()).isEqualTo("1");
        String cookie = first.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).startsWith("JSESSIONID=").containsIgnoringCase("HttpOnly");
        assertThat(shop.send(shop.request("/visits").header("Cookie", cookie.replaceAll(";.*", "")))
                        .body())
                .isEqualTo("2");
    }

    @Test
    void largeResponseIsCompressed() throws Exception {
        HttpResponse<byte[]> response = shop.client()
                .send(shop.request("/large").header("Accept-Encoding", "gzip").build(), BodyHandlers.ofByteArray());
        assertThat(response.headers().firstValue("content-encoding")).contains("gzip");
        assertThat(response.body().length).isLessThan(1000);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes())
                .hasSize("compressible ".length() * 1000);
        assertThat(shop.get("/large").headers().firstValue("content-encoding")).isEmpty();
    }

    @Test
    void webSocketsOfBothKindsTalk() throws Exception {
        assertThat(shop.say("/talk", "hello")).isEqualTo("Spring heard hello");
        assertThat(shop.say("/endpoint", "hello")).isEqualTo("The endpoint heard hello");
    }

    @Test
    void actuatorReportsHealthAndTheThreadsOfTheServer() throws Exception {
        assertThat(shop.get("/actuator/health").body()).contains("\"status\":\"UP\"");
        assertThat(shop.get("/actuator/metrics/jetty.threads.config.max").body())
                .contains("\"value\":200");
    }
}
