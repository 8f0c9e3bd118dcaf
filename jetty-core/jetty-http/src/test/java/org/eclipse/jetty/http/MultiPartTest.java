package org.eclipse.jetty.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.InputStreamContentSource;
import org.eclipse.jetty.util.Attributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RFC 7578 and RFC 2046, section 5.1: forms, whole and split, within limits. */
class MultiPartTest {
    private static final String FORM = "preamble\r\n"
            + "--BB\r\n"
            + "Content-Disposition: form-data; name=\"f\"\r\n\r\n"
            + "va\r\n"
            + "--BX\r\n"
            + "lue\r\n"
            + "--BB \r\n"
            + "Content-Disposition: form-data; name=\"g\"; filename=\"C:\\\\a \\\"x\\\".txt\"\r\n"
            + "Content-Type: text/plain\r\n\r\n\r\n"
            + "--BB\r\n"
            + "content-disposition: form-data; name=\"\u00e9\"\r\n\r\n\r\r\n\n"
            + "--B-\r\n"
            + "--BB--\r\n"
            + "epilogue";

    @TempDir
    Path directory;

    private static Content.Source source(byte[] bytes, int... splits) {
        ByteBuffer[] buffers = new ByteBuffer[splits.length + 1];
        int from = 0;
        for (int i = 0; i <= splits.length; i++) {
            int to = i < splits.length ? splits[i] : bytes.length;
            buffers[i] = ByteBuffer.wrap(bytes, from, to - from).slice();
            from = to;
        }
        return Content.Source.from(buffers);
    }

    private MultiPartFormData.Parts parse(String form, MultiPartConfig.Builder config, int... splits) throws Exception {
        try {
            return MultiPartFormData.from(
                            source(form.getBytes(StandardCharsets.UTF_8), splits),
                            new Attributes.Mapped(),
                            "multipart/form-data; boundary=\"BB\"",
                            config.location(directory).build())
                    .get();
        } catch (ExecutionException e) {
            throw (Exception) e.getCause();
        }
    }

    @Test
    void everySplitGivesTheSameParts() throws Exception {
        int length = FORM.getBytes(StandardCharsets.UTF_8).length;
        for (int split = 0; split <= length; split++) {
            for (long memory : new long[] {0, 3, 1000}) {
                if (memory != 1000 && split % 7 != 0) {
                    continue;
                }
                try (MultiPartFormData.Parts parts = parse(
                        FORM,
                        new MultiPartConfig.Builder().maxMemoryPartSize(memory),
                        split,
                        Math.min(length, split + 1))) {
                    assertThat(parts.size()).isEqualTo(3);
                    assertThat(parts.get(0).getContentAsString(null)).isEqualTo("va\r\n--BX\r\nlue");
                    assertThat(parts.get(1).getFileName()).isEqualTo("C:\\\\a \"x\".txt");
                    assertThat(parts.get(1).getLength()).isZero();
                    assertThat(parts.getFirst("\u00e9").getContentAsString(null))
                            .isEqualTo("\r\r\n\n--B-");
                    assertThat(parts.get(0) instanceof MultiPart.PathPart).isEqualTo(memory < 10);
                }
            }
        }
        assertThat(files()).isZero();
    }

    private long files() throws IOException {
        try (var files = Files.list(directory)) {
            return files.count();
        }
    }

    @Test
    void limitsAreEnforcedAndLeaveNoFile() throws Exception {
        String file = "--BB\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n" + "x".repeat(5000)
                + "\r\n--BB--\r\n";
        assertThatThrownBy(() -> parse(file, new MultiPartConfig.Builder().maxPartSize(4000)))
                .hasMessageContaining("413");
        assertThatThrownBy(() -> parse(file, new MultiPartConfig.Builder().maxSize(4000), 3000))
                .hasMessageContaining("413");
        assertThatThrownBy(() -> parse("--BB\r\nX-A: " + "y".repeat(9000), new MultiPartConfig.Builder()))
                .hasMessageContaining("431");
        String part = "--BB\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n\r\n";
        assertThatThrownBy(() -> parse(part.repeat(200) + "--BB--", new MultiPartConfig.Builder()))
                .hasMessageContaining("413");
        assertThat(files()).isZero();
    }

    @Test
    void malformedFormsAreBadMessages() {
        String part = "--BB\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nx\r\n";
        for (String bad : new String[] {
            "",
            part,
            "--BB\r\nContent-Dispo",
            "--BB\r\nContent-Disposition: form-data\r\n\r\nx\r\n--BB--\r\n",
            "--BB\r\nX-A: b\r\n\r\nx\r\n--BB--\r\n",
            "--BB\r\nno colon\r\n\r\nx\r\n--BB--\r\n",
            part + "--BB-x",
            part.replace("\r\n", "\n") + "--BB--"
        }) {
            assertThatThrownBy(() -> parse(bad, new MultiPartConfig.Builder()))
                    .as(bad)
                    .isInstanceOf(BadMessageException.class);
        }
        assertThat(MultiPart.extractBoundary("multipart/form-data")).isNull();
    }

    @Test
    void lineFeedsAloneAreTakenWhenAllowed() throws Exception {
        String form = "--BB\nContent-Disposition: form-data; name=\"f\"\n\nx\n--BB--\n";
        MultiPartFormData.Parts parts =
                parse(form, new MultiPartConfig.Builder().complianceMode(MultiPartCompliance.LEGACY));
        assertThat(parts.get(0).getContentAsString(null)).isEqualTo("x");
    }

    @Test
    void oldLineEndsAreTakenWhenAllowedHoweverTheyAreSplit() throws Exception {
        for (String form : new String[] {
            "--BB\rContent-Disposition: form-data; name=\"f\"\r\rx\r-\r--B\r--BB--\r",
            "\r\n \t--BB\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nx\r-\r--B\r\n--BB--\r\n",
            "  --BB\nContent-Disposition: form-data; name=\"f\"\n\nx\r-\r--B\n--BB--"
        }) {
            for (int split = 0; split < form.length(); split++) {
                try (MultiPartFormData.Parts parts = parse(
                        form,
                        new MultiPartConfig.Builder().complianceMode(MultiPartCompliance.LEGACY),
                        split,
                        split + 1)) {
                    assertThat(parts.size()).isEqualTo(1);
                    assertThat(parts.get(0).getContentAsString(null))
                            .as(form + split)
                            .isEqualTo("x\r-\r--B");
                }
            }
            assertThatThrownBy(() -> parse(form, new MultiPartConfig.Builder()))
                    .as(form)
                    .isInstanceOf(BadMessageException.class);
        }
    }

    @Test
    void writtenFileOutlivesItsPart() throws Exception {
        Path to = directory.resolve("kept");
        try (MultiPartFormData.Parts parts = parse(FORM, new MultiPartConfig.Builder().maxMemoryPartSize(0))) {
            parts.get(0).writeTo(to);
        }
        assertThat(to).hasContent("va\r\n--BX\r\nlue");
        assertThat(files()).isEqualTo(1);
    }

    @Test
    void formIsWrittenAndReadBack() throws Exception {
        MultiPartFormData.ContentSource form = new MultiPartFormData.ContentSource("BB");
        form.addPart(new MultiPart.ByteBufferPart("a", null, null, ParserEvents.bytes("one")));
        form.addPart(new MultiPart.ByteBufferPart(
                "b", "f\"x", HttpFields.from(new HttpField("Content-Type", "text/plain")), ParserEvents.bytes("two")));
        form.close();
        long length = form.getLength();
        String text = Content.Source.asString(form, StandardCharsets.UTF_8);
        assertThat(text.length()).isEqualTo((int) length);
        MultiPartFormData.Parts parts = parse(text, new MultiPartConfig.Builder());
        assertThat(parts.get(0).getContentAsString(null)).isEqualTo("one");
        assertThat(parts.get(1).getFileName()).isEqualTo("f%22x");
    }

    private MultiPartFormData.ContentSource form(Content.Source last) throws IOException {
        MultiPartFormData.ContentSource form = new MultiPartFormData.ContentSource("BB");
        form.addPart(new MultiPart.ByteBufferPart("a", null, null, ParserEvents.bytes("one")));
        Path file = Files.writeString(directory.resolve("file"), "two");
        form.addPart(new MultiPart.PathPart("b", "f", null, file));
        form.addPart(new MultiPart.ContentSourcePart("c", null, null, last));
        form.close();
        return form;
    }

    @Test
    void formIsReadAgainFromEachChunkOn() throws Exception {
        String text = Content.Source.asString(form(source("three".getBytes(StandardCharsets.UTF_8), 2)));
        assertThat(text).contains("one", "two", "three");
        int chunks = 0;
        boolean last = false;
        while (!last) {
            MultiPartFormData.ContentSource form = form(source("three".getBytes(StandardCharsets.UTF_8), 2));
            chunks++;
            for (int i = 0; i < chunks; i++) {
                Content.Chunk chunk = form.read();
                last = chunk.isLast();
                chunk.release();
            }
            assertThat(form.rewind()).isTrue();
            assertThat(form.getLength()).isEqualTo(text.length());
            assertThat(Content.Source.asString(form)).isEqualTo(text);
        }
        assertThat(chunks).isGreaterThan(7);
    }

    @Test
    void formIsReadAgainUnlessASourceThatCannotBeHasBeenBegun() throws Exception {
        Content.Source once =
                new InputStreamContentSource(new ByteArrayInputStream("three".getBytes(StandardCharsets.UTF_8)));
        MultiPartFormData.ContentSource form = form(once);
        form.read().release();
        assertThat(form.rewind()).isTrue();
        assertThat(Content.Source.asString(form)).contains("one", "two", "three");
        assertThat(form.rewind()).isFalse();
    }

    @Test
    void formThatHasFailedIsNotReadAgain() throws Exception {
        MultiPartFormData.ContentSource form = form(source(new byte[0]));
        form.read().release();
        form.fail(new IOException("on purpose"));
        assertThat(form.rewind()).isFalse();
        assertThat(form.read().getFailure()).hasMessage("on purpose");
    }
}
