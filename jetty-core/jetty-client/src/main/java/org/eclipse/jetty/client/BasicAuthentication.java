package org.eclipse.jetty.client;

import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.Attributes;

/** Basic authentication in UTF-8 (RFC 7617). Immutable. */
public class BasicAuthentication extends AbstractAuthentication {
    private final String user;
    private final String password;

    public BasicAuthentication(URI uri, String realm, String user, String password) {
        super(uri, realm);
        this.user = user;
        this.password = password;
    }

    @Override
    public String getType() {
        return "Basic";
    }

    @Override
    public Result authenticate(Request request, ContentResponse response, HeaderInfo headerInfo, Attributes context) {
        return new BasicResult(getURI(), headerInfo.getHeader(), user, password);
    }

    /** Credentials that can be added to an {@link AuthenticationStore}, to be sent without a challenge. */
    public static class BasicResult implements Result {
        private final URI uri;
        private final HttpHeader header;
        private final String value;

        public BasicResult(URI uri, String user, String password) {
            this(uri, HttpHeader.AUTHORIZATION, user, password);
        }

        public BasicResult(URI uri, HttpHeader header, String user, String password) {
            this(uri, header, user, password, StandardCharsets.UTF_8);
        }

        /** @param charset that of a server which does not know UTF-8 (RFC 7617, section 2.1) */
        public BasicResult(URI uri, HttpHeader header, String user, String password, Charset charset) {
            this.uri = uri;
            this.header = header;
            byte[] pair = (user + ":" + password).getBytes(charset);
            value = "Basic " + Base64.getEncoder().encodeToString(pair);
        }

        @Override
        public URI getURI() {
            return uri;
        }

        @Override
        public void apply(Request request) {
            request.headers(fields -> fields.put(header, value));
        }

        /** Names the URI, and not the credentials. */
        @Override
        public String toString() {
            return "BasicResult[" + uri + "]";
        }
    }
}
