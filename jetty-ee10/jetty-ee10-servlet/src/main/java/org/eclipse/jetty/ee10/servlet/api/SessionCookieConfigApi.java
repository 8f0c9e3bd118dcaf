package org.eclipse.jetty.ee10.servlet.api;

import jakarta.servlet.SessionCookieConfig;
import org.jspecify.annotations.Nullable;

/** The part of the session cookie configuration that exists in this version of the Servlet API only. */
public abstract class SessionCookieConfigApi implements SessionCookieConfig {
    /** @throws IllegalStateException if the context is initialized */
    protected abstract void checkState();

    @Override
    @SuppressWarnings("removal")
    public @Nullable String getComment() {
        return null;
    }

    /** Comments are no longer sent, and setting one has no effect. */
    @Override
    @SuppressWarnings("removal")
    public void setComment(String comment) {
        checkState();
    }
}
