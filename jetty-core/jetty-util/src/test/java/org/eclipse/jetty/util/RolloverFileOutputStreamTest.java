package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RolloverFileOutputStreamTest {
    @TempDir
    private Path directory;

    private RolloverFileOutputStream open(String name, int retainDays) throws IOException {
        return new RolloverFileOutputStream(
                directory.resolve(name).toString(), true, retainDays, TimeZone.getTimeZone("GMT"));
    }

    private static void write(RolloverFileOutputStream out, String line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    private List<Path> old(RolloverFileOutputStream out) throws IOException {
        return files().stream()
                .filter(file -> !file.toString().equals(out.getDatedFilename()))
                .toList();
    }

    @Test
    void fileOfItsSizeIsReplaced() throws IOException {
        try (RolloverFileOutputStream out = open("yyyy_mm_dd.log", 0)) {
            out.setMaxFileSize(10);
            write(out, "first");
            write(out, "second");
            write(out, "a line that is longer than the file may be");
            write(out, "last");
            assertThat(Path.of(out.getDatedFilename())).hasContent("last\n");
            assertThat(old(out)).hasSize(3).allMatch(file -> file.toString()
                    .matches(".*/\\d{4}_\\d\\d_\\d\\d\\.log\\.\\d{9}(-\\d)?"));
            StringBuilder all = new StringBuilder();
            for (Path file : old(out)) {
                all.append(Files.readString(file));
            }
            assertThat(all).contains("first\n", "second\n", "a line that is longer than the file may be\n");
        }
    }

    @Test
    void fileThatIsContinuedCountsWithWhatItHolds() throws IOException {
        try (RolloverFileOutputStream out = open("server.log", 0)) {
            write(out, "12345678");
        }
        try (RolloverFileOutputStream out = open("server.log", 0)) {
            out.setMaxFileSize(10);
            write(out, "next");
            assertThat(directory.resolve("server.log")).hasContent("next\n");
            assertThat(old(out)).hasSize(1);
        }
    }

    @Test
    void directoryIsNoLogAndKeepsItsName() throws IOException {
        Path log = Files.createDirectory(directory.resolve("log"));
        for (boolean append : new boolean[] {true, false}) {
            assertThatThrownBy(() -> new RolloverFileOutputStream(log.toString(), append))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(log.toString());
        }
        assertThat(log).isDirectory();
    }

    @Test
    void replacedFilesAreCompressed() throws IOException {
        try (RolloverFileOutputStream out = open("yyyy_mm_dd.log", 0)) {
            out.setMaxFileSize(6);
            out.setCompress(true);
            write(out, "first");
            write(out, "second");
            await().atMost(Duration.ofSeconds(30)).until(() -> old(out).stream()
                    .allMatch(file -> file.toString().endsWith(".gz")));
            Path compressed = old(out).get(0);
            try (InputStream in = new GZIPInputStream(Files.newInputStream(compressed))) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo("first\n");
            }
        }
    }

    @Test
    void onlySoManyFilesAreKeptTheYoungest() throws IOException {
        for (int day = 1; day <= 5; day++) {
            Path file = Files.writeString(directory.resolve("2020_01_0" + day + ".log"), "day " + day);
            Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(day)));
        }
        Path other = Files.writeString(directory.resolve("2020_01_01.txt"), "no log");
        try (RolloverFileOutputStream out = open("yyyy_mm_dd.log", 0)) {
            assertThat(old(out)).hasSize(6);
            out.setRetainFiles(2);
            assertThat(old(out))
                    .containsExactlyInAnyOrder(
                            other, directory.resolve("2020_01_04.log"), directory.resolve("2020_01_05.log"));
            out.setMaxFileSize(1);
            write(out, "a");
            write(out, "b");
            assertThat(old(out)).hasSize(3).contains(directory.resolve("2020_01_05.log"), other);
        }
    }

    @Test
    void filesThatAreTooOldAreDeleted() throws IOException {
        Path ancient = Files.writeString(directory.resolve("2020_01_01.log.gz"), "old");
        Files.setLastModifiedTime(ancient, FileTime.from(Instant.EPOCH));
        Path yesterday = Files.writeString(directory.resolve("2020_01_02.log"), "young");
        try (RolloverFileOutputStream out = open("yyyy_mm_dd.log", 2)) {
            assertThat(old(out)).containsExactly(yesterday);
        }
    }

    /** As logrotate does it without copytruncate. */
    @Test
    void fileThatWasMovedOrDeletedIsMadeAgain() throws IOException {
        Path file = directory.resolve("server.log");
        try (RolloverFileOutputStream out = open("server.log", 0)) {
            write(out, "one");
            Files.move(file, directory.resolve("server.log.1"));
            // the look at the name is due after a second
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                write(out, "two");
                return Files.exists(file);
            });
            assertThat(Files.readString(directory.resolve("server.log.1"))).startsWith("one\n");
            assertThat(Files.readString(file)).isEqualTo("two\n");
            Files.delete(file);
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                write(out, "three");
                return Files.exists(file);
            });
            assertThat(Files.readString(file)).isEqualTo("three\n");
        }
    }

    @Test
    void fileThatWasReplacedByAnotherIsAppendedTo() throws IOException {
        Path file = directory.resolve("server.log");
        try (RolloverFileOutputStream out = open("server.log", 0)) {
            write(out, "one");
            Files.move(file, directory.resolve("server.log.1"));
            Files.writeString(file, "of another\n");
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                write(out, "two");
                return Files.readString(file).endsWith("two\n");
            });
            assertThat(Files.readString(file)).isEqualTo("of another\ntwo\n");
        }
    }

    @Test
    void settingsThatMeanNothingAreRefused() throws IOException {
        try (RolloverFileOutputStream out = open("server.log", 0)) {
            assertThatThrownBy(() -> out.setMaxFileSize(-1)).hasMessageContaining("maxFileSize: -1 (expected: bytes");
            assertThatThrownBy(() -> out.setRetainFiles(-1)).hasMessageContaining("retainFiles: -1 (expected:");
        }
    }
}
