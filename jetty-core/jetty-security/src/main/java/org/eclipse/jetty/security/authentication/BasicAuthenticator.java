package org.eclipse.jetty.security.authentication;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.QuotedCSV;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Basic authentication (RFC 7617). Thread-safe once configured. */
public class BasicAuthenticator extends LoginAuthenticator {
    private @Nullable Charset charset;

    public @Nullable Charset getCharset() {
        return charset;
    }

    /** Sets the charset that challenges tell and credentials are in; null for UTF-8 without telling. */
    public void setCharset(@Nullable Charset newCharset) {
        charset = newCharset;
    }

    @Override
    public String getAuthenticationType() {
        return Authenticator.BASIC_AUTH;
    }

    @Override
    public @Nullable AuthenticationState validateRequest(
            Request request, @Nullable Response response, @Nullable Callback callback) {
        String[] credentials = credentials(
                request.getHeaders().get(HttpHeader.AUTHORIZATION), charset == null ? StandardCharsets.UTF_8 : charset);
        if (credentials != null) {
            UserIdentity user = login(credentials[0], credentials[1], request, response);
            if (user != null) {
                return new UserAuthenticationSucceeded(getAuthenticationType(), user);
            }
        }
        if (AuthenticationState.Deferred.isDeferred(response)) {
            return null;
        }
        assert callback != null : "with the response";
        if (writeRefusal(request, response, callback)) {
            return AuthenticationState.SEND_FAILURE;
        }
        String challenge = "Basic realm="
                + QuotedCSV.quoted(String.valueOf(configuredLoginService().getName()));
        if (charset != null) {
            challenge += ", charset=\"" + charset.name() + "\"";
        }
        writeChallenge(request, response, callback, challenge);
        return AuthenticationState.CHALLENGE;
    }

    /** The name and the password of an Authorization field; null if it has none or they cannot be read. */
    public static String @Nullable [] credentials(@Nullable String authorization, Charset charset) {
        if (authorization == null || !authorization.regionMatches(true, 0, "Basic ", 0, 6)) {
            return null;
        }
        try {
            byte[] decoded =
                    Base64.getDecoder().decode(authorization.substring(6).trim());
            String text = new String(decoded, charset);
            int colon = text.indexOf(':');
            return colon < 0 ? null : new String[] {text.substring(0, colon), text.substring(colon + 1)};
        } catch (IllegalArgumentException x) {
            return null;
        }
    }

    /** The value of an Authorization field. */
    public static String authorization(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }
}
