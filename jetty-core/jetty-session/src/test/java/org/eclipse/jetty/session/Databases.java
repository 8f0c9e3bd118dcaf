package org.eclipse.jetty.session;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** The databases that stores are tested with: H2 in memory, and PostgreSQL where PGHOST, PGPORT, PGUSER, PGDATABASE say which. */
final class Databases {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private Databases() {}

    static List<String> names() {
        List<String> names = new ArrayList<>(List.of("h2"));
        if (System.getenv("PGHOST") != null) {
            names.add("postgresql");
        }
        return names;
    }

    /** The URL of a database, without tables for H2. */
    static String url(String name) {
        if (name.equals("h2")) {
            return "jdbc:h2:mem:sessions" + COUNT.incrementAndGet() + ";DB_CLOSE_DELAY=-1";
        }
        return "jdbc:postgresql://" + System.getenv("PGHOST") + ":" + environment("PGPORT", "5432") + "/"
                + environment("PGDATABASE", "postgres") + "?user=" + environment("PGUSER", "postgres") + "&password="
                + environment("PGPASSWORD", "");
    }

    private static String environment(String name, String byDefault) {
        return System.getenv(name) == null ? byDefault : System.getenv(name);
    }

    static DataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(4);
        return new HikariDataSource(config);
    }
}
