package org.eclipse.jetty.ee9.servlet.api;

import jakarta.servlet.SessionCookieConfig;
import java.util.Map;

/** The part of the session cookie configuration that exists in this version of the Servlet API only. */
public abstract class SessionCookieConfigApi implements SessionCookieConfig {
    private String comment;

    /** @throws IllegalStateException if the context is initialized */
    protected abstract void checkState();

    /** Known to newer versions of the API. */
    public abstract void setAttribute(String name, String value);

    /** Known to newer versions of the API. */
    public abstract String getAttribute(String name);

    /** Known to newer versions of the API. */
    public abstract Map<String, String> getAttributes();

    @Override
    public String getComment() {
        return comment;
    }

    /** Keeps the comment, which is not sent; it may ask for SameSite and other attributes as {@link CookieApi} tells. */
    @Override
    public void setComment(String newComment) {
        checkState();
        comment = newComment;
        String sameSite = CookieApi.getSameSite(newComment);
        if (sameSite != null) {
            setAttribute("SameSite", sameSite);
        }
        if (CookieApi.mentions(newComment, "__HTTP_ONLY__")) {
            setHttpOnly(true);
        }
        if (CookieApi.mentions(newComment, "__PARTITIONED__")) {
            setAttribute("Partitioned", "true");
        }
    }
}
