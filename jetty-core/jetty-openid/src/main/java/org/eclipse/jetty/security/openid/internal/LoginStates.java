package org.eclipse.jetty.security.openid.internal;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The logins of a session that have begun, as in several tabs, by their states. Each state is good for one answer.
 *
 * <p>Guarded by its own lock.
 */
public final class LoginStates implements Serializable {
    /** The most logins of a session; more than the tabs that anybody logs in by together. */
    public static final int MAX = 10;

    private static final long serialVersionUID = 1L;

    private final LinkedHashMap<String, LoginState> states = new LinkedHashMap<>();

    /** Adds a login; the eldest is dropped beyond the limit. Returns the bytes that all of them have, approximately. */
    public synchronized int add(String state, LoginState login) {
        states.put(state, login);
        Iterator<?> eldest = states.keySet().iterator();
        while (states.size() > MAX) {
            eldest.next();
            eldest.remove();
        }
        int bytes = 0;
        for (Map.Entry<String, LoginState> entry : states.entrySet()) {
            LoginState each = entry.getValue();
            bytes += entry.getKey().length()
                    + each.uri().length()
                    + each.redirectUri().length()
                    + (each.form() == null ? 0 : each.form().length());
        }
        return bytes;
    }

    /** Removes and returns a login; null if there is none of the state, as it was answered before. */
    public synchronized @Nullable LoginState take(String state) {
        return states.remove(state);
    }

    private synchronized void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
    }
}
