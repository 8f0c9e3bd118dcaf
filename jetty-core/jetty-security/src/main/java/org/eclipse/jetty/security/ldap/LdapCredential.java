package org.eclipse.jetty.security.ldap;

import java.util.function.Consumer;
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.security.Password;

/** A password that the directory knows, and checks by a bind. Nothing of it is kept or serialized but the name of the entry. */
public final class LdapCredential extends Credential {
    private static final long serialVersionUID = 1L;

    private final String dn;
    private final transient LdapDirectory directory;
    private final transient Consumer<LdapDirectory.UserConnection> whenBound;

    /** @param whenBound uses the connection of the user before it is closed */
    public LdapCredential(LdapDirectory directory, String dn, Consumer<LdapDirectory.UserConnection> whenBound) {
        this.directory = directory;
        this.dn = dn;
        this.whenBound = whenBound;
    }

    /** @throws LdapException the directory cannot be asked */
    @Override
    public boolean check(Object credentials) {
        String password = credentials instanceof char[] chars
                ? new String(chars)
                : credentials instanceof String || credentials instanceof Password ? credentials.toString() : null;
        if (directory == null || password == null) {
            return false;
        }
        try (LdapDirectory.UserConnection connection = directory.bind(dn, password)) {
            if (connection == null) {
                return false;
            }
            whenBound.accept(connection);
            return true;
        }
    }

    /** One question to the directory, which names without user cost as well. */
    @Override
    public long getCost() {
        return 1;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof LdapCredential other && dn.equals(other.dn);
    }

    @Override
    public int hashCode() {
        return dn.hashCode();
    }
}
