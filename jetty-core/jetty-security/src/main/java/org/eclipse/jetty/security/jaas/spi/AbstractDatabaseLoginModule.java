package org.eclipse.jetty.security.jaas.spi;

import java.sql.Connection;
import java.util.List;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;
import org.eclipse.jetty.security.UserPrincipal;
import org.eclipse.jetty.security.UserTables;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;

/**
 * Users in tables of a database. The options name the tables: userTable, userTableKey, userField, credentialField, roleTable,
 * roleTableKey, roleField, userRoleTable, userRoleUserKey, userRoleRoleKey. Confined to one login.
 */
public abstract class AbstractDatabaseLoginModule extends AbstractLoginModule {
    private UserTables tables;

    protected AbstractDatabaseLoginModule() {}

    @Override
    public void initialize(
            Subject subject, @Nullable CallbackHandler handler, Map<String, ?> sharedState, Map<String, ?> options) {
        super.initialize(subject, handler, sharedState, options);
        tables = new UserTables(
                option(options, "userTable", "users"),
                option(options, "userTableKey", "id"),
                option(options, "userField", "username"),
                option(options, "credentialField", "pwd"),
                option(options, "roleTable", "roles"),
                option(options, "roleTableKey", "id"),
                option(options, "roleField", "role"),
                option(options, "userRoleTable", "user_roles"),
                option(options, "userRoleUserKey", "user_id"),
                option(options, "userRoleRoleKey", "role_id"));
    }

    @NullContract("_, _, !null -> !null")
    static @Nullable String option(Map<String, ?> options, String name, @Nullable String byDefault) {
        Object value = options.get(name);
        return value == null ? byDefault : value.toString();
    }

    /** Returns a connection for one question, which is closed afterwards. */
    public abstract Connection getConnection() throws Exception;

    @Override
    protected @Nullable UserPrincipal getUser(String name) throws Exception {
        try (Connection connection = getConnection()) {
            return tables.loadUser(connection, name);
        }
    }

    @Override
    protected @Nullable Credential getCostliestCredential() throws Exception {
        try (Connection connection = getConnection()) {
            return tables.loadCostliestCredential(connection);
        }
    }

    @Override
    protected List<String> getRoles(UserPrincipal user) throws Exception {
        try (Connection connection = getConnection()) {
            return tables.loadRoles(connection, user.getName());
        }
    }
}
