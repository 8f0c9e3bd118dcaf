package org.eclipse.jetty.ee10.security.jaspi.modules;

import jakarta.security.auth.message.AuthException;
import jakarta.security.auth.message.AuthStatus;
import jakarta.security.auth.message.MessageInfo;
import jakarta.security.auth.message.MessagePolicy;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.UnsupportedCallbackException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;

/** Basic authentication (RFC 7617) as an authentication module. Thread-safe once initialized. */
public class BasicAuthenticationAuthModule extends BaseAuthModule {
    /** The option with the name of the realm, which challenges have. */
    public static final String REALM_KEY = "org.eclipse.jetty.ee10.security.jaspi.modules.RealmName";

    private volatile String realmName;

    public BasicAuthenticationAuthModule() {}

    public BasicAuthenticationAuthModule(CallbackHandler callbackHandler, String realmName) {
        super(callbackHandler);
        this.realmName = realmName;
    }

    @Override
    @SuppressWarnings("rawtypes") // as in the older versions of the API
    public void initialize(
            MessagePolicy requestPolicy, MessagePolicy responsePolicy, CallbackHandler handler, Map options)
            throws AuthException {
        super.initialize(requestPolicy, responsePolicy, handler, options);
        Object realm = options == null ? null : options.get(REALM_KEY);
        if (realm != null) {
            realmName = realm.toString();
        }
        if (realmName == null || realmName.isBlank() || realmName.indexOf('"') >= 0 || realmName.indexOf('\\') >= 0) {
            throw new AuthException(
                    REALM_KEY + ": " + realmName + " (expected: the name of a realm, without quotes and backslashes)");
        }
    }

    @Override
    public AuthStatus validateRequest(MessageInfo messageInfo, Subject clientSubject, Subject serviceSubject)
            throws AuthException {
        HttpServletRequest request = (HttpServletRequest) messageInfo.getRequestMessage();
        HttpServletResponse response = (HttpServletResponse) messageInfo.getResponseMessage();
        try {
            String[] credentials = BasicAuthenticator.credentials(
                    request.getHeader(HttpHeader.AUTHORIZATION.asString()), StandardCharsets.UTF_8);
            if (credentials != null
                    && login(clientSubject, credentials[0], credentials[1], Authenticator.BASIC_AUTH, messageInfo)) {
                return AuthStatus.SUCCESS;
            }
            if (!isMandatory(messageInfo)) {
                return AuthStatus.SUCCESS;
            }
            response.setHeader(HttpHeader.WWW_AUTHENTICATE.asString(), "Basic realm=\"" + realmName + '"');
            response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
            return AuthStatus.SEND_CONTINUE;
        } catch (IOException | UnsupportedCallbackException x) {
            throw (AuthException) new AuthException("Basic authentication: " + x.getMessage()).initCause(x);
        }
    }
}
