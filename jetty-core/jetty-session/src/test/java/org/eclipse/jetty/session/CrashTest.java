package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.h2.tools.Server;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A process that stores sessions is killed in the middle of it: what it had said to be stored is there, and whole. */
class CrashTest {
    private static final int SESSIONS = 20;
    private static final int STORED_BEFORE_THE_KILL = 300;

    @TempDir
    Path temp;

    static List<String> stores() {
        List<String> stores = new ArrayList<>(List.of("file", "h2"));
        if (System.getenv("PGHOST") != null) {
            stores.add("postgresql");
        }
        return stores;
    }

    /** Stores session after session, and says which, until it is killed. */
    public static final class Writer {
        public static void main(String[] arguments) throws Exception {
            SessionDataStore store = open(arguments[0], Path.of(arguments[1]), arguments[2]);
            Map<String, SessionData> sessions = new HashMap<>();
            for (int count = 1; ; count++) {
                String id = "session" + count % SESSIONS;
                SessionData data = sessions.computeIfAbsent(
                        id, key -> store.newSessionData(key, 1, 1, 1, TimeUnit.HOURS.toMillis(1)));
                data.setAttribute("count", count);
                // as large as to be torn, if it can be
                data.setAttribute("content", String.valueOf(count).repeat(20_000));
                data.calcAndSetExpiry(System.currentTimeMillis() + (count % 7) * 1000L);
                store.store(id, data);
                System.out.println(id + " " + count);
            }
        }
    }

    /** @param url of the database, if it is one */
    private static SessionDataStore open(String kind, Path directory, String url) throws Exception {
        AbstractSessionDataStore store;
        if (kind.equals("file")) {
            FileSessionDataStore files = new FileSessionDataStore();
            files.setStoreDir(directory.toFile());
            store = files;
        } else {
            JDBCSessionDataStore rows = new JDBCSessionDataStore();
            DatabaseAdaptor adaptor = new DatabaseAdaptor();
            adaptor.setDriverInfo((String) null, url);
            rows.setDatabaseAdaptor(adaptor);
            JDBCSessionDataStore.SessionTableSchema schema = new JDBCSessionDataStore.SessionTableSchema();
            schema.setTableName("crash_" + Integer.toHexString(directory.hashCode()));
            rows.setSessionTableSchema(schema);
            store = rows;
        }
        store.initialize(new SessionContext("one", "/app", null));
        store.start();
        return store;
    }

    @ParameterizedTest
    @MethodSource("stores")
    void noStoredSessionIsLostAndNoneIsTorn(String kind) throws Exception {
        if (!kind.equals("h2")) {
            killWhileItStores(kind, kind.equals("file") ? "" : Databases.url(kind));
            return;
        }
        // a database is not killed with its client: what it does to its own files then would be tested, and not the
        // store
        Server database =
                Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        try {
            killWhileItStores(kind, "jdbc:h2:tcp://localhost:" + database.getPort() + "/mem:crash;DB_CLOSE_DELAY=-1");
        } finally {
            database.stop();
        }
    }

    /** A file that was being written when the process was killed is removed once nobody can be writing it any longer. */
    private void ageTemporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(temp)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".tmp")).toList()) {
                Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis() - 120_000));
            }
        }
    }

    private void killWhileItStores(String kind, String url) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        kind,
                        temp.toString(),
                        url)
                .redirectError(temp.resolve("errors.txt").toFile())
                .start();
        Map<String, Integer> stored = new HashMap<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            int count = 0;
            for (String line; (line = lines.readLine()) != null; ) {
                String[] words = line.split(" ");
                // the last line may be half
                if (words.length == 2 && words[0].startsWith("session")) {
                    stored.put(words[0], Integer.parseInt(words[1]));
                    if (++count == STORED_BEFORE_THE_KILL) {
                        process.toHandle().destroyForcibly();
                    }
                }
            }
        }
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(stored).as(Files.readString(temp.resolve("errors.txt"))).hasSize(SESSIONS);
        ageTemporaryFiles();
        SessionDataStore store = open(kind, temp, url);
        for (Map.Entry<String, Integer> entry : stored.entrySet()) {
            SessionData data = store.load(entry.getKey());
            assertThat(data).as(entry.getKey()).isNotNull();
            int count = (Integer) data.getAttribute("count");
            // one save after the last one that was told may have been done
            assertThat(count).isGreaterThanOrEqualTo(entry.getValue());
            assertThat((String) data.getAttribute("content"))
                    .isEqualTo(String.valueOf(count).repeat(20_000));
        }
        store.stop();
        if (kind.equals("file")) {
            try (Stream<Path> files = Files.list(temp)) {
                assertThat(files.map(Path::toString).filter(name -> name.endsWith(".tmp")))
                        .isEmpty();
            }
        }
    }
}
