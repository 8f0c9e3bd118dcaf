package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The hello application on the distribution, end to end. */
@ParameterizedClass
@MethodSource("org.eclipse.jetty.tests.Jdk#oldestAndNewest")
record HelloTest(Jdk jdk) {
    private static Base base;
    private static Server server;

    @BeforeParameterizedClassInvocation
    static void start(Jdk jdk) {
        base = Base.with(jdk, "http,ee10-deploy");
        base.deploy("hello.war", Distribution.HELLO_WAR);
        server = base.serve();
    }

    @AfterParameterizedClassInvocation
    static void stopWithoutTroubleInTheLog() throws IOException {
        List<String> trouble = server.command().lines(":(WARN|ERROR) ?:|Exception");
        base.close();
        assertThat(trouble).isEmpty();
    }

    @Test
    void serverRunsOnTheJdk() {
        assertThat(server.get("/hello/greeting").body()).contains("on Java " + jdk.feature());
    }

    @Test
    void everyLinkOfTheIndexLeadsSomewhereButTheLast() {
        HttpResponse<String> index = server.get("/hello/");
        assertThat(index.statusCode()).isEqualTo(200);
        assertThat(index.headers().firstValue("content-type").orElse("")).startsWith("text/html");
        Matcher links = Pattern.compile("href=\"([^\"]+)\"").matcher(index.body());
        int count = 0;
        while (links.find()) {
            int expected = links.group(1).equals("nothing") ? 404 : 200;
            assertThat(server.get("/hello/" + links.group(1)).statusCode())
                    .as(links.group(1))
                    .isEqualTo(expected);
            count++;
        }
        assertThat(count).isEqualTo(7);
    }

    @Test
    void contextPathWithoutSlashIsRedirected() {
        HttpResponse<String> response = server.get("/hello");
        assertThat(response.statusCode()).isIn(301, 302, 307, 308);
        assertThat(response.headers().firstValue("location").orElse("")).endsWith("/hello/");
    }

    @Test
    void servletGreetsByNameAndEscapesIt() {
        assertThat(server.get("/hello/greeting").body()).contains("Hello, World!");
        assertThat(server.get("/hello/greeting?name=J%C3%BCrgen").body()).contains("Hello, Jürgen!");
        assertThat(server.get("/hello/greeting?name=%3Cb%3E").body())
                .contains("Hello, &lt;b&gt;!")
                .doesNotContain("<b>");
    }

    @Test
    void filterNumbersTheRequests() {
        long first = number(server.get("/hello/greeting"));
        assertThat(number(server.get("/hello/index.html"))).isEqualTo(first + 1);
    }

    private static long number(HttpResponse<String> response) {
        return response.headers().firstValueAsLong("x-request-number").orElseThrow();
    }

    @Test
    void sessionCountsItsOwnVisits() {
        HttpResponse<String> first = server.get("/hello/counter");
        assertThat(first.body()).contains("Visits of this session: 1");
        String setCookie = first.headers().firstValue("set-cookie").orElseThrow();
        assertThat(setCookie).contains("JSESSIONID=").contains("Path=/hello").containsIgnoringCase("HttpOnly");
        String cookie = setCookie.substring(0, setCookie.indexOf(';'));
        assertThat(withCookie(cookie).body()).contains("Visits of this session: 2");
        assertThat(withCookie(cookie).body()).contains("Visits of this session: 3");
        assertThat(server.get("/hello/counter").body()).contains("Visits of this session: 1");

        HttpResponse<String> forgotten = server.send(server.request("/hello/counter")
                .header("Cookie", cookie)
                .POST(BodyPublishers.noBody())
                .build());
        assertThat(forgotten.statusCode()).isIn(302, 303);
        assertThat(withCookie(cookie).body()).contains("Visits of this session: 1");
    }

    private static HttpResponse<String> withCookie(String cookie) {
        return server.send(
                server.request("/hello/counter").header("Cookie", cookie).build());
    }

    @Test
    void staticFileIsValidatedAndServedInParts() {
        HttpResponse<String> whole = server.get("/hello/hello.css");
        assertThat(whole.statusCode()).isEqualTo(200);
        assertThat(whole.headers().firstValue("content-type").orElse("")).startsWith("text/css");
        String modified = whole.headers().firstValue("last-modified").orElseThrow();
        HttpResponse<String> unchanged = server.send(server.request("/hello/hello.css")
                .header("If-Modified-Since", modified)
                .build());
        assertThat(unchanged.statusCode()).isEqualTo(304);
        assertThat(unchanged.body()).isEmpty();
        HttpResponse<String> part = server.send(
                server.request("/hello/hello.css").header("Range", "bytes=5-9").build());
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).isEqualTo(whole.body().substring(5, 10));
    }

    @Test
    void asynchronousAnswerArrives() {
        assertThat(server.get("/hello/timer?millis=50").body()).contains("Answered after 50 milliseconds");
        assertThat(server.get("/hello/timer?millis=99999999").statusCode()).isEqualTo(400);
    }

    @Test
    void uploadShowsSizeAndDigest() throws Exception {
        byte[] content = new byte[300_000];
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) ('a' + i * 31 % 26);
        }
        HttpResponse<String> response = server.send(upload(content));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body())
                .contains("letters.txt: 300000 bytes")
                .contains(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
    }

    @Test
    void uploadThatIsTooLargeIsRefused() {
        assertThat(server.send(upload(new byte[10 * 1024 * 1024 + 1])).statusCode())
                .isEqualTo(413);
        assertThat(server.get("/hello/").statusCode()).isEqualTo(200);
    }

    private static HttpRequest upload(byte[] content) {
        String head = "--line\r\nContent-Disposition: form-data; name=\"file\"; filename=\"letters.txt\"\r\n"
                + "Content-Type: text/plain\r\n\r\n";
        return server.request("/hello/upload")
                .header("Content-Type", "multipart/form-data; boundary=line")
                .POST(BodyPublishers.concat(
                        BodyPublishers.ofString(head),
                        BodyPublishers.ofByteArray(content),
                        BodyPublishers.ofString("\r\n--line--\r\n")))
                .build();
    }

    @Test
    void descriptorAndClassesAreNotServed() {
        assertThat(server.get("/hello/WEB-INF/web.xml").statusCode()).isEqualTo(404);
        assertThat(server.get("/hello/%2e/WEB-INF/web.xml").statusCode()).isIn(400, 404);
        assertThat(server.get("/hello/WEB-INF/classes/com/example/hello/Page.class")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void unknownPathsAreNotFound() {
        assertThat(server.get("/hello/nothing").statusCode()).isEqualTo(404);
        assertThat(server.get("/nothing").statusCode()).isEqualTo(404);
        HttpResponse<String> json = server.send(server.request("/hello/nothing")
                .header("Accept", "application/json")
                .build());
        assertThat(json.headers().firstValue("content-type").orElse("")).startsWith("application/json");
        assertThat(json.body()).contains("404");
    }
}
