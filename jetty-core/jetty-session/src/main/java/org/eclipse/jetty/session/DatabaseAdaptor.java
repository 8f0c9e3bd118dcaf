package org.eclipse.jetty.session;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NoInitialContextException;
import javax.sql.DataSource;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.util.thread.ThreadClassLoaderScope;
import org.jspecify.annotations.Nullable;

/**
 * Where the connections to a database come from, and how it calls types and identifiers.
 *
 * <pre>
 * setDatasource        a data source
 * setDatasourceName    the name of one, in the initial context
 * setDriverInfo        a driver and a URL: each statement has a connection of its own, without a pool
 * </pre>
 *
 * Several contexts may share it, and initialize it again. Thread-safe once it is set up.
 */
public class DatabaseAdaptor {
    private @Nullable String datasourceName;
    private volatile @Nullable DataSource datasource;
    private volatile @Nullable Driver driver;
    private @Nullable String driverClassName;
    private @Nullable String connectionUrl;
    private @Nullable String blobType;
    private @Nullable String longType;
    private @Nullable String stringType;
    private volatile String name = "";
    private volatile boolean upperCase;
    private volatile boolean lowerCase;

    public DatabaseAdaptor() {}

    public void setDatasource(@Nullable DataSource dataSource) {
        datasource = dataSource;
    }

    public @Nullable DataSource getDatasource() {
        return datasource;
    }

    public void setDatasourceName(@Nullable String jndiName) {
        datasourceName = jndiName;
    }

    public @Nullable String getDatasourceName() {
        return datasourceName;
    }

    /** @param className the driver's class, which is loaded; null for one that is known already */
    public void setDriverInfo(@Nullable String className, String url) {
        driverClassName = className;
        connectionUrl = url;
    }

    public void setDriverInfo(Driver jdbcDriver, String url) {
        driver = jdbcDriver;
        connectionUrl = url;
    }

    /**
     * Sets and loads the driver's class; empty for one that makes itself known.
     *
     * @throws IllegalArgumentException if there is no such class, or it is not a driver
     */
    public void setDriverClassName(@Nullable String className) {
        driverClassName = blankToNull(className);
        driver = driverClassName == null ? null : JdbcDrivers.load(driverClassName);
    }

    /**
     * Sets the URL of the database, after the class of its driver.
     *
     * @throws IllegalArgumentException if no driver knows it
     */
    public void setConnectionUrl(@Nullable String url) {
        connectionUrl = blankToNull(url);
        driver = JdbcDrivers.find(driver, connectionUrl);
    }

    public @Nullable Driver getDriver() {
        return driver;
    }

    public @Nullable String getDriverClassName() {
        return driverClassName;
    }

    public @Nullable String getConnectionUrl() {
        return connectionUrl;
    }

    /** Sets the column type of bytes; empty for that of the database. */
    public void setBlobType(@Nullable String type) {
        blobType = blankToNull(type);
    }

    public String getBlobType() {
        if (blobType != null) {
            return blobType;
        }
        if (name.startsWith("postgresql")) {
            return "bytea";
        }
        if (name.startsWith("mysql") || name.startsWith("mariadb")) {
            return "longblob";
        }
        return name.startsWith("microsoft sql server") ? "varbinary(max)" : "blob";
    }

    /** Sets the column type of integers of 64 bits; empty for that of the database. */
    public void setLongType(@Nullable String type) {
        longType = blankToNull(type);
    }

    public String getLongType() {
        if (longType != null) {
            return longType;
        }
        return name.startsWith("oracle") ? "number(20)" : "bigint";
    }

    /** Sets the column type of text, without its length; empty for that of the database. */
    public void setStringType(@Nullable String type) {
        stringType = blankToNull(type);
    }

    public String getStringType() {
        if (stringType != null) {
            return stringType;
        }
        return name.startsWith("oracle") ? "varchar2" : "varchar";
    }

    /** What follows the length of a column of text: ids are compared byte by byte, which is not every database's default. */
    String getTextCollation() {
        if (stringType != null) {
            return "";
        }
        if (name.startsWith("mariadb")) {
            return " character set utf8mb4 collate utf8mb4_nopad_bin";
        }
        return name.startsWith("mysql") ? " character set utf8mb4 collate utf8mb4_bin" : "";
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.trim();
    }

    /** Returns the name of the database in lower case; empty before it was asked. */
    public String getDBName() {
        return name;
    }

    /** Whether an empty text is stored as null. */
    public boolean isEmptyStringNull() {
        return name.startsWith("oracle");
    }

    /** Returns an identifier as the database's own tables have it. */
    @NullContract("!null -> !null")
    public @Nullable String convertIdentifier(@Nullable String identifier) {
        if (identifier == null) {
            return null;
        }
        if (upperCase) {
            return identifier.toUpperCase(Locale.ENGLISH);
        }
        return lowerCase ? identifier.toLowerCase(Locale.ENGLISH) : identifier;
    }

    /** Learns how a database calls things. */
    public void adaptTo(DatabaseMetaData metaData) throws SQLException {
        name = metaData.getDatabaseProductName().toLowerCase(Locale.ENGLISH);
        upperCase = metaData.storesUpperCaseIdentifiers();
        lowerCase = metaData.storesLowerCaseIdentifiers();
    }

    /**
     * Finds the data source or loads the driver, and asks the database about itself.
     *
     * @throws IllegalStateException if there is neither
     * @throws IllegalArgumentException if there is no such driver, or it does not know the URL
     * @throws SQLException if the database cannot be asked
     */
    public void initialize() throws Exception {
        if (datasource == null && datasourceName != null && !datasourceName.isBlank()) {
            datasource = lookUp(datasourceName);
        }
        if (datasource == null) {
            if (driver == null && driverClassName != null && !driverClassName.isBlank()) {
                driver = JdbcDrivers.load(driverClassName);
            }
            if (driver == null && blankToNull(connectionUrl) == null) {
                throw new IllegalStateException(
                        "The sessions have no database (expected: a data source, or a driver's URL)");
            }
            driver = JdbcDrivers.find(driver, connectionUrl);
        }
        try (Connection connection = getConnection()) {
            adaptTo(connection.getMetaData());
        }
    }

    private static DataSource lookUp(String name) throws NamingException {
        try {
            Object bound = bound(name);
            if (bound instanceof DataSource found) {
                return found;
            }
            throw new IllegalStateException("datasourceName: " + name + " is "
                    + (bound == null ? "null" : bound.getClass().getName())
                    + " (expected: the name of a javax.sql.DataSource)");
        } catch (NoInitialContextException x) {
            throw new IllegalStateException(
                    "datasourceName: " + name + ", where there is no directory (expected: a data source of the JVM). "
                            + "Enable the module plus and bind one, or set db-connection-type=driver",
                    x);
        } catch (NameNotFoundException x) {
            throw new IllegalStateException(
                    "datasourceName: " + name + ", by which nothing is bound (expected: a data source of the JVM). "
                            + "Bind it in an XML file of the server, or set db-connection-type=driver",
                    x);
        }
    }

    /** What is bound by a name. An application to which the directory of the server is hidden has its sessions in the database, too. */
    private static Object bound(String name) throws NamingException {
        try {
            return new InitialContext().lookup(name);
        } catch (NoInitialContextException x) {
            try (ThreadClassLoaderScope scope = new ThreadClassLoaderScope(DatabaseAdaptor.class.getClassLoader())) {
                return new InitialContext().lookup(name);
            }
        }
    }

    /** Returns a connection, to be closed by the caller. */
    public Connection getConnection() throws SQLException {
        // what a pool starts for it is not to keep the application that happens to be served
        try (ThreadClassLoaderScope scope = new ThreadClassLoaderScope(DatabaseAdaptor.class.getClassLoader())) {
            return datasource != null ? datasource.getConnection() : connect();
        }
    }

    private Connection connect() throws SQLException {
        if (driver == null) {
            throw new IllegalStateException("not initialized: " + this);
        }
        Connection connection = driver.connect(connectionUrl, new Properties());
        if (connection == null) {
            throw new SQLException("url: " + JdbcDrivers.withoutSecrets(connectionUrl) + " (expected: one that "
                    + driver.getClass().getName() + " knows)");
        }
        return connection;
    }

    @Override
    public String toString() {
        return "DatabaseAdaptor["
                + (datasourceName != null
                        ? datasourceName
                        : datasource != null ? datasource : JdbcDrivers.withoutSecrets(connectionUrl))
                + "," + name + "]";
    }
}
