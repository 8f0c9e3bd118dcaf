package org.eclipse.jetty.security.jaas.spi;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;
import org.eclipse.jetty.util.security.Password;
import org.jspecify.annotations.Nullable;

/** Users in a database, by the options dbDriver, dbUrl, dbUserName and dbPassword (in clear or OBF:). Confined to one login. */
public class JDBCLoginModule extends AbstractDatabaseLoginModule {
    private @Nullable String driverClass;
    private String url;
    private final Properties login = new Properties();

    public JDBCLoginModule() {}

    @Override
    public void initialize(
            Subject subject, @Nullable CallbackHandler handler, Map<String, ?> sharedState, Map<String, ?> options) {
        super.initialize(subject, handler, sharedState, options);
        driverClass = option(options, "dbDriver", null);
        String database = option(options, "dbUrl", null);
        if (database == null) {
            throw new IllegalArgumentException("dbUrl: missing (expected: the URL of the database)");
        }
        url = database;
        String user = option(options, "dbUserName", null);
        if (user != null) {
            login.put("user", user);
        }
        String password = option(options, "dbPassword", null);
        if (password != null) {
            login.put("password", new Password(password).toString());
        }
    }

    @Override
    public Connection getConnection() throws Exception {
        if (driverClass == null) {
            return DriverManager.getConnection(url, login);
        }
        Class<?> type = Class.forName(driverClass, true, Thread.currentThread().getContextClassLoader());
        Driver driver = (Driver) type.getDeclaredConstructor().newInstance();
        Connection connection = driver.connect(url, login);
        if (connection == null) {
            throw new SQLException("dbUrl: " + url + " (expected: one that " + driverClass + " knows)");
        }
        return connection;
    }
}
