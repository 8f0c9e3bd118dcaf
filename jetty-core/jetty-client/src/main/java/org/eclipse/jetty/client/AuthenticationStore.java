package org.eclipse.jetty.client;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Stores credentials, and those that a server has accepted, which are sent without a challenge. Thread-safe. */
public interface AuthenticationStore {
    void addAuthentication(Authentication authentication);

    void removeAuthentication(Authentication authentication);

    void clearAuthentications();

    /** Returns what answers a challenge. */
    @Nullable
    Authentication findAuthentication(String type, URI uri, @Nullable String realm);

    /** Adds credentials that are sent without a challenge. */
    void addAuthenticationResult(Authentication.Result result);

    void removeAuthenticationResult(Authentication.Result result);

    void clearAuthenticationResults();

    /** Returns the credentials to be sent to a URI without a challenge. */
    Authentication.@Nullable Result findAuthenticationResult(URI uri);

    default boolean hasAuthenticationResults() {
        return true;
    }

    /** Stores in memory. */
    class Default implements AuthenticationStore {
        private final List<Authentication> authentications = new CopyOnWriteArrayList<>();
        private final Map<URI, Authentication.Result> results = new ConcurrentHashMap<>();

        @Override
        public void addAuthentication(Authentication authentication) {
            authentications.add(authentication);
        }

        @Override
        public void removeAuthentication(Authentication authentication) {
            authentications.remove(authentication);
        }

        @Override
        public void clearAuthentications() {
            authentications.clear();
        }

        @Override
        public @Nullable Authentication findAuthentication(String type, URI uri, @Nullable String realm) {
            for (Authentication authentication : authentications) {
                if (authentication.matches(type, uri, realm)) {
                    return authentication;
                }
            }
            return null;
        }

        @Override
        public void addAuthenticationResult(Authentication.Result result) {
            results.put(result.getURI(), result);
        }

        @Override
        public void removeAuthenticationResult(Authentication.Result result) {
            results.remove(result.getURI());
        }

        @Override
        public void clearAuthenticationResults() {
            results.clear();
        }

        /** Returns that of the longest path which matches. */
        @Override
        public Authentication.@Nullable Result findAuthenticationResult(URI uri) {
            Authentication.Result found = null;
            for (Map.Entry<URI, Authentication.Result> entry : results.entrySet()) {
                if (AbstractAuthentication.matchesURI(entry.getKey(), uri)
                        && (found == null
                                || entry.getKey().toString().length()
                                        > found.getURI().toString().length())) {
                    found = entry.getValue();
                }
            }
            return found;
        }

        @Override
        public boolean hasAuthenticationResults() {
            return !results.isEmpty();
        }
    }
}
