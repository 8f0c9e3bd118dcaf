package org.eclipse.jetty.session;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import javax.naming.InitialContext;
import javax.sql.DataSource;

/**
 * Where the connections to a database come from, and how it calls types and identifiers.
 *
 * <pre>
 * setDatasource        a data source
 * setDatasourceName    the name of one, in the initial context
 * setDriverInfo        a driver and a URL: each statement has a connection of its own, without a pool
 * </pre>
 *
 * Thread-safe once it is initialized.
 */
public class DatabaseAdaptor {
    private String datasourceName;
    private DataSource datasource;
    private Driver driver;
    private String driverClassName;
    private String connectionUrl;
    private String blobType;
    private String longType;
    private String stringType;
    private String name = "";
    private boolean upperCase;
    private boolean lowerCase;

    public DatabaseAdaptor() {}

    public void setDatasource(DataSource dataSource) {
        datasource = dataSource;
    }

    public DataSource getDatasource() {
        return datasource;
    }

    public void setDatasourceName(String jndiName) {
        datasourceName = jndiName;
    }

    public String getDatasourceName() {
        return datasourceName;
    }

    /** @param className the driver's class, which is loaded; null for one that is known already */
    public void setDriverInfo(String className, String url) {
        driverClassName = className;
        connectionUrl = url;
    }

    public void setDriverInfo(Driver jdbcDriver, String url) {
        driver = jdbcDriver;
        connectionUrl = url;
    }

    public Driver getDriver() {
        return driver;
    }

    public String getDriverClassName() {
        return driverClassName;
    }

    public String getConnectionUrl() {
        return connectionUrl;
    }

    /** Sets the column type of bytes; empty for that of the database. */
    public void setBlobType(String type) {
        blobType = blankToNull(type);
    }

    public String getBlobType() {
        if (blobType != null) return blobType;
        if (name.startsWith("postgresql")) return "bytea";
        if (name.startsWith("mysql") || name.startsWith("mariadb")) return "longblob";
        return name.startsWith("microsoft sql server") ? "varbinary(max)" : "blob";
    }

    /** Sets the column type of integers of 64 bits; empty for that of the database. */
    public void setLongType(String type) {
        longType = blankToNull(type);
    }

    public String getLongType() {
        if (longType != null) return longType;
        return name.startsWith("oracle") ? "number(20)" : "bigint";
    }

    /** Sets the column type of text, without its length; empty for that of the database. */
    public void setStringType(String type) {
        stringType = blankToNull(type);
    }

    public String getStringType() {
        if (stringType != null) return stringType;
        return name.startsWith("oracle") ? "varchar2" : "varchar";
    }

    private static String blankToNull(String text) {
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
    public String convertIdentifier(String identifier) {
        if (identifier == null) return null;
        if (upperCase) return identifier.toUpperCase(Locale.ENGLISH);
        return lowerCase ? identifier.toLowerCase(Locale.ENGLISH) : identifier;
    }

    /** Learns how a database calls things. */
    public void adaptTo(DatabaseMetaData metaData) throws SQLException {
        name = metaData.getDatabaseProductName().toLowerCase(Locale.ENGLISH);
        upperCase = metaData.storesUpperCaseIdentifiers();
        lowerCase = metaData.storesLowerCaseIdentifiers();
    }

    /** Finds the data source or loads the driver, and asks the database about itself. */
    public void initialize() throws Exception {
        if (datasource == null && blankToNull(datasourceName) != null)
            datasource = (DataSource) new InitialContext().lookup(datasourceName);
        if (datasource == null && driver == null && blankToNull(driverClassName) != null) loadDriver();
        try (Connection connection = getConnection()) {
            adaptTo(connection.getMetaData());
        }
    }

    private void loadDriver() throws Exception {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Class<?> type =
                Class.forName(driverClassName, true, loader == null ? DatabaseAdaptor.class.getClassLoader() : loader);
        // the driver manager shows a driver to those only whose class loader has it
        if (Driver.class.isAssignableFrom(type))
            driver = (Driver) type.getDeclaredConstructor().newInstance();
    }

    /** Returns a connection, to be closed by the caller. */
    public Connection getConnection() throws SQLException {
        if (datasource != null) return datasource.getConnection();
        if (blankToNull(connectionUrl) == null)
            throw new IllegalStateException(
                    "The sessions have no database (expected: a data source, or a driver's URL)");
        if (driver == null) return DriverManager.getConnection(connectionUrl);
        Connection connection = driver.connect(connectionUrl, new Properties());
        if (connection == null)
            throw new SQLException("url: " + connectionUrl + " (expected: one that "
                    + driver.getClass().getName() + " knows)");
        return connection;
    }

    @Override
    public String toString() {
        return "DatabaseAdaptor["
                + (datasourceName != null ? datasourceName : datasource != null ? datasource : driverClassName) + ","
                + name + "]";
    }
}
