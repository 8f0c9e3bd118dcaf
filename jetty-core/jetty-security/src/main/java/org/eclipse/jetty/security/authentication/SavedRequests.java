package org.eclipse.jetty.security.authentication;

import java.util.Set;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.internal.LoginSession;
import org.eclipse.jetty.security.internal.PendingLogins;
import org.eclipse.jetty.security.internal.SavedForms;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.URIUtil;

/**
 * Saves the protected requests of users who must log in first, and restores them after the login.
 *
 * <p>Anybody can have a request saved, so that forms are small, sessions short-lived, and their memory is limited as a whole.
 * Values are strings, which any session store can keep.
 *
 * <p>Thread-safe once configured.
 */
final class SavedRequests {
    private final PendingLogins pending = new PendingLogins(
            Set.of(FormAuthenticator.__J_URI, FormAuthenticator.__J_METHOD, FormAuthenticator.__J_POST));
    private int maxFormSize = 4096;
    private int interval = 300;
    private long maxBytes = 16 * 1024 * 1024;

    int getMaxFormSize() {
        return maxFormSize;
    }

    void setMaxFormSize(int bytes) {
        maxFormSize = bytes;
    }

    int getInterval() {
        return interval;
    }

    void setInterval(int seconds) {
        interval = seconds;
    }

    long getMaxBytes() {
        return maxBytes;
    }

    void setMaxBytes(long bytes) {
        maxBytes = bytes;
    }

    void configure(Authenticator.Configuration configuration) {
        maxFormSize = (int) parameter(configuration, FormAuthenticator.__MAX_SAVED_FORM_SIZE, maxFormSize);
        interval = (int) parameter(configuration, FormAuthenticator.__SAVED_REQUEST_INTERVAL, interval);
        maxBytes = parameter(configuration, FormAuthenticator.__MAX_SAVED_BYTES, maxBytes);
    }

    private static long parameter(Authenticator.Configuration configuration, String name, long defaultValue) {
        String value = configuration.getParameter(name);
        if (value == null) {
            return defaultValue;
        }
        try {
            long number = Long.parseLong(value.trim());
            if (number == (int) number || FormAuthenticator.__MAX_SAVED_BYTES.equals(name)) {
                return number;
            }
        } catch (NumberFormatException x) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: a number)", x);
        }
        throw new IllegalArgumentException(name + ": " + value + " (expected: a number of 32 bits)");
    }

    /**
     * Saves URI, method and form of a request in its session, which is made if there is none.
     *
     * @param always whether a request that was saved before is replaced
     * @throws BadMessageException if the form is too large (413) or cannot be read (400)
     */
    void save(Request request, boolean always) {
        Session session = request.getSession(false);
        if (session != null && session.getAttribute(FormAuthenticator.__J_URI) != null && !always) {
            return;
        }
        // a page of another site must not have its request repeated in the name of the user
        boolean foreign = SavedForms.isOfAnotherSite(request);
        // read first: a form that is refused makes no session
        String form = foreign ? null : SavedForms.encode(request, maxFormSize);
        boolean made = session == null;
        if (session == null) {
            session = LoginSession.of(request);
            PendingLogins.shorten(session, interval);
        }
        String uri = (foreign ? home(request) : request.getHttpURI()).asString();
        session.setAttribute(FormAuthenticator.__J_URI, uri);
        session.setAttribute(FormAuthenticator.__J_METHOD, foreign ? HttpMethod.GET.asString() : request.getMethod());
        session.setAttribute(FormAuthenticator.__J_POST, form);
        pending.add(session, made, uri.length() + (form == null ? 0 : form.length()), maxBytes);
    }

    private static HttpURI home(Request request) {
        return HttpURI.build(
                request.getHttpURI(), URIUtil.addPaths(request.getContext().getContextPath(), "/"));
    }

    /** The request with the method and the form of the saved one, if it is for the saved URI; else the request itself. */
    Request restore(Request request, Session session) {
        String uri = (String) session.getAttribute(FormAuthenticator.__J_URI);
        if (uri == null || !uri.equals(request.getHttpURI().asString())) {
            return request;
        }
        session.removeAttribute(FormAuthenticator.__J_URI);
        String form = (String) session.removeAttribute(FormAuthenticator.__J_POST);
        String method = (String) session.removeAttribute(FormAuthenticator.__J_METHOD);
        return SavedForms.restore(request, method, form);
    }
}
