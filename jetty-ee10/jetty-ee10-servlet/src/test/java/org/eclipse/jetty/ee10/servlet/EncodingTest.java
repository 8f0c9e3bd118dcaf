package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Content type, character encoding and locale of responses (Servlet section 5.6). */
class EncodingTest extends ContextServer {
    private String text(String path, Charset charset) throws Exception {
        ByteBuffer raw = connector.getResponse(
                ByteBuffer.wrap(("GET " + path + " HTTP/1.0\r\n\r\n").getBytes()),
                false,
                DEADLINE_SECONDS,
                TimeUnit.SECONDS);
        byte[] bytes = new byte[raw.remaining()];
        raw.get(bytes);
        int start = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n") + 4;
        return new String(bytes, start, bytes.length - start, charset);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "ISO-8859-1", "US-ASCII", "UTF-16BE", "windows-1252", "Shift_JIS"})
    void writerEncodesAsTheJdkDoes(String name) throws Exception {
        Charset charset = Charset.forName(name);
        StringBuilder text = new StringBuilder();
        for (char c = 0x20; c < 0x3100; c += 3) {
            text.append(c).append("plain ");
        }
        text.append("\uD83D\uDE00 lone \uD83D x");
        String all = text.toString().repeat(5);
        servlet("/s", (request, response) -> {
            response.setContentType("text/plain;charset=" + name);
            response.setBufferSize(200);
            var out = response.getWriter();
            // in odd pieces, so that surrogate pairs are torn apart
            for (int i = 0; i < all.length(); i += 7) {
                out.write(all, i, Math.min(7, all.length() - i));
            }
        });
        start();
        assertThat(text("/ctx/s", charset)).isEqualTo(new String(all.getBytes(charset), charset));
    }

    @Test
    void writerPrintsEverything() throws Exception {
        servlet("/s", (request, response) -> {
            var out = response.getWriter();
            out.print(true);
            out.print('c');
            out.print(1);
            out.print(2L);
            out.print(new char[] {'x', 'y'});
            out.print((Object) null);
            out.print((String) null);
            out.printf("%d-%s", 3, "f");
            out.append("app").append('e').append("xndx", 1, 3);
            out.write('!');
        });
        start();
        assertThat(text("/ctx/s", Charset.forName("UTF-8"))).isEqualTo("truec12xynullnull3-fappend!");
    }

    @Test
    void writerFixesTheEncodingAndSaysSo() throws Exception {
        servlet("/plain", (request, response) -> {
            response.setContentType("text/plain");
            response.getWriter().print(response.getCharacterEncoding());
        });
        servlet("/later", (request, response) -> {
            response.setContentType("text/html;charset=UTF-8");
            response.getWriter();
            response.setContentType("text/plain;charset=ISO-8859-1");
            response.setCharacterEncoding("UTF-16");
            response.getWriter().print(response.getCharacterEncoding() + "|" + response.getContentType());
        });
        servlet("/json", (request, response) -> {
            response.setContentType("application/json");
            response.getWriter().print("{}");
        });
        servlet("/before", (request, response) -> {
            response.setCharacterEncoding("UTF-8");
            response.setContentType("text/html");
            response.getOutputStream().print("x");
        });
        servlet("/none", (request, response) -> response.getWriter().print(response.getCharacterEncoding()));
        start();
        assertThat(field(get("/ctx/plain"), "Content-Type")).containsIgnoringCase("charset=iso-8859-1");
        assertThat(body(get("/ctx/later")).toLowerCase(Locale.ENGLISH)).isEqualTo("utf-8|text/plain;charset=utf-8");
        assertThat(field(get("/ctx/json"), "Content-Type")).isEqualTo("application/json");
        assertThat(field(get("/ctx/before"), "Content-Type")).isEqualToIgnoringCase("text/html;charset=utf-8");
        assertThat(body(get("/ctx/none"))).isEqualToIgnoringCase("iso-8859-1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/html;charset= | text/html;charset=utf-8",
                "text/html; charset=\"\";a=b | text/html;a=b;charset=utf-8",
                "text/plain;charset= | text/plain;charset=iso-8859-1",
                "application/json;charset= | application/json"
            })
    void anEmptyCharsetIsNone(String type, String written) throws Exception {
        servlet("/writer", (request, response) -> {
            response.setContentType(type);
            response.getWriter().print("x");
        });
        servlet("/before", (request, response) -> {
            response.setCharacterEncoding("UTF-16");
            response.setContentType(type);
            response.getOutputStream().print("x");
        });
        servlet("/stream", (request, response) -> {
            response.setContentType(type);
            response.getOutputStream().write('x');
        });
        start();
        String base = written.replaceFirst(";charset=.*", "");
        assertThat(field(get("/ctx/writer"), "Content-Type")).isEqualToIgnoringCase(written);
        assertThat(field(get("/ctx/before"), "Content-Type")).isEqualToIgnoringCase(base + ";charset=utf-16");
        assertThat(field(get("/ctx/stream"), "Content-Type")).isEqualToIgnoringCase(base);
    }

    /** Section 5.6: after the commit nothing is declared any more, and text is written all the same. */
    @ParameterizedTest
    @ValueSource(strings = {"text/html", "text/plain", "text/xml", "image/png", "text/css;charset=UTF-8", ""})
    void textIsWrittenAfterTheCommit(String type) throws Exception {
        servlet("/writer", (request, response) -> {
            if (!type.isEmpty()) {
                response.setContentType(type);
            }
            response.flushBuffer();
            response.getWriter().print("x" + response.getCharacterEncoding());
        });
        servlet("/stream", (request, response) -> {
            if (!type.isEmpty()) {
                response.setContentType(type);
            }
            response.getOutputStream().write("x".getBytes());
            response.getOutputStream().flush();
            response.getOutputStream().print(response.getCharacterEncoding());
        });
        servlet("/locale", (request, response) -> {
            if (!type.isEmpty()) {
                response.setContentType(type);
            }
            response.flushBuffer();
            response.setLocale(Locale.JAPAN);
            response.setCharacterEncoding("UTF-16");
            response.setCharacterEncoding((String) null);
            response.setContentType("text/other");
            response.setContentType(null);
            response.getWriter().print("x" + response.getCharacterEncoding());
        });
        start();
        for (String path : new String[] {"writer", "stream", "locale"}) {
            String response = request("GET /ctx/" + path + " HTTP/1.0\r\n\r\n");
            assertThat(field(response, "Content-Type")).isEqualTo(type.isEmpty() ? null : type);
            String encoding = type.isEmpty() || type.startsWith("image") ? "iso-8859-1" : "utf-8";
            if (type.equals("text/plain")) {
                encoding = "iso-8859-1";
            }
            assertThat(body(response)).as(path).isEqualToIgnoringCase("x" + encoding);
        }
    }

    @Test
    void localeSetsLanguageAndEncoding() throws Exception {
        context.addLocaleEncoding("ja", "Shift_JIS");
        servlet("/s", (request, response) -> {
            response.setLocale(Locale.JAPAN);
            response.setContentType("text/html");
            response.getWriter().print(response.getLocale());
        });
        start();
        String response = get("/ctx/s");
        assertThat(field(response, "Content-Language")).isEqualTo("ja-JP");
        assertThat(field(response, "Content-Type")).containsIgnoringCase("charset=shift_jis");
    }

    /** Section 5.6: "a container dependent mapping", of which Japanese is the specification's example. */
    @Test
    void localeHasAnEncodingWithoutAMapping() throws Exception {
        servlet("/s", (request, response) -> {
            response.setContentType("text/html");
            response.setLocale(Locale.forLanguageTag(request.getParameter("l")));
            String before = response.getCharacterEncoding();
            response.setCharacterEncoding((String) null);
            response.getOutputStream().print(before + " " + response.getCharacterEncoding());
        });
        start();
        String ja = get("/ctx/s?l=ja");
        assertThat(body(ja)).isEqualTo("Shift_JIS utf-8");
        assertThat(body(get("/ctx/s?l=ja-JP"))).startsWith("Shift_JIS ");
        for (String language : new String[] {"el", "de-AT", "zh-TW", "ar", "ko"}) {
            assertThat(body(get("/ctx/s?l=" + language))).isEqualTo("utf-8 utf-8");
        }
    }

    @Test
    void mappingsAndDefaultsOfTheApplicationWinOverThoseOfTheContainer() throws Exception {
        context.addLocaleEncoding("ja", "EUC-JP");
        context.setDefaultResponseCharacterEncoding("UTF-16BE");
        servlet("/s", (request, response) -> {
            response.setContentType("text/html");
            response.setLocale(Locale.forLanguageTag(request.getParameter("l")));
            response.setHeader("X", response.getCharacterEncoding());
        });
        start();
        assertThat(field(get("/ctx/s?l=ja"), "X")).isEqualTo("EUC-JP");
        assertThat(field(get("/ctx/s?l=el"), "X")).isEqualTo("UTF-16BE");
    }

    @Test
    void encodingOfTheResponseKeepsItsCaseUnlessItIsAUsualOne() throws Exception {
        servlet("/s", (request, response) -> {
            response.setCharacterEncoding("ISO-8859-7");
            String set = response.getCharacterEncoding();
            response.setContentType("text/plain;charset=Windows-1252");
            String typed = response.getCharacterEncoding();
            response.setCharacterEncoding("UTF-8");
            response.setHeader("X", set + " " + typed + " " + response.getCharacterEncoding());
        });
        start();
        assertThat(field(get("/ctx/s"), "X")).isEqualTo("ISO-8859-7 Windows-1252 utf-8");
    }

    @Test
    void defaultsOfTheContextAreUsed() throws Exception {
        context.setDefaultRequestCharacterEncoding("ISO-8859-15");
        context.setDefaultResponseCharacterEncoding("UTF-16BE");
        servlet("/s", (request, response) -> {
            response.setContentType("text/html");
            response.getWriter();
            response.setHeader("X", request.getCharacterEncoding() + "|" + response.getCharacterEncoding());
        });
        start();
        assertThat(field(get("/ctx/s"), "X")).isEqualTo("ISO-8859-15|UTF-16BE");
    }

    @Test
    void unknownEncodingIsRefused() throws Exception {
        servlet("/s", (request, response) -> {
            response.setCharacterEncoding("no-such");
            try {
                response.getWriter();
            } catch (java.io.UnsupportedEncodingException x) {
                response.getOutputStream().write("refused".getBytes());
            }
        });
        start();
        assertThat(body(get("/ctx/s"))).isEqualTo("refused");
    }
}
