package org.eclipse.jetty.session;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;

/** Whether a database is merely away: down, starting, or full of connections; what is wrong otherwise stays wrong. */
final class Unreachable {
    private Unreachable() {}

    /** Whether a failure, or what a pool wrapped in it, says so by its type or by its state (SQL:2016 part 2, section 24.1). */
    static boolean isCauseOf(Throwable failure) {
        for (Throwable x = failure; x != null; x = x.getCause()) {
            if (x instanceof SQLTransientException
                    || x instanceof SQLNonTransientConnectionException
                    || x instanceof SQLRecoverableException) {
                return true;
            }
            if (x instanceof SQLException sql
                    && sql.getSQLState() != null
                    // connection exception; and of PostgreSQL: insufficient resources, operator intervention
                    && sql.getSQLState().matches("(08|53|57).*")) {
                return true;
            }
        }
        return false;
    }
}
