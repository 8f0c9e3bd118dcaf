package org.eclipse.jetty.security;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.security.internal.EvenCost;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of users in a database, and what is asked of them. Immutable.
 *
 * <pre>
 * users        key, name, credential      credentials as those of a properties file, see Credential
 * roles        key, name
 * userRoles    key of a user, key of a role
 * </pre>
 */
public record UserTables(
        String userTable,
        String userKey,
        String userField,
        String passwordField,
        String roleTable,
        String roleKey,
        String roleField,
        String userRoleTable,
        String userRoleUserKey,
        String userRoleRoleKey) {
    private static final Logger LOG = LoggerFactory.getLogger(UserTables.class);

    /** The most users that are looked at for what their credentials cost. */
    private static final int SAMPLE = 100;

    /** Names are put into statements, so that they must be names: with schema, and quoted by nobody. */
    private static final String IDENTIFIER = "[A-Za-z_][A-Za-z0-9_$]*(\\.[A-Za-z_][A-Za-z0-9_$]*)*";

    public UserTables {
        check("usertable", userTable);
        check("usertablekey", userKey);
        check("usertableuserfield", userField);
        check("usertablepasswordfield", passwordField);
        check("roletable", roleTable);
        check("roletablekey", roleKey);
        check("roletablerolefield", roleField);
        check("userroletable", userRoleTable);
        check("userroletableuserkey", userRoleUserKey);
        check("userroletablerolekey", userRoleRoleKey);
    }

    private static void check(String property, @Nullable String name) {
        if (name == null || !name.matches(IDENTIFIER)) {
            throw new IllegalArgumentException(property + ": " + name + " (expected: the name of a table or column)");
        }
    }

    /** Reads the names of the properties usertable, usertablekey and so on. */
    public static UserTables of(UnaryOperator<String> properties) {
        return new UserTables(
                properties.apply("usertable"),
                properties.apply("usertablekey"),
                properties.apply("usertableuserfield"),
                properties.apply("usertablepasswordfield"),
                properties.apply("roletable"),
                properties.apply("roletablekey"),
                properties.apply("roletablerolefield"),
                properties.apply("userroletable"),
                properties.apply("userroletableuserkey"),
                properties.apply("userroletablerolekey"));
    }

    /** Returns the user of a name; null if there is none, or it cannot log in. */
    public @Nullable UserPrincipal loadUser(Connection connection, String name) throws SQLException {
        String sql = "select " + passwordField + " from " + userTable + " where " + userField + " = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return null;
                }
                Credential credential = credential(row.getString(1), "user " + name);
                return credential == null ? null : new UserPrincipal(name, credential);
            }
        }
    }

    /** A credential, among those of some users, whose check costs most, if there is one. */
    public @Nullable Credential loadCostliestCredential(Connection connection) throws SQLException {
        Credential costliest = null;
        try (PreparedStatement statement =
                connection.prepareStatement("select " + passwordField + " from " + userTable)) {
            statement.setMaxRows(SAMPLE);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    costliest = EvenCost.costlier(costliest, credential(rows.getString(1), "a user"));
                }
            }
        }
        return costliest;
    }

    /** The credential of its text; null where there is none or it is wrong: such a user cannot log in. */
    private @Nullable Credential credential(@Nullable String text, String user) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            return Credential.getCredential(text);
        } catch (IllegalArgumentException x) {
            LOG.warn("table {}: {} cannot log in: {}", userTable, user, x.getMessage());
            return null;
        }
    }

    /** Returns the names of the roles of a user. */
    public List<String> loadRoles(Connection connection, String name) throws SQLException {
        String sql = "select r." + roleField + " from " + roleTable + " r, " + userRoleTable + " ur, " + userTable
                + " u where u." + userField + " = ? and ur." + userRoleUserKey + " = u." + userKey + " and r." + roleKey
                + " = ur." + userRoleRoleKey;
        List<String> roles = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    roles.add(rows.getString(1));
                }
            }
        }
        return roles;
    }
}
