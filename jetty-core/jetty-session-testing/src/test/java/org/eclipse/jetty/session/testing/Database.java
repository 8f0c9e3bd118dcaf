package org.eclipse.jetty.session.testing;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.session.DatabaseAdaptor;
import org.eclipse.jetty.session.JDBCSessionDataStoreFactory;

/** A real database for a class of tests, and the pools of connections to it. */
final class Database implements Closeable {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final Map<Integer, HikariDataSource> pools = new HashMap<>();
    private final ServerProcess process;
    private final String url;
    private final int port;

    /** @param url with %d in place of the port */
    private Database(ServerProcess process, int port, String url) {
        this.process = process;
        this.port = port;
        this.url = url;
    }

    static Database h2() {
        return new Database(null, 0, "jdbc:h2:mem:kit" + COUNT.incrementAndGet() + ";DB_CLOSE_DELAY=-1");
    }

    static Database postgresql() throws Exception {
        PostgreSQLServer server = new PostgreSQLServer();
        return new Database(
                server.process(),
                server.port(),
                "jdbc:postgresql://127.0.0.1:%d/postgres?user=test&socketTimeout=2&connectTimeout=2");
    }

    static Database mariadb() throws Exception {
        Path install = ServerProcess.require("mariadb-server", "/usr/bin/mariadb-install-db");
        Path program = ServerProcess.require("mariadb-server", "/usr/sbin/mariadbd");
        ServerProcess process = new ServerProcess("mariadb");
        String data = "--datadir=" + process.directory().resolve("data");
        List<String> asUser = process.runAs("mysql");
        process.run(command(
                asUser,
                install.toString(),
                "--no-defaults",
                data,
                "--auth-root-authentication-method=normal",
                "--skip-test-db"));
        int port = ServerProcess.freePort();
        process.start(
                port,
                command(
                        asUser,
                        program.toString(),
                        "--no-defaults",
                        data,
                        "--port=" + port,
                        "--bind-address=127.0.0.1",
                        "--socket=" + process.directory().resolve("sock"),
                        "--pid-file=" + process.directory().resolve("pid")));
        return new Database(
                process, port, "jdbc:mariadb://127.0.0.1:%d/mysql?user=root&socketTimeout=2000&connectTimeout=2000");
    }

    private static String[] command(List<String> before, String... arguments) {
        List<String> all = new ArrayList<>(before);
        all.addAll(List.of(arguments));
        return all.toArray(new String[0]);
    }

    int port() {
        return port;
    }

    JDBCSessionDataStoreFactory factory() {
        return factory(port);
    }

    /** A factory that reaches the database by a port; those of a port share a pool, as the server has few connections. */
    JDBCSessionDataStoreFactory factory(int byPort) {
        DatabaseAdaptor adaptor = new DatabaseAdaptor();
        adaptor.setDatasource(pools.computeIfAbsent(byPort, this::pool));
        JDBCSessionDataStoreFactory factory = new JDBCSessionDataStoreFactory();
        factory.setDatabaseAdaptor(adaptor);
        return factory;
    }

    private HikariDataSource pool(int byPort) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(String.format(url, byPort));
        config.setMaximumPoolSize(8);
        config.setConnectionTimeout(500);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    @Override
    public void close() throws IOException {
        pools.values().forEach(HikariDataSource::close);
        if (process != null) {
            process.close();
        }
    }
}
