package org.eclipse.jetty.session.testing;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A real PostgreSQL of a test, with the user {@code test}, who needs no password, and the database {@code postgres}. A commit is on the
 * disk before it is answered.
 *
 * <p>Where it is not installed the test is skipped, as {@link ServerProcess#require} says. Confined to the thread of the test.
 */
public final class PostgreSQLServer implements Closeable {
    private static final String PROGRAMS = "/usr/lib/postgresql/%d/bin/initdb";

    private final ServerProcess process = new ServerProcess("postgresql");

    /** Makes a database and starts its server. */
    public PostgreSQLServer() throws IOException, InterruptedException {
        Path initdb = ServerProcess.require(
                "postgresql",
                PROGRAMS.formatted(15),
                PROGRAMS.formatted(16),
                PROGRAMS.formatted(17),
                PROGRAMS.formatted(18));
        Path directory = process.directory();
        String data = directory.resolve("data").toString();
        // the server refuses to be root
        List<String> asUser = process.runAs("postgres");
        process.run(command(
                asUser,
                List.of(initdb.toString(), "-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--no-sync")));
        int port = ServerProcess.freePort();
        process.start(
                port,
                command(
                        asUser,
                        List.of(
                                initdb.resolveSibling("postgres").toString(),
                                "-D",
                                data,
                                "-p",
                                String.valueOf(port),
                                "-h",
                                "127.0.0.1",
                                "-k",
                                directory.toString())));
    }

    private static String[] command(List<String> before, List<String> arguments) {
        List<String> all = new ArrayList<>(before);
        all.addAll(arguments);
        return all.toArray(new String[0]);
    }

    /** Its process, which can be killed, paused and started again. */
    public ServerProcess process() {
        return process;
    }

    /** The port that it listens on, on the loopback interface. */
    public int port() {
        return process.port();
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
