package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions in files, of an application that is replaced by its next version. */
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
}
