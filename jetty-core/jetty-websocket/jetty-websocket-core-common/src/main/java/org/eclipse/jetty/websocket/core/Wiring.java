package org.eclipse.jetty.websocket.core;

import org.jspecify.annotations.Nullable;

/** Parts of a session that are set after its construction, and before frames come. */
final class Wiring {
    private Wiring() {}

    /**
     * Returns a part.
     *
     * @param what the part, for the message
     * @throws IllegalStateException if it was not set yet
     */
    static <T> T set(@Nullable T part, String what) {
        if (part == null) {
            throw new IllegalStateException("not set yet: " + what);
        }
        return part;
    }
}
