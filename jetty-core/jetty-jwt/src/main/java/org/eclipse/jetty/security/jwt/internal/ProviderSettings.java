package org.eclipse.jetty.security.jwt.internal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Checks settings that all providers have. Immutable.
 *
 * @param owner what the settings are of, for messages
 */
public record ProviderSettings(String owner) {
    /** @throws IllegalStateException if a value is null, which the property sets in XML files */
    public void require(String name, String property, @Nullable String value) {
        if (value == null) {
            throw new IllegalStateException(
                    name + " of " + owner + ": none (expected: one, in XML files by " + property + ")");
        }
    }

    /**
     * Checks a URI, null for none, that requests are sent to.
     *
     * @param insecure whether http is allowed for any host
     */
    public void checkUri(String name, @Nullable String uri, boolean insecure) {
        if (uri != null) {
            ProviderMetadata.checkUri(name + " of " + owner, uri, insecure);
        }
    }

    /** Returns a URI of the right form, null for none; whether http is allowed is known later. */
    public @Nullable String uri(String name, @Nullable String text) {
        String uri = SettingText.emptyToNull(text);
        if (uri != null) {
            ProviderMetadata.parse(name + " of " + owner, uri);
        }
        return uri;
    }

    public static long timeout(long milliseconds) {
        if (milliseconds <= 0) {
            throw new IllegalArgumentException("timeout: " + milliseconds + " ms (expected: more than 0)");
        }
        return milliseconds;
    }

    /** Returns the key of a file, null for none, of a client. */
    public static @Nullable SigningKey signingKey(
            @Nullable String clientId, @Nullable String file, @Nullable String keyId) {
        try {
            return SigningKey.read(file, keyId);
        } catch (IOException x) {
            throw new IllegalArgumentException("private key of client " + clientId + ": " + x.getMessage(), x);
        }
    }
}
