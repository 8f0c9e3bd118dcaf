package org.eclipse.jetty.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** MIME types, entity tags, ranges, statuses. */
class TypesTest {
    @Test
    void extensionsLeadToTypes() {
        assertThat(MimeTypes.DEFAULTS.getMimeByExtension("/a.b/x.HTML")).isEqualTo("text/html");
        assertThat(MimeTypes.DEFAULTS.getMimeByExtension("x.tar.gz")).isEqualTo("application/gzip");
        assertThat(MimeTypes.DEFAULTS.getMimeByExtension("/a.html/x")).isNull();
        MimeTypes.Mutable own = new MimeTypes.Mutable();
        own.addMimeMapping("html", "text/own");
        assertThat(own.getMimeByExtension("x.html")).isEqualTo("text/own");
        assertThat(MimeTypes.DEFAULTS.getMimeByExtension("x.html")).isEqualTo("text/html");
        MimeTypes.Wrapper wrapper = new MimeTypes.Wrapper();
        wrapper.setWrapped(own);
        wrapper.addMimeMapping("zz", "a/zz");
        assertThat(wrapper.getMimeByExtension("x.zz") + wrapper.getMimeByExtension("x.html"))
                .isEqualTo("a/zztext/own");
    }

    @Test
    void charsetsAreNamedInferredOrAssumed() {
        assertThat(MimeTypes.getCharsetFromContentType("text/html; a=\"charset=x\"; Charset=\"UTF-8\""))
                .isEqualTo("utf-8");
        assertThat(MimeTypes.getCharsetFromContentType("text/html")).isNull();
        assertThat(MimeTypes.getContentTypeWithoutCharset("text/html;a=b; charset=x;c=d"))
                .isEqualTo("text/html;a=b;c=d");
        assertThat(MimeTypes.DEFAULTS.getInferredCharset("text/html")).isEqualTo(StandardCharsets.UTF_8);
        assertThat(MimeTypes.DEFAULTS.getAssumedCharset("application/json")).isEqualTo(StandardCharsets.UTF_8);
        assertThat(MimeTypes.DEFAULTS.isCharsetAssumed("image/svg+xml")).isTrue();
        assertThat(MimeTypes.Type.TEXT_HTML.getContentTypeField(StandardCharsets.UTF_8))
                .isSameAs(MimeTypes.Type.TEXT_HTML_UTF_8.getContentTypeField());
        assertThat(MimeTypes.getMimeTypeFromContentType(new HttpField("Content-Type", "TEXT/HTML; charset=\"utf-8\"")))
                .isEqualTo(MimeTypes.Type.TEXT_HTML_UTF_8);
        assertThat(MimeTypes.getBaseType("text/html;x=y")).isEqualTo(MimeTypes.Type.TEXT_HTML);
    }

    @Test
    void entityTagsMatchWeaklyAndWithoutSuffix() {
        assertThat(EtagUtils.matches("W/\"a\"", "\"a\"")).isTrue();
        assertThat(EtagUtils.matches("\"a\"", "W/\"a--gzip\"")).isTrue();
        assertThat(EtagUtils.matches("\"a\"", "\"ab\"")).isFalse();
        assertThat(EtagUtils.rewriteWithSuffix("W/\"a--gzip\"", "--br")).isEqualTo("W/\"a--br\"");
        assertThat(CompressedContentFormat.GZIP.etag("\"a\"")).isEqualTo("\"a--gzip\"");
    }

    @Test
    void rangesFollowRfc9110() {
        assertThat(ByteRange.parse(List.of("bytes=0-1,5-6,-2,500-"), 37))
                .containsExactly(new ByteRange(0, 1), new ByteRange(5, 6), new ByteRange(35, 36));
        assertThat(ByteRange.parse(List.of("Bytes=0-0"), 37)).containsExactly(new ByteRange(0, 0));
        assertThat(ByteRange.parse(List.of("bytes=-500"), 37)).containsExactly(new ByteRange(0, 36));
        assertThat(ByteRange.parse(List.of("bytes=30-99999999999999999999"), 37))
                .containsExactly(new ByteRange(30, 36));
        for (String none : new String[] {
            "bytes=-0",
            "bytes=37-",
            "bytes=99999999999999999999-",
            "bytes=5-2",
            "bytes=abc",
            "bytes=",
            "bytes=-",
            "bytes=--5",
            "items=0-1"
        }) {
            assertThat(ByteRange.parse(List.of(none), 37)).as(none).isEmpty();
        }
        assertThat(ByteRange.parse(List.of("bytes=" + "0-,".repeat(1000)), 37)).containsExactly(new ByteRange(0, 36));
        assertThat(ByteRange.parse(List.of("bytes=0-5,20-30,3-8"), 37))
                .containsExactlyInAnyOrder(new ByteRange(0, 8), new ByteRange(20, 30));
        assertThat(new ByteRange(1, 2).toHeaderValue(5)).isEqualTo("bytes 1-2/5");
    }

    @Test
    void everyEnumIsFoundByItsName() {
        for (HttpHeader header : HttpHeader.values()) {
            assertThat(HttpHeader.fromString(header.asString().toUpperCase(java.util.Locale.ENGLISH)))
                    .isEqualTo(header);
            assertThat(HttpHeader.CACHE.get(header.asString())).isEqualTo(header);
            byte[] bytes = ("  " + header.lowerCaseName() + "  ").getBytes(StandardCharsets.US_ASCII);
            assertThat(HttpHeader.fromBytes(bytes, 2, bytes.length - 2)).isEqualTo(header);
        }
        for (HttpMethod method : HttpMethod.values()) {
            assertThat(HttpMethod.fromString(method.asString())).isEqualTo(method);
        }
        assertThat(HttpMethod.fromString("get")).isNull();
        assertThat(HttpVersion.fromString("http/1.1")).isNull();
        assertThat(HttpStatus.getMessage(404)).isEqualTo("Not Found");
        assertThat(HttpStatus.getMessage(299)).isEqualTo("299");
    }
}
