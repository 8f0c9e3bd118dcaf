package org.eclipse.jetty.client;

import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;

/** Answers the challenges of a scheme of authentication with credentials (RFC 9110, section 11). Thread-safe. */
public interface Authentication {
    /** Matches every realm. */
    String ANY_REALM = "<<ANY_REALM>>";

    /** Returns whether it has credentials for a challenge. */
    boolean matches(String type, URI uri, @Nullable String realm);

    /** Answers a challenge; null if it cannot. */
    @Nullable
    Result authenticate(Request request, ContentResponse response, HeaderInfo headerInfo, Attributes context);

    /** A challenge: its scheme and parameters. Immutable. */
    class HeaderInfo {
        private final HttpHeader header;
        private final String type;
        private final Map<String, String> parameters = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

        private final @Nullable String base64;

        public HeaderInfo(HttpHeader header, String type, Map<String, String> parameters) {
            this(header, type, parameters, null);
        }

        /** @param base64 what follows the scheme in place of parameters */
        public HeaderInfo(HttpHeader header, String type, Map<String, String> parameters, @Nullable String base64) {
            this.header = header;
            this.type = type;
            this.base64 = base64;
            this.parameters.putAll(parameters);
        }

        public String getType() {
            return type;
        }

        public @Nullable String getRealm() {
            return parameters.get("realm");
        }

        public Map<String, String> getParameters() {
            return Map.copyOf(parameters);
        }

        /** Returns a parameter by its name in any case. */
        public @Nullable String getParameter(String name) {
            return parameters.get(name);
        }

        /** Returns the token that follows the scheme in place of parameters (RFC 9110, section 11.3). */
        public @Nullable String getBase64() {
            return base64;
        }

        /** Returns the field of the credentials. */
        public HttpHeader getHeader() {
            return header;
        }
    }

    /** Credentials, sent with all requests to the URI and what is below. Thread-safe. */
    interface Result {
        URI getURI();

        /** Adds the credentials to a request. */
        void apply(Request request);
    }
}
