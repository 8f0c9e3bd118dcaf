package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A change is reported when the file rests, at once where the operating system notices it. */
class ScannerRestTest {
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final AtomicInteger cycles = new AtomicInteger();
    private final Scanner scanner = new Scanner(null, false);

    @TempDir
    Path dir;

    @BeforeEach
    void prepare() {
        scanner.addDirectory(dir);
        scanner.addListener(new Scanner.BulkListener() {
            @Override
            public void pathsChanged(Map<Path, Scanner.Notification> changes) {
                changes.forEach((path, what) -> log.add(what + " " + dir.relativize(path) + " " + size(path)));
            }
        });
        scanner.addListener(new Counter());
    }

    @AfterEach
    void release() throws Exception {
        scanner.stop();
    }

    private static long size(Path path) {
        try {
            return Files.isRegularFile(path) ? Files.size(path) : 0;
        } catch (IOException x) {
            return -1;
        }
    }

    /** Counts scans, and lets what it was given go on after each. */
    private final class Counter implements Scanner.ScanCycleListener {
        @Override
        public void scanEnded(int cycle) throws Exception {
            cycles.incrementAndGet();
            between.run();
        }
    }

    /** What happens between two scans. */
    private interface Step {
        void run() throws Exception;
    }

    private volatile Step between = () -> {};

    private void scan() throws Exception {
        FutureCallback done = new FutureCallback();
        scanner.scan(done);
        done.get(30, TimeUnit.SECONDS);
    }

    @Test
    void fileThatGrowsIsToldWhenItIsWhole() throws Exception {
        scanner.setScanInterval(1);
        scanner.start();
        Path file = dir.resolve("app.war");
        AtomicInteger parts = new AtomicInteger();
        between = () -> {
            if (parts.get() == 3) {
                return;
            }
            Files.writeString(file, "part", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            parts.incrementAndGet();
        };
        await().atMost(60, TimeUnit.SECONDS).until(() -> !log.isEmpty());
        assertThat(log).containsExactly("ADDED app.war 12");
    }

    @Test
    void directoryThatIsBeingFilledIsToldWhenItIsWhole() throws Exception {
        scanner.start();
        Path inner = Files.createDirectories(dir.resolve("app/WEB-INF/classes"));
        AtomicInteger parts = new AtomicInteger();
        between = () -> {
            if (parts.get() == 3) {
                return;
            }
            Files.writeString(inner.resolve("Part" + parts.incrementAndGet()), "x");
        };
        scan();
        assertThat(log).isEmpty();
        scan();
        assertThat(log).isEmpty();
        scan();
        assertThat(log).containsExactly("ADDED app 0");
    }

    @Test
    void operatingSystemBringsTheNextScanForward() throws Exception {
        scanner.setScanInterval(3600);
        scanner.setWatching(true);
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
        scanner.start();
        assertThat(cycles).hasValue(1);
        Files.writeString(dir.resolve("new.war"), "x");
        await().atMost(30, TimeUnit.SECONDS).until(() -> cycles.get() > 1);
        // it has been seen, but is told when it has rested
        assertThat(log).isEmpty();
    }

    @Test
    void symbolicLinkChangesWhenItLeadsElsewhere(@TempDir Path elsewhere) throws Exception {
        Path first = Files.createDirectories(elsewhere.resolve("first"));
        Path second = Files.createDirectories(elsewhere.resolve("second"));
        Files.setLastModifiedTime(second, Files.getLastModifiedTime(first));
        Path link = Files.createSymbolicLink(dir.resolve("app"), first);
        scanner.start();
        assertThat(log).containsExactly("ADDED app 0");
        log.clear();
        Files.delete(link);
        Files.createSymbolicLink(link, second);
        scan();
        assertThat(log).containsExactly("CHANGED app 0");
    }

    @Test
    void symbolicLinkThatLeadsNowhereDoesNotCount() throws Exception {
        Files.createSymbolicLink(dir.resolve("app.war"), dir.resolve("missing.war"));
        scanner.start();
        scan();
        assertThat(log).isEmpty();
    }
}
