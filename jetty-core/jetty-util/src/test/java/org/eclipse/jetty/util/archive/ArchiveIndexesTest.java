package org.eclipse.jetty.util.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveIndexesTest {
    /** An index of the names of entries, which counts how often an archive is looked at. */
    private static class Names implements ArchiveIndexes.Kind<List<String>> {
        final AtomicInteger scans = new AtomicInteger();
        private final int format;

        Names(int format) {
            this.format = format;
        }

        @Override
        public String name() {
            return "names";
        }

        @Override
        public int format() {
            return format;
        }

        @Override
        public List<String> scan(Path archive) throws IOException {
            scans.incrementAndGet();
            try (ZipFile zip = new ZipFile(archive.toFile())) {
                return zip.stream().map(ZipEntry::getName).toList();
            }
        }

        @Override
        public void write(List<String> index, DataOutputStream out) throws IOException {
            out.writeInt(index.size());
            for (String name : index) {
                out.writeUTF(name);
            }
        }

        @Override
        public List<String> read(DataInputStream in) throws IOException {
            List<String> names = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                names.add(in.readUTF());
            }
            return names;
        }
    }

    @TempDir
    Path temp;

    private final Names names = new Names(1);

    private Path archive(String file, String... entries) throws IOException {
        Path path = temp.resolve(file);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(path))) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(entry.getBytes());
            }
        }
        return path;
    }

    private Path kept() {
        return temp.resolve("index");
    }

    private ArchiveIndexes indexes() {
        return new ArchiveIndexes(kept(), Runnable::run);
    }

    private List<Path> files(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(kept())) {
            return files.filter(file -> file.toString().endsWith(suffix)).toList();
        }
    }

    /** The clock of the file system has moved on since the file was written. */
    private static void age(Path file) throws Exception {
        FileTime time = (FileTime) Files.getAttribute(file, "unix:ctime");
        while (System.currentTimeMillis() < time.toMillis() + 50) {
            Thread.onSpinWait();
        }
    }

    @Test
    void eachContentIsScannedOnceForAllPathsAndStarts() throws Exception {
        Path a = archive("a.jar", "one", "two");
        Path b = Files.copy(a, temp.resolve("b.jar"));
        ArchiveIndexes first = indexes();
        assertThat(first.of(names, List.of(a, b, a))).containsOnly(List.of("one", "two"));
        assertThat(first.of(names, List.of(b))).containsExactly(List.of("one", "two"));
        assertThat(indexes().of(names, List.of(b, a))).containsOnly(List.of("one", "two"));
        assertThat(names.scans).hasValue(1);
        assertThat(files(".index")).hasSize(1);
    }

    @Test
    void oneContentIsScannedOnceByThreadsThatAskAtATime() throws Exception {
        var threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 100; round++) {
                names.scans.set(0);
                Path a = archive("a.jar", "one", "two" + round);
                ArchiveIndexes indexes = new ArchiveIndexes(null, threads);
                CyclicBarrier together = new CyclicBarrier(4);
                var asked = new ArrayList<Future<List<List<String>>>>();
                for (int i = 0; i < 4; i++) {
                    asked.add(threads.submit(() -> {
                        together.await(30, TimeUnit.SECONDS);
                        return indexes.of(names, List.of(a, a));
                    }));
                }
                for (var one : asked) {
                    assertThat(one.get(30, TimeUnit.SECONDS)).hasSize(2);
                }
                assertThat(names.scans).hasValue(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anotherContentOfTheSamePathIsFound() throws Exception {
        Path a = archive("a.jar", "one", "two");
        ArchiveIndexes indexes = indexes();
        indexes.of(names, List.of(a));
        archive("a.jar", "three");
        assertThat(indexes.of(names, List.of(a))).containsExactly(List.of("three"));
        archive("a.jar", "seven");
        assertThat(indexes.of(names, List.of(a))).containsExactly(List.of("seven"));
    }

    @Test
    void aFileOfTheSameSizeAndTimeOfModificationIsNotTakenForTheOldOne() throws Exception {
        Path a = archive("a.jar", "one");
        FileTime time = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
        Files.setLastModifiedTime(a, time);
        age(a);
        long size = Files.size(a);
        ArchiveIndexes first = indexes();
        first.of(names, List.of(a));
        first.forget();
        archive("a.jar", "two");
        Files.setLastModifiedTime(a, time);
        assertThat(a).hasSize(size);
        assertThat(indexes().of(names, List.of(a))).containsExactly(List.of("two"));
    }

    @Test
    void keysAreKeptOverARestartAndADamagedFileOfThemIsMadeAgain() throws Exception {
        Path a = archive("a.jar", "one");
        age(a);
        ArchiveIndexes first = indexes();
        first.of(names, List.of(a));
        first.forget();
        Path keys = kept().resolve("archive.keys");
        byte[] good = Files.readAllBytes(keys);
        assertThat(new String(good)).contains(a.toString());
        for (int at = 0; at < good.length; at++) {
            byte[] bad = good.clone();
            bad[at] ^= 0x41;
            Files.write(keys, bad);
            ArchiveIndexes next = indexes();
            assertThat(next.of(names, List.of(a))).containsExactly(List.of("one"));
            next.forget();
            assertThat(keys).hasBinaryContent(good);
        }
        assertThat(names.scans).hasValue(1);
    }

    @Test
    void aDamagedIndexIsMadeAgain() throws Exception {
        Path a = archive("a.jar", "one", "two");
        indexes().of(names, List.of(a));
        Path file = files(".index").get(0);
        byte[] good = Files.readAllBytes(file);
        for (int length = 0; length < good.length; length++) {
            Files.write(file, Arrays.copyOf(good, length));
            assertThat(indexes().of(names, List.of(a))).containsExactly(List.of("one", "two"));
            assertThat(file).hasBinaryContent(good);
        }
        Files.write(file, Arrays.copyOf(good, good.length + 1));
        assertThat(indexes().of(names, List.of(a))).containsExactly(List.of("one", "two"));
        assertThat(file).hasBinaryContent(good);
        assertThat(names.scans).hasValue(good.length + 2);
    }

    @Test
    void anIndexOfAnotherFormatIsMadeAgain() throws Exception {
        Path a = archive("a.jar", "one");
        indexes().of(names, List.of(a));
        Names later = new Names(2);
        assertThat(indexes().of(later, List.of(a))).containsExactly(List.of("one"));
        assertThat(indexes().of(later, List.of(a))).containsExactly(List.of("one"));
        assertThat(later.scans).hasValue(1);
    }

    @Test
    void whatIsNotToBeKeptIsScannedInEachStart() throws Exception {
        Path a = archive("a.jar", "one");
        Names never = new Names(1) {
            @Override
            public boolean isKept(List<String> index) {
                return false;
            }
        };
        for (int start = 1; start <= 2; start++) {
            ArchiveIndexes indexes = indexes();
            indexes.of(never, List.of(a));
            indexes.of(never, List.of(a));
            assertThat(never.scans).hasValue(start);
        }
    }

    @Test
    void indexesThatNobodyHasAskedForAreRemovedAfterTheStart() throws Exception {
        Path a = archive("a.jar", "one");
        Path b = archive("b.jar", "two");
        indexes().of(names, List.of(a, b));
        assertThat(files(".index")).hasSize(2);
        ArchiveIndexes next = indexes();
        next.of(names, List.of(b));
        next.forget();
        assertThat(files(".index")).hasSize(1);
        assertThat(next.of(names, List.of(b, a))).containsExactly(List.of("two"), List.of("one"));
    }

    @Test
    void whereNothingCanBeWrittenAnArchiveIsScannedInEachStart() throws Exception {
        Files.writeString(kept(), "a file, not a directory");
        Path a = archive("a.jar", "one");
        ArchiveIndexes indexes = indexes();
        assertThat(indexes.of(names, List.of(a))).containsExactly(List.of("one"));
        indexes.forget();
        assertThat(indexes.of(names, List.of(a))).containsExactly(List.of("one"));
    }

    @Test
    void withoutAFreeThreadTheCallerDoesItAll() throws Exception {
        Path a = archive("a.jar", "one");
        Path b = archive("b.jar", "two");
        ArchiveIndexes refused = new ArchiveIndexes(null, task -> {
            throw new RejectedExecutionException();
        });
        assertThat(refused.of(names, List.of(a, b))).containsExactly(List.of("one"), List.of("two"));
        ArchiveIndexes never = new ArchiveIndexes(null, task -> {});
        assertThat(never.of(names, List.of(a, b))).containsExactly(List.of("one"), List.of("two"));
    }

    @Test
    void aFailureIsToldEachTime() throws Exception {
        Path good = archive("a.jar", "one");
        Path bad = Files.writeString(temp.resolve("bad.jar"), "no archive");
        ArchiveIndexes indexes = indexes();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> indexes.of(names, List.of(good, bad))).isInstanceOf(IOException.class);
        }
    }

    @Test
    void theKeyIsOfTheWholeFileWhereThereIsNoCentralDirectory() throws Exception {
        Map<String, String> keys = new HashMap<>();
        for (String content : List.of("", "x", "y".repeat(100_000), "y".repeat(100_001))) {
            keys.put(ArchiveKey.of(Files.writeString(temp.resolve("file"), content)), content);
        }
        assertThat(keys).hasSize(4);
    }
}
