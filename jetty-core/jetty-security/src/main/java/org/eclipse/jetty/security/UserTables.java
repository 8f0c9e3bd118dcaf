package org.eclipse.jetty.security;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.util.security.Credential;

/**
 * The tables of users in a database, and what is asked of them. Immutable.
 *
 * <pre>
 * users        key, name, credential      credentials as those of a properties file: MD5:, OBF: or clear
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

    private static void check(String property, String name) {
        if (name == null || !name.matches(IDENTIFIER))
            throw new IllegalArgumentException(property + ": " + name + " (expected: the name of a table or column)");
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

    /** Returns the user of a name, or null. */
    public UserPrincipal loadUser(Connection connection, String name) throws SQLException {
        String sql = "select " + passwordField + " from " + userTable + " where " + userField + " = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) return null;
                String credential = row.getString(1);
                // a user without a credential cannot log in
                return credential == null ? null : new UserPrincipal(name, Credential.getCredential(credential));
            }
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
                while (rows.next()) roles.add(rows.getString(1));
            }
        }
        return roles;
    }
}
