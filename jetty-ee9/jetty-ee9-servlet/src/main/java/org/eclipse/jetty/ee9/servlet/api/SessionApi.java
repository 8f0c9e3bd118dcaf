package org.eclipse.jetty.ee9.servlet.api;

import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionContext;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** The part of a session that exists in this version of the Servlet API only. Thread-safe. */
public abstract class SessionApi implements HttpSession {
    private static final HttpSessionContext NO_SESSIONS = new HttpSessionContext() {
        @Override
        @Deprecated
        public HttpSession getSession(String id) {
            return null;
        }

        @Override
        @Deprecated
        public Enumeration<String> getIds() {
            return Collections.emptyEnumeration();
        }
    };

    /** A context that knows no session, as since Servlet 2.1. */
    @Override
    @Deprecated
    public HttpSessionContext getSessionContext() {
        return NO_SESSIONS;
    }

    @Override
    @Deprecated
    public Object getValue(String name) {
        return getAttribute(name);
    }

    @Override
    @Deprecated
    public String[] getValueNames() {
        List<String> names = Collections.list(getAttributeNames());
        return names.toArray(new String[0]);
    }

    @Override
    @Deprecated
    public void putValue(String name, Object value) {
        setAttribute(name, value);
    }

    @Override
    @Deprecated
    public void removeValue(String name) {
        removeAttribute(name);
    }
}
