package org.eclipse.jetty.security;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.security.internal.EvenCost;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Users in tables of a database. One that cannot be asked is logged, and ends in a {@link LoginUnavailableException}: it lets nobody in,
 * and counts as no failed login. Thread-safe.
 */
public abstract class DatabaseLoginService extends AbstractLoginService {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseLoginService.class);

    private volatile @Nullable Credential sample;
    private volatile boolean sampled;

    protected DatabaseLoginService() {}

    /** The tables of users. */
    protected abstract UserTables getUserTables();

    /** A connection for one question, which is closed afterwards. */
    protected abstract Connection openConnection() throws SQLException;

    @Override
    protected @Nullable UserPrincipal loadUserInfo(String username) {
        try (Connection connection = openConnection()) {
            return getUserTables().loadUser(connection, username);
        } catch (SQLException x) {
            throw unavailable("the user " + username, x);
        }
    }

    @Override
    protected @Nullable Credential getCostliestCredential() {
        if (!sampled) {
            try (Connection connection = openConnection()) {
                sample = getUserTables().loadCostliestCredential(connection);
                sampled = true;
            } catch (SQLException x) {
                LOG.debug("{} cannot ask for credentials", this, x);
            }
        }
        return EvenCost.costlier(sample, super.getCostliestCredential());
    }

    @Override
    protected List<RolePrincipal> loadRoleInfo(UserPrincipal user) {
        List<RolePrincipal> roles = new ArrayList<>();
        try (Connection connection = openConnection()) {
            for (String role : getUserTables().loadRoles(connection, user.getName())) {
                roles.add(new RolePrincipal(role));
            }
        } catch (SQLException x) {
            throw unavailable("the roles of " + user.getName(), x);
        }
        return roles;
    }

    private LoginUnavailableException unavailable(String what, SQLException cause) {
        String message = this + " cannot ask for " + what + ": " + cause;
        LOG.warn("{}", message);
        LOG.debug("cannot ask", cause);
        return new LoginUnavailableException(message, cause);
    }
}
