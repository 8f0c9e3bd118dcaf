package org.eclipse.jetty.server.internal.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PendingLinesTest {
    private static final int END = System.lineSeparator().length();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private static LogLine line(String text) {
        LogLine line = new LogLine(16);
        line.append(text);
        return line;
    }

    private String written() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void linesAreWrittenOnceAndInTheirOrder() throws Exception {
        PendingLines lines = new PendingLines(1000);
        lines.add(line("a"));
        lines.add(line("b"));
        lines.writeTo((bytes, length) -> out.write(bytes, 0, length));
        lines.add(line("c"));
        lines.writeTo((bytes, length) -> out.write(bytes, 0, length));
        lines.writeTo((bytes, length) -> out.write(bytes, 0, length));
        assertThat(written().lines()).containsExactly("a", "b", "c");
    }

    @Test
    void whatDoesNotFitIsRefusedWhole() throws Exception {
        PendingLines lines = new PendingLines(10 + 2 * END);
        assertThat(lines.add(line("01234"))).isTrue();
        assertThat(lines.add(line("012345"))).isFalse();
        assertThat(lines.add(line("56789"))).isTrue();
        assertThat(lines.add(line(""))).isFalse();
        lines.writeTo((bytes, length) -> {
            // there is room while the others are written
            assertThat(lines.add(line("abc"))).isTrue();
            out.write(bytes, 0, length);
        });
        lines.writeTo((bytes, length) -> out.write(bytes, 0, length));
        assertThat(written().lines()).containsExactly("01234", "56789", "abc");
    }

    @Test
    void linesThatCannotBeWrittenAreGone() throws Exception {
        PendingLines lines = new PendingLines(1000);
        lines.add(line("lost"));
        assertThatThrownBy(() -> lines.writeTo((bytes, length) -> {
                    throw new IOException("disk full");
                }))
                .isInstanceOf(IOException.class);
        lines.add(line("kept"));
        lines.writeTo((bytes, length) -> out.write(bytes, 0, length));
        assertThat(written().lines()).containsExactly("kept");
    }

    @Test
    void firstLineAfterACalmEndsTheWait() throws Exception {
        PendingLines lines = new PendingLines(1000);
        CountDownLatch waited = new CountDownLatch(1);
        Thread writer = writer(lines, 1, waited);
        Awaitility.await().until(() -> writer.getState() == Thread.State.WAITING);
        lines.add(line("first"));
        assertThat(waited.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void manyLinesEndTheWait() throws Exception {
        PendingLines lines = new PendingLines(100);
        CountDownLatch waited = new CountDownLatch(1);
        lines.add(line("gathers"));
        Thread writer = writer(lines, TimeUnit.DAYS.toMillis(1), waited);
        Awaitility.await().until(() -> writer.getState() == Thread.State.TIMED_WAITING);
        lines.add(line("x".repeat(20)));
        assertThat(waited.await(50, TimeUnit.MILLISECONDS)).isFalse();
        lines.add(line("x".repeat(30)));
        assertThat(waited.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private static Thread writer(PendingLines lines, long gatherMillis, CountDownLatch waited) {
        Thread writer = new Thread(() -> {
            try {
                lines.await(gatherMillis);
                waited.countDown();
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
            }
        });
        writer.setDaemon(true);
        writer.start();
        return writer;
    }

    @Test
    void eachLineOfManyThreadsIsWrittenOnce() throws Exception {
        PendingLines lines = new PendingLines(1 << 20);
        int threads = 4;
        int count = 2000;
        CountDownLatch ended = new CountDownLatch(threads);
        List<String> expected = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int thread = t;
            for (int i = 0; i < count; i++) {
                expected.add(thread + ":" + i);
            }
            new Thread(() -> {
                        for (int i = 0; i < count; i++) {
                            lines.add(line(thread + ":" + i));
                        }
                        ended.countDown();
                    })
                    .start();
        }
        while (written().lines().count() < expected.size()) {
            lines.await(1);
            lines.writeTo((bytes, length) -> out.write(bytes, 0, length));
        }
        ended.await();
        assertThat(written().lines()).containsExactlyInAnyOrderElementsOf(expected);
    }
}
