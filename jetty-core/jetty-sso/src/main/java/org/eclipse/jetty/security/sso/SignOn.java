package org.eclipse.jetty.security.sso;

import java.security.MessageDigest;
import java.util.Set;
import org.eclipse.jetty.session.SessionData;
import org.jspecify.annotations.Nullable;

/** A sign-on as its store has it. Confined to its thread; each one loads its own. */
final class SignOn {
    private static final String REALM = "realm";
    private static final String USER = "user";
    private static final String ROLES = "roles";
    private static final String TYPE = "type";
    private static final String LOGIN = "login";
    private static final String SECRET = "secret";

    private final SessionData data;

    SignOn(SessionData data) {
        this.data = data;
    }

    SessionData getData() {
        return data;
    }

    String getId() {
        return data.getId();
    }

    private String text(String name) {
        return data.getAttribute(name) instanceof String text ? text : "";
    }

    String getRealm() {
        return text(REALM);
    }

    String getUser() {
        return text(USER);
    }

    /** The roles in the context of the login; null if its identity does not list them. */
    @Nullable
    Set<String> getRoles() {
        return data.getAttribute(ROLES) instanceof String[] roles ? Set.of(roles) : null;
    }

    /** The authentication type of the login. */
    String getType() {
        return text(TYPE);
    }

    /** The time of the last login, in milliseconds since 1970. */
    long getLogin() {
        return data.getAttribute(LOGIN) instanceof Long login ? login : 0;
    }

    boolean isOf(String realm, String user) {
        return realm.equals(getRealm()) && user.equals(getUser());
    }

    /** Whether a digest is that of the secret. */
    boolean hasSecret(byte[] digest) {
        return data.getAttribute(SECRET) instanceof byte[] known && MessageDigest.isEqual(known, digest);
    }

    void set(String realm, String user, @Nullable Set<String> roles) {
        data.setAttribute(REALM, realm);
        data.setAttribute(USER, user);
        data.setAttribute(ROLES, roles == null ? null : roles.toArray(new String[0]));
    }

    /** Notes a login. */
    void setLogin(String type, long time, byte[] secret) {
        data.setAttribute(TYPE, type);
        data.setAttribute(LOGIN, time);
        data.setAttribute(SECRET, secret);
    }

    @Override
    public String toString() {
        // the id is half of what lets a client in
        return "sign-on of " + getUser() + " in realm " + getRealm();
    }
}
