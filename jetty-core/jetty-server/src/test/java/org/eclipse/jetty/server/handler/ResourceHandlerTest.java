package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eclipse.jetty.server.handler.LocalServer.body;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.CompressedContentFormat;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.content.CachingHttpContentFactory;
import org.eclipse.jetty.http.content.HttpContent;
import org.eclipse.jetty.server.ResourceService;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files over HTTP: conditions, ranges, variants, directories (RFC 9110, sections 8.8, 12.5.3, 13 and 14). */
class ResourceHandlerTest {
    private static final String TEXT = "0123456789";
    private static final Instant MODIFIED = Instant.parse("2024-05-06T07:08:09Z");
    private static final String DATE = "Mon, 06 May 2024 07:08:09 GMT";
    private static final String BEFORE = "Mon, 06 May 2024 07:08:08 GMT";
    private static final String AFTER = "Mon, 06 May 2024 07:08:10 GMT";

    @TempDir
    Path temp;

    private Path base;
    private LocalServer local;
    private final ResourceHandler files = new ResourceHandler();

    @BeforeEach
    void files() throws Exception {
        base = Files.createDirectory(temp.resolve("base"));
        write("a.txt", TEXT);
        Files.writeString(temp.resolve("secret.txt"), "secret");
        files.setBaseResource(ResourceFactory.of(files).newResource(base));
        files.setEtags(true);
        local = new LocalServer();
    }

    @AfterEach
    void stop() throws Exception {
        local.close();
    }

    private void write(String name, String content) throws Exception {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Files.setLastModifiedTime(file, FileTime.from(MODIFIED));
    }

    private String get(String path, String... fields) throws Exception {
        if (!local.server.isStarted()) {
            local.start(files);
        }
        return local.get(path, fields);
    }

    private String ask(String method, String path, String... fields) throws Exception {
        if (!local.server.isStarted()) {
            local.start(files);
        }
        String request = method + " " + path + " HTTP/1.1\nHost: localhost\nConnection: close\n"
                + String.join("\n", fields) + (fields.length == 0 ? "\n" : "\n\n");
        return local.connector.getResponse(LocalServer.wire(request));
    }

    private static int status(String response) {
        return Integer.parseInt(response.substring(9, 12));
    }

    private static String field(String response, String name) {
        Matcher matcher =
                Pattern.compile("(?mid)^" + name + ": ?(.*?)\r$").matcher(response.split("\r\n\r\n", 2)[0] + "\r\n");
        return matcher.find() ? matcher.group(1) : null;
    }

    // ---- conditions

    /** In the order of RFC 9110, section 13.2.2; T stands for the entity tag as it is, S for it as a strong one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            If-Match: *                                     | 200
            If-Match: T                                     | 412
            If-Match: S                                     | 412
            If-Match: "x"                                   | 412
            If-Unmodified-Since: BEFORE                     | 412
            If-Unmodified-Since: DATE                       | 200
            If-Unmodified-Since: yesterday                  | 200
            If-Match: *;If-Unmodified-Since: BEFORE         | 200
            If-None-Match: *                                | 304
            If-None-Match: T                                | 304
            If-None-Match: S                                | 304
            If-None-Match: "x", S                           | 304
            If-None-Match: "x";If-None-Match: T             | 304
            If-None-Match: "x"                              | 200
            If-None-Match: "x";If-Modified-Since: AFTER     | 200
            If-None-Match: T;If-Modified-Since: BEFORE      | 304
            If-Modified-Since: DATE                         | 304
            If-Modified-Since: AFTER                        | 304
            If-Modified-Since: BEFORE                       | 200
            If-Modified-Since: Monday, 06-May-24 07:08:09 GMT | 304
            If-Modified-Since: Mon May  6 07:08:09 2024     | 304
            If-Modified-Since: 0                            | 200
            If-Match: "x";If-None-Match: T                  | 412
            If-Match: *;If-None-Match: T                    | 304
            If-Unmodified-Since: BEFORE;If-None-Match: T    | 412
            If-None-Match: T;Range: bytes=0-1               | 304
            If-None-Match: "x";Range: bytes=0-1             | 206
            If-Unmodified-Since: DATE;Range: bytes=90-      | 416
            If-Match: "x";Range: bytes=90-                  | 412
            """)
    void preconditionsDecideInTheirOrder(String fields, int status) throws Exception {
        String tag = field(get("/a.txt"), "ETag");
        assertThat(tag).startsWith("W/\"");
        String[] lines = fields.replace("BEFORE", BEFORE)
                .replace("AFTER", AFTER)
                .replace("DATE", DATE)
                .replaceAll("\\bT\\b", Matcher.quoteReplacement(tag))
                .replaceAll("\\bS\\b", Matcher.quoteReplacement(tag.substring(2)))
                .split(";");
        for (String method : List.of("GET", "HEAD")) {
            String response = ask(method, "/a.txt", lines);
            boolean ranged = status == 206 || status == 416;
            assertThat(status(response))
                    .as(method + response)
                    .isEqualTo(ranged && method.equals("HEAD") ? 200 : status);
            if (status == 304) {
                assertThat(field(response, "ETag")).isEqualTo(tag);
                assertThat(field(response, "Last-Modified")).isEqualTo(DATE);
                assertThat(body(response)).isEmpty();
            }
        }
    }

    // ---- ranges

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bytes=0-0            | bytes 0-0/10   | 0
            bytes=2-4            | bytes 2-4/10   | 234
            BYTES=2-4            | bytes 2-4/10   | 234
            bytes=7-             | bytes 7-9/10   | 789
            bytes=7-99           | bytes 7-9/10   | 789
            bytes=-3             | bytes 7-9/10   | 789
            bytes=-99            | bytes 0-9/10   | 0123456789
            bytes=9-9            | bytes 9-9/10   | 9
            bytes= 2-4           | bytes 2-4/10   | 234
            bytes=2-4,99-        | bytes 2-4/10   | 234
            bytes=2-4,3-6        | bytes 2-6/10   | 23456
            bytes=0-99999999999999999999 | bytes 0-9/10 | 0123456789
            bytes=-99999999999999999999  | bytes 0-9/10 | 0123456789
            """)
    void aSatisfiableRangeIsServed(String range, String contentRange, String content) throws Exception {
        String response = get("/a.txt", "Range: " + range);
        assertThat(status(response)).isEqualTo(206);
        assertThat(field(response, "Content-Range")).isEqualTo(contentRange);
        assertThat(field(response, "Content-Length")).isEqualTo("" + content.length());
        assertThat(body(response)).isEqualTo(content);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999-", "bytes=20-,30-40"})
    void anUnsatisfiableRangeIs416(String range) throws Exception {
        String response = get("/a.txt", "Range: " + range);
        assertThat(status(response)).isEqualTo(416);
        assertThat(field(response, "Content-Range")).isEqualTo("bytes */10");
        assertThat(body(response)).doesNotContain(TEXT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lines=0-1", "0-1", "bytes 0-1", "none", ""})
    void anotherUnitIsIgnored(String range) throws Exception {
        String response = get("/a.txt", "Range: " + range);
        assertThat(status(response)).isEqualTo(200);
        assertThat(body(response)).isEqualTo(TEXT);
        assertThat(field(response, "Accept-Ranges")).isEqualTo("bytes");
    }

    @Test
    void anEmptyFileHasNoRange() throws Exception {
        write("empty.txt", "");
        assertThat(status(get("/empty.txt", "Range: bytes=0-"))).isEqualTo(416);
        assertThat(field(get("/empty.txt", "Range: bytes=0-"), "Content-Range")).isEqualTo("bytes */0");
        assertThat(status(get("/empty.txt", "Range: bytes=-1"))).isEqualTo(416);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DATE     | 206
            BEFORE   | 200
            AFTER    | 200
            "x"      | 200
            W/"x"    | 200
            T        | 200
            S        | 200
            nonsense | 200
            """)
    void ifRangeTakesWhatIsStrongOnly(String condition, int status) throws Exception {
        String tag = field(get("/a.txt"), "ETag");
        String value = condition
                .replace("BEFORE", BEFORE)
                .replace("AFTER", AFTER)
                .replace("DATE", DATE)
                .replaceAll("^T$", Matcher.quoteReplacement(tag))
                .replaceAll("^S$", Matcher.quoteReplacement(tag.substring(2)));
        String response = get("/a.txt", "Range: bytes=1-2", "If-Range: " + value);
        assertThat(status(response)).isEqualTo(status);
        assertThat(body(response)).isEqualTo(status == 206 ? "12" : TEXT);
        // what is not to be given in part is not refused in part
        assertThat(status(get("/a.txt", "Range: bytes=90-", "If-Range: " + value)))
                .isEqualTo(status == 206 ? 416 : 200);
    }

    @Test
    void severalRangesAreParts() throws Exception {
        String response = get("/a.txt", "Range: bytes=0-1,4-4,-2");
        assertThat(status(response)).isEqualTo(206);
        assertThat(field(response, "Content-Range")).isNull();
        assertThat(parts(response)).containsExactly("bytes 0-1/10=01", "bytes 4-4/10=4", "bytes 8-9/10=89");
        assertThat(field(response, "Content-Length"))
                .isEqualTo("" + body(response).length());
        assertThat(body(response)).contains("Content-Type: text/plain");
    }

    /** The parts of multipart/byteranges (RFC 9110, section 14.6): range and content. */
    private static List<String> parts(String response) {
        Matcher type =
                Pattern.compile("multipart/byteranges; boundary=(\\S+)").matcher(field(response, "Content-Type"));
        assertThat(type.matches()).isTrue();
        List<String> parts = new ArrayList<>();
        String delimiter = "--" + type.group(1);
        String body = "\r\n" + body(response);
        assertThat(body.trim()).endsWith(delimiter + "--");
        for (String part : body.split("\r\n" + Pattern.quote(delimiter))) {
            if (part.isEmpty() || part.startsWith("--")) {
                continue;
            }
            int end = part.indexOf("\r\n\r\n");
            parts.add(field(part.substring(0, end + 2), "Content-Range") + "=" + part.substring(end + 4));
        }
        return parts;
    }

    /** RFC 9110, section 14.2: many small ranges are ignored, coalesced or refused. */
    @Test
    void aFloodOfRangesCostsNoMoreThanTheContent() throws Exception {
        write("big.txt", TEXT.repeat(2000));
        StringBuilder ranges = new StringBuilder("bytes=0-0");
        for (int i = 2; ranges.length() < 7000; i += 2) {
            ranges.append(',').append(i).append('-').append(i);
        }
        String response = get("/big.txt", "Range: " + ranges);
        assertThat(response.length()).isLessThan(2 * TEXT.length() * 2000);
        assertThat(status(response)).isEqualTo(200);
        String overlapping = get("/big.txt", "Range: bytes=" + "0-,".repeat(1000) + "0-");
        assertThat(status(overlapping)).isEqualTo(206);
        assertThat(body(overlapping)).hasSize(TEXT.length() * 2000);
    }

    @Test
    void rangesCanBeTurnedOff() throws Exception {
        files.setAcceptRanges(false);
        String response = get("/a.txt", "Range: bytes=0-1");
        assertThat(status(response)).isEqualTo(200);
        assertThat(field(response, "Accept-Ranges")).isNull();
    }

    // ---- variants

    private void precompressed() throws Exception {
        files.setPrecompressedFormats(CompressedContentFormat.BR, CompressedContentFormat.GZIP);
        write("a.txt.gz", "GZGZGZGZGZGZ");
        write("a.txt.br", "BRBRBR");
        write("only.txt", "only");
        write("only.txt.gz", "ONLYGZ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            gzip                         | gzip
            br, gzip                     | br
            gzip, br                     | gzip
            gzip;q=0.5, br               | br
            gzip;q=1, br;q=0.9           | gzip
            *                            | br
            br;q=0, *                    | gzip
            gzip;q=0, br;q=0, *          | -
            br;q=0                       | -
            identity                     | -
            identity, br;q=0.5           | -
            GZIP                         | gzip
            deflate                      | -
            br;q=0.001                   | br
            """)
    void theVariantIsThatOfTheGreatestWeight(String accepted, String coding) throws Exception {
        precompressed();
        String response = get("/a.txt", "Accept-Encoding: " + accepted);
        assertThat(status(response)).isEqualTo(200);
        assertThat(field(response, "Content-Encoding")).isEqualTo(coding);
        assertThat(field(response, "Vary")).isEqualTo("Accept-Encoding");
        assertThat(field(response, "Content-Type")).isEqualTo("text/plain");
        assertThat(body(response)).isEqualTo(coding == null ? TEXT : coding.equals("gzip") ? "GZGZGZGZGZGZ" : "BRBRBR");
    }

    @Test
    void aVariantHasATagOfItsOwnAndItsRangesAreOfItsBytes() throws Exception {
        precompressed();
        String plain = field(get("/a.txt"), "ETag");
        String tag = field(get("/a.txt", "Accept-Encoding: gzip"), "ETag");
        assertThat(tag).isEqualTo(plain.substring(0, plain.length() - 1) + "--gzip\"");
        String again = get("/a.txt", "Accept-Encoding: gzip", "If-None-Match: " + tag);
        assertThat(status(again)).isEqualTo(304);
        assertThat(field(again, "Vary")).isEqualTo("Accept-Encoding");
        assertThat(field(again, "ETag")).isEqualTo(tag);
        String part = get("/a.txt", "Accept-Encoding: gzip", "Range: bytes=1-11");
        assertThat(field(part, "Content-Range")).isEqualTo("bytes 1-11/12");
        assertThat(field(part, "Content-Encoding")).isEqualTo("gzip");
        assertThat(body(part)).isEqualTo("ZGZGZGZGZGZ");
        String several = get("/a.txt", "Accept-Encoding: gzip", "Range: bytes=1-2,11-11");
        assertThat(field(several, "Content-Encoding")).isEqualTo("gzip");
        assertThat(parts(several)).containsExactly("bytes 1-2/12=ZG", "bytes 11-11/12=Z");
    }

    @Test
    void aVariantThatIsAskedForByItsNameIsAFileAsOthers() throws Exception {
        precompressed();
        String response = get("/a.txt.gz", "Accept-Encoding: gzip");
        assertThat(field(response, "Content-Encoding")).isNull();
        assertThat(body(response)).isEqualTo("GZGZGZGZGZGZ");
    }

    @Test
    void gzipEquivalentsAreSaidToBeGzip() throws Exception {
        files.setGzipEquivalentFileExtensions(List.of(".svgz"));
        write("x.svgz", "GZ");
        String response = get("/x.svgz");
        assertThat(field(response, "Content-Encoding")).isEqualTo("gzip");
        assertThat(field(response, "Content-Type")).isEqualTo("image/svg+xml");
    }

    // ---- directories and paths

    @ParameterizedTest
    @CsvSource({
        "/sub,/sub/",
        "/sub?a=b&c=%2f,/sub/?a=b&c=%2f",
        "/s%20p,/s%20p/",
        "/s%C3%A4?x,/s%C3%A4/?x",
        "/%73ub,/sub/",
        "/x/../sub,/sub/",
    })
    void aDirectoryIsAskedForWithASlash(String path, String location) throws Exception {
        for (String name : List.of("sub", "s p", "s\u00e4")) {
            Files.createDirectory(base.resolve(name));
        }
        String response = get(path);
        assertThat(status(response)).isEqualTo(302);
        assertThat(field(response, "Location")).isEqualTo(location);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../secret.txt",
                "/sub/../../secret.txt",
                "/%2e%2e/secret.txt",
                "/.%2e/secret.txt",
                "/%2e./secret.txt",
                "/..%2fsecret.txt",
                "/..%2Fsecret.txt",
                "/%2e%2e%2fsecret.txt",
                "/%252e%252e/secret.txt",
                "/..%5csecret.txt",
                "/..\\secret.txt",
                "/sub/..%5c..%5csecret.txt",
                "/..;/secret.txt",
                "/..;x=y/secret.txt",
                "/%2e%2e;/secret.txt",
                "/.;/../secret.txt",
                "/%c0%ae%c0%ae/secret.txt",
                "/%u002e%u002e/secret.txt",
                "/....//secret.txt",
                "//../secret.txt",
                "/./../secret.txt",
                "/sub//../../secret.txt",
                "/a.txt%00.html",
                "/a.txt%00",
                "/%00",
                "/a.txt%20",
                "/a.txt.",
                "/a.txt/",
                "/a.txt/?q",
                "/A.TXT",
                "/a.txt::$DATA",
                "/sub/%2e%2e/%2e%2e/secret.txt",
                "/base/../../base/a.txt",
                "/%ff",
                "/%e2%80%ae",
                "/%7",
                "/file:%2f%2f%2fetc%2fpasswd",
                "/file:///etc/passwd",
                "//etc/passwd"
            })
    void nothingOutsideAndNoOtherNameIsServed(String path) throws Exception {
        Files.createDirectory(base.resolve("sub"));
        String response = get(path);
        assertThat(status(response)).as(response).isIn(400, 404);
        assertThat(body(response))
                .doesNotContain("secret\n")
                .isNotEqualTo("secret")
                .isNotEqualTo(TEXT);
    }

    @Test
    void aNameAsLongAsAHeadAllowsIs404() throws Exception {
        assertThat(status(get("/" + "x".repeat(7000)))).isEqualTo(404);
        assertThat(status(get("/x".repeat(3500)))).isEqualTo(404);
        assertThat(status(get("/a.txt/x"))).isEqualTo(404);
    }

    @Test
    void directoriesAreNotListedUnlessTheyMayBe() throws Exception {
        Files.createDirectory(base.resolve("sub"));
        String response = get("/sub/");
        assertThat(status(response)).isEqualTo(403);
    }

    @Test
    void aListingNamesFilesSoThatTheyAreNothingElse() throws Exception {
        files.setDirAllowed(true);
        write("sub/javascript:alert(1)", "x");
        write("sub/<img src=x>&\"'.txt", "x");
        write("sub/\u00e4 +.txt", "x");
        for (String query : List.of("", "?C=M&O=D", "?C=S", "?C=%ff&O=%", "?<script>", "?C=Z;O")) {
            String response = get("/sub/" + query);
            assertThat(status(response)).as(query).isEqualTo(200);
            assertThat(body(response))
                    .doesNotContain("<img", "<script", "href=\"javascript:")
                    .contains("&lt;img");
        }
        Matcher links = Pattern.compile("href=\"(?!\\?|\\.\\./\")([^\"]+)\"").matcher(body(get("/sub/")));
        List<String> found = new ArrayList<>();
        while (links.find()) {
            found.add(links.group(1).replace("&amp;", "&").replace("&#39;", "'").replace("&apos;", "'"));
        }
        assertThat(found).hasSize(3);
        for (String link : found) {
            assertThat(body(get("/sub/" + link))).as(link).isEqualTo("x");
        }
    }

    @ParameterizedTest
    @CsvSource({"q?h#p,/q%3Fh%23p", "[a],/%5Ba%5D", "a+b,/a+b", "a b,/a%20b"})
    void aNameOfAnyCharactersIsServedWhereItIsEncoded(String name, String path) throws Exception {
        write(name, "x");
        assertThat(body(get(path))).isEqualTo("x");
    }

    @Test
    void aFileWithoutADateHasNotBeenModifiedSinceNone() throws Exception {
        // as reproducible images have them
        Files.setLastModifiedTime(base.resolve("a.txt"), FileTime.from(Instant.EPOCH));
        assertThat(field(get("/a.txt"), "Last-Modified")).isNull();
        // RFC 9110, sections 13.1.3 to 13.1.5
        assertThat(status(get("/a.txt", "If-Modified-Since: " + DATE))).isEqualTo(200);
        assertThat(status(get("/a.txt", "If-Unmodified-Since: " + DATE))).isEqualTo(200);
        String epoch = "Thu, 01 Jan 1970 00:00:00 GMT";
        assertThat(status(get("/a.txt", "If-Range: " + epoch, "Range: bytes=0-1")))
                .isEqualTo(200);
    }

    @Test
    void typesAreThoseThatWereSet() throws Exception {
        MimeTypes.Mutable types = new MimeTypes.Mutable();
        types.addMimeMapping("txt", "text/own");
        files.setMimeTypes(types);
        assertThat(field(get("/a.txt"), "Content-Type")).isEqualTo("text/own");
    }

    @Test
    void aWelcomeFileIsServedAndItsConditionsCount() throws Exception {
        write("sub/index.html", "welcome");
        assertThat(body(get("/sub/"))).isEqualTo("welcome");
        assertThat(status(get("/sub/", "If-Modified-Since: " + DATE))).isEqualTo(304);
        assertThat(body(get("/sub/", "Range: bytes=3-"))).isEqualTo("come");
    }

    @Test
    void aWelcomeFileIsRedirectedToWithTheQuery() throws Exception {
        files.setWelcomeMode(ResourceService.WelcomeMode.REDIRECT);
        write("s p/index.html", "welcome");
        String response = get("/s%20p/?a=%20");
        assertThat(status(response)).isEqualTo(302);
        assertThat(field(response, "Location")).isEqualTo("/s%20p/index.html?a=%20");
    }

    @Test
    void otherMethodsAreLeftToTheHandlerBelow() throws Exception {
        files.setHandler(LocalServer.answer("below"));
        assertThat(body(ask("POST", "/a.txt"))).isEqualTo("below");
        assertThat(body(get("/none"))).isEqualTo("below");
    }

    @Test
    void cacheControlIsSentWith200And206And304() throws Exception {
        files.setCacheControl("max-age=3600");
        assertThat(field(get("/a.txt"), "Cache-Control")).isEqualTo("max-age=3600");
        assertThat(field(get("/a.txt", "Range: bytes=0-0"), "Cache-Control")).isEqualTo("max-age=3600");
        assertThat(field(get("/a.txt", "If-None-Match: *"), "Cache-Control")).isEqualTo("max-age=3600");
    }

    // ---- files that change

    @Test
    void aFileThatWasDeletedIsStillServedWholeOrNotAtAll() throws Exception {
        assertThat(body(get("/a.txt"))).isEqualTo(TEXT);
        Files.delete(base.resolve("a.txt"));
        String cached = get("/a.txt");
        if (status(cached) == 200) {
            assertThat(body(cached)).isEqualTo(TEXT);
        } else {
            assertThat(status(cached)).isEqualTo(404);
        }
        ((CachingHttpContentFactory) files.getResourceService().getHttpContentFactory()).flushCache();
        assertThat(status(get("/a.txt"))).isEqualTo(404);
    }

    /** Of content that is made by a factory of the application; the ranges are optional (RFC 9110, section 14.2). */
    @Test
    void contentWithoutAResourceIsSentWholeWhereManyRangesAreAskedFor() throws Exception {
        ResourceHandler made = new ResourceHandler() {
            @Override
            protected HttpContent.Factory newHttpContentFactory() {
                CachingHttpContentFactory factory = (CachingHttpContentFactory) super.newHttpContentFactory();
                factory.setMaxCacheSize(0);
                return path -> {
                    HttpContent content = factory.getContent(path);
                    return (HttpContent) Proxy.newProxyInstance(
                            HttpContent.class.getClassLoader(),
                            new Class<?>[] {HttpContent.class},
                            (proxy, method, arguments) ->
                                    method.getName().equals("getResource") ? null : method.invoke(content, arguments));
                };
            }
        };
        made.setBaseResource(ResourceFactory.of(made).newResource(base));
        local.start(made);
        String whole = local.get("/a.txt", "Range: bytes=0-1,4-5");
        assertThat(status(whole)).isEqualTo(200);
        assertThat(body(whole)).isEqualTo(TEXT);
        assertThat(body(local.get("/a.txt", "Range: bytes=2-3"))).isEqualTo("23");
    }

    /** Files that change between being looked at and being read, at each of the places where that is possible. */
    @ParameterizedTest
    @ValueSource(strings = {"", "01234", "0123456789abcdef"})
    void aResponseNeverHasAnotherLengthThanItSays(String changed) throws Exception {
        for (boolean deleted : new boolean[] {false, true}) {
            write("a.txt", TEXT);
            LocalServer server = new LocalServer();
            Path file = base.resolve("a.txt");
            ResourceHandler changing = new ResourceHandler() {
                @Override
                protected HttpContent.Factory newHttpContentFactory() {
                    CachingHttpContentFactory uncached = (CachingHttpContentFactory) super.newHttpContentFactory();
                    uncached.setMaxCacheSize(0);
                    return path -> {
                        HttpContent content = uncached.getContent(path);
                        return content == null
                                ? null
                                : new HttpContent.Wrapper(content) {
                                    private final long length = content.getContentLengthValue();

                                    @Override
                                    public long getContentLengthValue() {
                                        return length;
                                    }

                                    @Override
                                    public org.eclipse.jetty.http.HttpField getContentLength() {
                                        try {
                                            if (deleted) {
                                                Files.deleteIfExists(file);
                                            } else {
                                                Files.writeString(file, changed);
                                            }
                                        } catch (java.io.IOException x) {
                                            throw new java.io.UncheckedIOException(x);
                                        }
                                        return new org.eclipse.jetty.http.HttpField("Content-Length", "" + length);
                                    }
                                };
                    };
                }
            };
            changing.setBaseResource(ResourceFactory.of(changing).newResource(base));
            server.start(changing);
            String response = server.connector.getResponse(
                    LocalServer.wire("GET /a.txt HTTP/1.1\nHost: localhost\nConnection: close\n\n"));
            if (response != null && response.startsWith("HTTP/1.1 200")) {
                assertThat(field(response, "Content-Length")).isEqualTo("10");
                // cut off, so that the client knows, or whole
                assertThat(body(response).length()).isLessThanOrEqualTo(10);
            }
            server.close();
        }
    }
}
