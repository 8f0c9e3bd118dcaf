package org.eclipse.jetty.security.jaas.spi;

import org.eclipse.jetty.security.internal.EvenCost;
import org.eclipse.jetty.security.ldap.LdapDirectory;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;

/**
 * What logins by the same options of {@link LdapLoginModule} share: the connections to the directory, and what the check of a stored
 * password costs. Thread-safe.
 */
final class LdapUsers extends ContainerLifeCycle {
    private final LdapDirectory directory;
    private volatile @Nullable Credential costliest;
    private volatile boolean sampled;

    LdapUsers(LdapDirectory directory) {
        this.directory = directory;
        addBean(directory);
    }

    LdapDirectory getDirectory() {
        return directory;
    }

    /** Whether the costs of some users were looked at. */
    boolean isSampled() {
        return sampled;
    }

    void setSampled() {
        sampled = true;
    }

    /** Takes the credential of a user, if it has one, into account. */
    synchronized void see(@Nullable Credential credential) {
        costliest = EvenCost.costlier(costliest, credential);
    }

    /** The credential whose check costs most, of those seen; null if there was none. */
    @Nullable
    Credential getCostliest() {
        return costliest;
    }
}
