package org.eclipse.jetty.security.jwt;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which tokens are taken: bearer tokens, or tokens whose client proves that it has their key. */
enum DpopMode {
    /** Tokens without a key. */
    OFF,
    /** Both. */
    ACCEPT,
    /** Tokens with a key. */
    REQUIRE;

    static DpopMode of(@Nullable String name) {
        String mode = name == null || name.isBlank() ? "off" : name.trim();
        for (DpopMode each : values()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(mode)) {
                return each;
            }
        }
        throw new IllegalArgumentException("DPoP: " + name + " (expected: off, accept or require)");
    }
}
