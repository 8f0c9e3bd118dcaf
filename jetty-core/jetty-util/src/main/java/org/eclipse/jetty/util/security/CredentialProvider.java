package org.eclipse.jetty.util.security;

import org.jspecify.annotations.Nullable;

/**
 * Makes credentials of texts that {@link Credential} does not know by itself, found by {@link java.util.ServiceLoader}. Thread-safe.
 */
public interface CredentialProvider {
    /** What texts of this provider begin with. */
    String getPrefix();

    /**
     * Returns the credential of a text with the prefix.
     *
     * @return null if the text only looks like one of this provider
     * @throws IllegalArgumentException the text is one of this provider, and malformed
     */
    @Nullable
    Credential getCredential(String credential);

    /**
     * Returns the text for a new credential of a secret, as the tool {@link Password} prints it.
     *
     * @return null if this provider makes none, or cannot make one of this secret
     */
    default @Nullable String digest(String secret) {
        return null;
    }
}
