package org.eclipse.jetty.security.sso;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/** What is known of the sign-on of a request. Confined to its request. */
final class SignOnRequest {
    private static final String ATTRIBUTE = SignOnRequest.class.getName();

    private final @Nullable Response response;
    /** The sign-on of the cookie, once it was looked for. */
    @Nullable
    SignOn ofCookie;

    boolean lookedFor;
    /** Whether a login of it has ended in this request: no sign-on restores it. */
    boolean isRefused;
    /** The sign-on that the session belonged to when the request came. */
    @Nullable
    SignOn ofSession;
    /** What the store had, so that it is asked once for each id; empty for what it did not have. */
    private final Map<String, Optional<SignOn>> loaded = new HashMap<>(2);

    private SignOnRequest(@Nullable Response response) {
        this.response = response;
    }

    /** Returns that of a request, which is made if there is none. */
    static SignOnRequest of(Request request, @Nullable Response response) {
        if (request.getAttribute(ATTRIBUTE) instanceof SignOnRequest known) {
            return known;
        }
        SignOnRequest made = new SignOnRequest(response);
        request.setAttribute(ATTRIBUTE, made);
        return made;
    }

    /** Returns a sign-on, which is loaded once, if there is one. */
    @Nullable
    SignOn load(String id, SignOns signOns) {
        return loaded.computeIfAbsent(id, key -> Optional.ofNullable(signOns.load(key)))
                .orElse(null);
    }

    /** The sign-on of a realm that a request is authenticated by; null for none. */
    @Nullable
    SignOn current(@Nullable String realm) {
        if (ofCookie != null && ofCookie.getRealm().equals(realm)) {
            return ofCookie;
        }
        return ofSession != null && ofSession.getRealm().equals(realm) ? ofSession : null;
    }

    /** The response, if fields can be added to it. */
    @Nullable
    Response writable() {
        return response == null || response.isCommitted() ? null : response;
    }
}
