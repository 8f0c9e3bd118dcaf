package org.eclipse.jetty.security.internal;

import org.eclipse.jetty.security.UserPrincipal;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;

/**
 * Checks credentials so that names which nobody has cost as much as those of users: else the time of an answer would tell
 * which users there are (CWE-208).
 */
public final class EvenCost {
    private EvenCost() {}

    /**
     * Whether credentials are those of the user. If not, what the check has cost less than that of the costliest of the realm
     * is spent, too; that they are right tells that there is the user anyhow.
     *
     * @param user null if there is none of the name
     * @param credentials null are nobody's
     * @param costliest a credential of the realm whose check costs most, if there is one
     */
    @NullContract("null, _, _ -> false")
    public static boolean authenticate(
            @Nullable UserPrincipal user, @Nullable Object credentials, @Nullable Credential costliest) {
        if (credentials == null) {
            return false;
        }
        if (user != null && user.authenticate(credentials)) {
            return true;
        }
        if (costliest != null) {
            long missing = costliest.getCost() - (user == null ? 0 : user.getCost());
            if (missing > 0) {
                costliest.spend(credentials, missing);
            }
        }
        return false;
    }

    /** The one whose check costs more; either may be null. */
    public static @Nullable Credential costlier(@Nullable Credential a, @Nullable Credential b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return b.getCost() > a.getCost() ? b : a;
    }
}
