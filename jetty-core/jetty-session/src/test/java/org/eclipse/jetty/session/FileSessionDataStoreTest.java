package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions in files: of an application that is replaced by its next version, or that is gone, and of a full machine. */
class FileSessionDataStoreTest {
    private static FileSessionDataStore open(File directory) throws Exception {
        FileSessionDataStore store = new FileSessionDataStore();
        store.setStoreDir(directory);
        store.initialize(new SessionContext("node", "/shop", null));
        store.start();
        return store;
    }

    private static void save(FileSessionDataStore store, SessionData data, String item, int seconds) throws Exception {
        data.setAttribute("item", item);
        data.calcAndSetExpiry(System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(seconds));
        store.store(data.getId(), data);
    }

    @Test
    void whatTheFormerVersionSavesAfterTheStartIsFound(@TempDir Path directory) throws Exception {
        FileSessionDataStore former = open(directory.toFile());
        SessionData before = former.newSessionData("before", 1, 1, 1, TimeUnit.HOURS.toMillis(1));
        save(former, before, "one", 0);
        FileSessionDataStore next = open(directory.toFile());
        assertThat(next.load("before").getAttribute("item")).isEqualTo("one");

        // another expiry gives the file another name
        save(former, before, "two", 10);
        SessionData meanwhile = former.newSessionData("meanwhile", 1, 1, 1, TimeUnit.HOURS.toMillis(1));
        save(former, meanwhile, "three", 0);
        assertThat(next.exists("meanwhile")).isTrue();
        assertThat(next.load("before").getAttribute("item")).isEqualTo("two");
        assertThat(next.load("meanwhile").getAttribute("item")).isEqualTo("three");
        assertThat(next.load("never")).isNull();
        assertThat(next.exists("never")).isFalse();
        assertThat(next.delete("before")).isTrue();
        assertThat(next.load("before")).isNull();
        former.stop();
        next.stop();
    }

    /** As when the server has no file descriptor left: the session is there, and must not be lost. */
    @Test
    void fileThatCannotBeReadForAWhileIsKept(@TempDir Path directory) throws Exception {
        FileSessionDataStore store = open(directory.toFile());
        store.setDeleteUnrestorableFiles(true);
        save(store, store.newSessionData("one", 1, 1, 1, TimeUnit.HOURS.toMillis(1)), "cart", 0);
        Path file = onlyFile(directory);
        Path aside = directory.resolveSibling(file.getFileName() + "-aside");
        Files.move(file, aside);
        Files.createDirectory(file);
        try {
            assertThatIOException().isThrownBy(() -> store.load("one"));
        } finally {
            Files.deleteIfExists(file);
            Files.move(aside, file);
        }
        assertThat(store.load("one").getAttribute("item")).isEqualTo("cart");
        store.stop();
    }

    private static Path onlyFile(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findFirst().orElseThrow();
        }
    }

    /** Nobody else looks for the sessions of an application, or of its version, that is not deployed any more. */
    @Test
    void filesOfContextsThatAreGoneAreRemoved(@TempDir Path directory) throws Exception {
        long now = System.currentTimeMillis();
        long old = now - TimeUnit.DAYS.toMillis(2);
        Path gone = Files.createFile(directory.resolve(old + "__old##1_0.0.0.0_x"));
        Path endless = Files.createFile(directory.resolve("0__old##1_0.0.0.0_y"));
        Path late = Files.createFile(directory.resolve(now + "__other_0.0.0.0_z"));
        Path foreign = Files.createFile(directory.resolve("notes_of_2020_x"));
        FileSessionDataStore store = open(directory.toFile());
        Path own = directory.resolve(old + "__shop_0.0.0.0_own");
        Files.createFile(own);
        store.getExpired(Set.of());
        assertThat(gone).exists();
        store.removeOrphans(now + TimeUnit.HOURS.toMillis(11));
        assertThat(gone).doesNotExist();
        assertThat(List.of(endless, foreign, own))
                .allSatisfy(kept -> assertThat(kept).exists());
        assertThat(late).doesNotExist();
        store.stop();
    }

    /** A save gives the file another name: the session is there all the time. */
    @Test
    void sessionExistsWhileItIsSaved(@TempDir Path directory) throws Exception {
        FileSessionDataStore store = open(directory.toFile());
        SessionData data = store.newSessionData("one", 1, 1, 1, TimeUnit.HOURS.toMillis(1));
        save(store, data, "cart", 0);
        Field started = FileSessionDataStore.class.getDeclaredField("started");
        started.setAccessible(true);
        started.setLong(store, System.nanoTime() - TimeUnit.HOURS.toNanos(1));
        CompletableFuture<Void> saves = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 3000; i++) {
                try {
                    save(store, data, "cart", i);
                } catch (Exception x) {
                    throw new CompletionException(x);
                }
            }
        });
        int missing = 0;
        while (!saves.isDone()) {
            missing += store.exists("one") ? 0 : 1;
        }
        saves.join();
        assertThat(missing).isZero();
        store.stop();
    }
}
