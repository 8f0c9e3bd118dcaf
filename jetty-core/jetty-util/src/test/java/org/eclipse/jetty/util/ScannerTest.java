package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class ScannerTest {
    @TempDir
    Path temp;

    private final List<String> log = new CopyOnWriteArrayList<>();

    private void scan(Scanner scanner) throws Exception {
        FutureCallback done = new FutureCallback();
        scanner.scan(done);
        done.get(30, TimeUnit.SECONDS);
    }

    @Test
    public void changesAreToldOnce() throws Exception {
        Path dir = temp.toRealPath();
        Files.writeString(dir.resolve("old.txt"), "x");
        Files.createDirectories(dir.resolve("sub"));
        Files.writeString(dir.resolve("sub/deep.txt"), "x");
        Scanner scanner = new Scanner();
        scanner.addDirectory(dir);
        scanner.setFilenameFilter((d, name) -> !name.endsWith(".tmp"));
        scanner.addListener(new Scanner.BulkListener() {
            @Override
            public void pathsChanged(Map<Path, Scanner.Notification> changes) {
                changes.forEach((path, n) -> log.add(n + " " + dir.relativize(path)));
            }
        });
        scanner.start();
        assertThat(log).containsExactlyInAnyOrder("ADDED old.txt", "ADDED sub");
        log.clear();
        Files.writeString(dir.resolve("new.txt"), "1");
        Files.writeString(dir.resolve("new.tmp"), "1");
        scan(scanner);
        assertThat(log).containsExactly("ADDED new.txt");
        log.clear();
        Files.writeString(dir.resolve("new.txt"), "changed");
        Files.delete(dir.resolve("old.txt"));
        scan(scanner);
        scan(scanner);
        assertThat(log).containsExactly("CHANGED new.txt", "REMOVED old.txt");
        scanner.stop();
    }

    @Test
    public void fileThatDoesNotExistYetCanBeWatched() throws Exception {
        Path file = temp.toRealPath().resolve("later.txt");
        Scanner scanner = new Scanner();
        scanner.addFile(file);
        scanner.addListener(new Scanner.DiscreteListener() {
            @Override
            public void pathAdded(Path path) {
                log.add("added " + path.getFileName());
            }
        });
        scanner.start();
        Files.writeString(file, "x");
        scan(scanner);
        assertThat(log).containsExactly("added later.txt");
        scanner.stop();
    }

    @Test
    public void fileThatCannotBeReadIsToldAndHasChangedWhenItCan() throws Exception {
        Path file = Files.writeString(temp.toRealPath().resolve("secret.txt"), "x");
        Files.createSymbolicLink(file.resolveSibling("lost.txt"), file.resolveSibling("nowhere"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("-wx-wx-wx"));
        assumeFalse(Files.isReadable(file), "this user reads everything");
        Scanner scanner = new Scanner();
        scanner.addDirectory(temp);
        scanner.addListener(new Scanner.BulkListener() {
            @Override
            public void pathsChanged(Map<Path, Scanner.Notification> changes) {
                changes.forEach((path, n) -> log.add(n + " " + path.getFileName()));
            }
        });
        scanner.start();
        assertThat(log).containsExactly("ADDED secret.txt");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        scan(scanner);
        assertThat(log).containsExactly("ADDED secret.txt", "CHANGED secret.txt");
        scanner.stop();
    }

    @Test
    public void linkThatLeadsNowhereDoesNotCount() throws Exception {
        Path link = temp.toRealPath().resolve("link.txt");
        Files.createSymbolicLink(link, link.resolveSibling("later.txt"));
        Scanner scanner = new Scanner(null, false);
        scanner.addDirectory(temp);
        scanner.setFilenameFilter((dir, name) -> name.equals("link.txt"));
        scanner.addListener(new Scanner.BulkListener() {
            @Override
            public void pathsChanged(Map<Path, Scanner.Notification> changes) {
                changes.forEach((path, n) -> log.add(n + " " + path.getFileName()));
            }
        });
        scanner.start();
        assertThat(log).isEmpty();
        Files.writeString(link.resolveSibling("later.txt"), "x");
        scan(scanner);
        assertThat(log).containsExactly("ADDED link.txt");
        scanner.stop();
    }
}
