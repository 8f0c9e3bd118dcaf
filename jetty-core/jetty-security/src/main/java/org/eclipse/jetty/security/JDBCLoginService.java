package org.eclipse.jetty.security;

import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.security.Password;
import org.jspecify.annotations.Nullable;

/**
 * Users in tables of a database that a properties file names, with one connection for each question; for a pool, see
 * DataSourceLoginService.
 *
 * <pre>
 * jdbcdriver url username password                            password in clear or OBF:
 * usertable usertablekey usertableuserfield usertablepasswordfield
 * roletable roletablekey roletablerolefield
 * userroletable userroletableuserkey userroletablerolekey
 * </pre>
 *
 * Thread-safe.
 */
public class JDBCLoginService extends DatabaseLoginService {
    private @Nullable String config;
    private @Nullable Driver driver;
    private String url;
    private Properties login;
    private UserTables tables;

    public JDBCLoginService() {}

    public JDBCLoginService(String name) {
        setName(name);
    }

    /** @param config the properties file, by path or URL */
    public JDBCLoginService(String name, String config) {
        setName(name);
        setConfig(config);
    }

    public JDBCLoginService(String name, IdentityService identityService, String config) {
        setName(name);
        setIdentityService(identityService);
        setConfig(config);
    }

    public @Nullable String getConfig() {
        return config;
    }

    public void setConfig(@Nullable String file) {
        config = file;
    }

    @Override
    protected void doStart() throws Exception {
        Properties properties = read();
        String driverClass = properties.getProperty("jdbcdriver");
        url = properties.getProperty("url");
        if (url == null || url.isBlank()) {
            throw new IllegalStateException("url: missing in " + config + " (expected: the URL of the database)");
        }
        driver = driverClass == null || driverClass.isBlank() ? null : newDriver(driverClass.trim());
        login = new Properties();
        if (properties.getProperty("username") != null) {
            login.put("user", properties.getProperty("username"));
        }
        if (properties.getProperty("password") != null) {
            login.put("password", new Password(properties.getProperty("password")).toString());
        }
        try {
            tables = UserTables.of(properties::getProperty);
        } catch (IllegalArgumentException x) {
            throw new IllegalStateException(x.getMessage() + ", in " + config, x);
        }
        super.doStart();
    }

    private Properties read() throws IOException {
        if (config == null) {
            throw new IllegalStateException("login service " + getName() + " has no properties file of its database");
        }
        Properties properties = new Properties();
        try (ResourceFactory.Closeable resources = ResourceFactory.closeable()) {
            Resource file = resources.newResource(config);
            if (file == null || !file.exists()) {
                throw new IllegalStateException("config: " + config + " (expected: an existing properties file)");
            }
            try (InputStream in = file.newInputStream()) {
                properties.load(in);
            }
        }
        return properties;
    }

    private static @Nullable Driver newDriver(String className) throws Exception {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Class<?> type;
        try {
            type = Class.forName(className, true, loader == null ? JDBCLoginService.class.getClassLoader() : loader);
        } catch (ClassNotFoundException x) {
            throw new IllegalStateException(
                    "jdbcdriver: " + className
                            + " (expected: the class of a driver whose jar is in lib/ext, with module"
                            + " ext, or in the application)",
                    x);
        }
        return Driver.class.isAssignableFrom(type)
                ? (Driver) type.getDeclaredConstructor().newInstance()
                : null;
    }

    @Override
    protected UserTables getUserTables() {
        return tables;
    }

    @Override
    protected Connection openConnection() throws SQLException {
        if (driver == null) {
            return DriverManager.getConnection(url, login);
        }
        Connection connection = driver.connect(url, login);
        if (connection == null) {
            throw new SQLException(
                    "url: " + url + " (expected: one that " + driver.getClass().getName() + " knows)");
        }
        return connection;
    }
}
