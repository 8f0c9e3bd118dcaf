package org.eclipse.jetty.plus.security;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.eclipse.jetty.plus.jndi.NamingEntry;
import org.eclipse.jetty.plus.jndi.NamingEntryUtil;
import org.eclipse.jetty.security.DatabaseLoginService;
import org.eclipse.jetty.security.IdentityService;
import org.eclipse.jetty.security.UserTables;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.ThreadClassLoaderScope;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Users in tables of a database, whose data source is a resource of the server, or of the JVM, or a name of the initial context.
 * Thread-safe once it has started.
 */
public class DataSourceLoginService extends DatabaseLoginService {
    private static final Logger LOG = LoggerFactory.getLogger(DataSourceLoginService.class);

    private @Nullable Server server;
    private DataSource dataSource;
    private UserTables tables;
    private String jndiName = "javax.sql.DataSource/default";
    private boolean createTables;
    private String userTable = "users";
    private String userTableKey = "id";
    private String userTableUserField = "username";
    private String userTablePasswordField = "pwd";
    private String roleTable = "roles";
    private String roleTableKey = "id";
    private String roleTableRoleField = "role";
    private String userRoleTable = "user_roles";
    private String userRoleTableUserKey = "user_id";
    private String userRoleTableRoleKey = "role_id";

    public DataSourceLoginService() {}

    public DataSourceLoginService(String name) {
        setName(name);
    }

    public DataSourceLoginService(String name, IdentityService identityService) {
        setName(name);
        setIdentityService(identityService);
    }

    public String getJndiName() {
        return jndiName;
    }

    public void setJndiName(String name) {
        jndiName = name;
    }

    public @Nullable Server getServer() {
        return server;
    }

    /** Sets the server in whose resources the data source is looked for. */
    public void setServer(Server server) {
        this.server = server;
    }

    public boolean getCreateTables() {
        return createTables;
    }

    /** Sets whether tables that are missing are made, without users. */
    public void setCreateTables(boolean create) {
        createTables = create;
    }

    public String getUserTableName() {
        return userTable;
    }

    public void setUserTableName(String name) {
        userTable = name;
    }

    public String getUserTableKey() {
        return userTableKey;
    }

    public void setUserTableKey(String name) {
        userTableKey = name;
    }

    public String getUserTableUserField() {
        return userTableUserField;
    }

    public void setUserTableUserField(String name) {
        userTableUserField = name;
    }

    public String getUserTablePasswordField() {
        return userTablePasswordField;
    }

    public void setUserTablePasswordField(String name) {
        userTablePasswordField = name;
    }

    public String getRoleTableName() {
        return roleTable;
    }

    public void setRoleTableName(String name) {
        roleTable = name;
    }

    public String getRoleTableKey() {
        return roleTableKey;
    }

    public void setRoleTableKey(String name) {
        roleTableKey = name;
    }

    public String getRoleTableRoleField() {
        return roleTableRoleField;
    }

    public void setRoleTableRoleField(String name) {
        roleTableRoleField = name;
    }

    public String getUserRoleTableName() {
        return userRoleTable;
    }

    public void setUserRoleTableName(String name) {
        userRoleTable = name;
    }

    public String getUserRoleTableUserKey() {
        return userRoleTableUserKey;
    }

    public void setUserRoleTableUserKey(String name) {
        userRoleTableUserKey = name;
    }

    public String getUserRoleTableRoleKey() {
        return userRoleTableRoleKey;
    }

    public void setUserRoleTableRoleKey(String name) {
        userRoleTableRoleKey = name;
    }

    @Override
    protected void doStart() throws Exception {
        tables = new UserTables(
                userTable,
                userTableKey,
                userTableUserField,
                userTablePasswordField,
                roleTable,
                roleTableKey,
                roleTableRoleField,
                userRoleTable,
                userRoleTableUserKey,
                userRoleTableRoleKey);
        dataSource = find();
        if (createTables) {
            makeTables();
        }
        super.doStart();
    }

    private DataSource find() throws NamingException {
        for (Object scope : server == null ? new Object[] {null} : new Object[] {server, null}) {
            NamingEntry entry = NamingEntryUtil.lookupNamingEntry(scope, jndiName);
            if (entry != null && entry.getObject() instanceof DataSource found) {
                return found;
            }
        }
        NamingException unknown = null;
        try {
            if (new InitialContext().lookup(jndiName) instanceof DataSource found) {
                return found;
            }
        } catch (NamingException x) {
            unknown = x;
        }
        throw new IllegalStateException(
                "realm " + getName() + ", jndiName: " + jndiName + " (expected: a data source that is an entry of the "
                        + (server == null ? "JVM; for those of the server, set the property server" : "server or JVM")
                        + "). Bind it before this login service starts",
                unknown);
    }

    private void makeTables() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            make(
                    connection,
                    userTable,
                    List.of(
                            userTableKey + " integer primary key",
                            userTableUserField + " varchar(100) not null unique",
                            userTablePasswordField + " varchar(255) not null"));
            make(
                    connection,
                    roleTable,
                    List.of(
                            roleTableKey + " integer primary key",
                            roleTableRoleField + " varchar(100) not null unique"));
            make(
                    connection,
                    userRoleTable,
                    List.of(
                            userRoleTableUserKey + " integer not null",
                            userRoleTableRoleKey + " integer not null",
                            "primary key (" + userRoleTableUserKey + ", " + userRoleTableRoleKey + ")"));
        }
    }

    private static void make(Connection connection, String table, List<String> columns) throws SQLException {
        for (String name : List.of(table, table.toUpperCase(Locale.ENGLISH), table.toLowerCase(Locale.ENGLISH))) {
            try (ResultSet found =
                    connection.getMetaData().getTables(connection.getCatalog(), connection.getSchema(), name, null)) {
                if (found.next()) {
                    return;
                }
            }
        }
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("create table " + table + " (" + String.join(", ", columns) + ")");
            LOG.info("Made the table {}", table);
        }
    }

    @Override
    protected UserTables getUserTables() {
        return tables;
    }

    @Override
    protected Connection openConnection() throws SQLException {
        // what a pool starts for it is not to keep the application that a user logs in to
        try (ThreadClassLoaderScope scope = new ThreadClassLoaderScope(DataSourceLoginService.class.getClassLoader())) {
            return dataSource.getConnection();
        }
    }
}
