package org.eclipse.jetty.client;

import java.net.URI;
import java.util.Locale;
import org.eclipse.jetty.http.HttpScheme;
import org.jspecify.annotations.Nullable;

/** Credentials for a URI and what is below it, and for a realm. Immutable. */
public abstract class AbstractAuthentication implements Authentication {
    private final URI uri;
    private final String realm;

    /** @param realm the realm, or {@link Authentication#ANY_REALM} */
    public AbstractAuthentication(URI uri, String realm) {
        this.uri = uri;
        this.realm = realm;
    }

    public abstract String getType();

    public URI getURI() {
        return uri;
    }

    public String getRealm() {
        return realm;
    }

    @Override
    public boolean matches(String type, URI target, @Nullable String ofRealm) {
        return getType().equalsIgnoreCase(type)
                && (ANY_REALM.equals(realm) || realm.equals(ofRealm))
                && matchesURI(uri, target);
    }

    /** Returns whether a URI is the other one or below it: same scheme, host and port, and a path below. */
    public static boolean matchesURI(URI above, URI uri) {
        if (!above.getScheme().equalsIgnoreCase(uri.getScheme())
                || !above.getHost().equalsIgnoreCase(uri.getHost())
                || port(above) != port(uri)) {
            return false;
        }
        String prefix = above.getRawPath() == null ? "" : above.getRawPath();
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return path.startsWith(prefix)
                && (prefix.isEmpty()
                        || prefix.endsWith("/")
                        || path.length() == prefix.length()
                        || path.charAt(prefix.length()) == '/');
    }

    private static int port(URI uri) {
        return uri.getPort() > 0
                ? uri.getPort()
                : HttpScheme.getDefaultPort(uri.getScheme().toLowerCase(Locale.ENGLISH));
    }
}
