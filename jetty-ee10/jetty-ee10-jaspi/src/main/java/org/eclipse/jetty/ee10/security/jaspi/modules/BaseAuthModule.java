package org.eclipse.jetty.ee10.security.jaspi.modules;

import jakarta.security.auth.message.AuthException;
import jakarta.security.auth.message.AuthStatus;
import jakarta.security.auth.message.MessageInfo;
import jakarta.security.auth.message.MessagePolicy;
import jakarta.security.auth.message.callback.CallerPrincipalCallback;
import jakarta.security.auth.message.callback.PasswordValidationCallback;
import jakarta.security.auth.message.config.ServerAuthContext;
import jakarta.security.auth.message.module.ServerAuthModule;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.UnsupportedCallbackException;
import org.eclipse.jetty.ee10.security.jaspi.JaspiMessageInfo;
import org.eclipse.jetty.ee10.security.jaspi.callback.CredentialValidationCallback;
import org.eclipse.jetty.util.security.Credential;

/** A base of modules that check users by the login service of the context. Thread-safe once initialized. */
public abstract class BaseAuthModule implements ServerAuthModule, ServerAuthContext {
    private static final Class<?>[] MESSAGE_TYPES = {HttpServletRequest.class, HttpServletResponse.class};

    protected volatile CallbackHandler callbackHandler;

    protected BaseAuthModule() {}

    protected BaseAuthModule(CallbackHandler callbackHandler) {
        this.callbackHandler = callbackHandler;
    }

    @Override
    public Class<?>[] getSupportedMessageTypes() {
        return MESSAGE_TYPES.clone();
    }

    @Override
    @SuppressWarnings("rawtypes") // as in the older versions of the API
    public void initialize(
            MessagePolicy requestPolicy, MessagePolicy responsePolicy, CallbackHandler handler, Map options)
            throws AuthException {
        callbackHandler = handler;
    }

    @Override
    public void cleanSubject(MessageInfo messageInfo, Subject subject) throws AuthException {
        if (subject != null) {
            subject.getPrincipals().clear();
            subject.getPrivateCredentials().clear();
        }
    }

    @Override
    public AuthStatus secureResponse(MessageInfo messageInfo, Subject serviceSubject) throws AuthException {
        return AuthStatus.SEND_SUCCESS;
    }

    /** Whether the request needs a user. */
    protected boolean isMandatory(MessageInfo messageInfo) {
        return Boolean.parseBoolean((String) messageInfo.getMap().get(JaspiMessageInfo.MANDATORY_KEY));
    }

    /** Checks a password, and makes its user the caller; returns false if it is not right. */
    protected boolean login(
            Subject clientSubject, String username, String password, String authMethod, MessageInfo messageInfo)
            throws IOException, UnsupportedCallbackException {
        PasswordValidationCallback validation =
                new PasswordValidationCallback(clientSubject, username, password.toCharArray());
        callbackHandler.handle(new Callback[] {validation});
        validation.clearPassword();
        return validation.getResult() && loggedIn(clientSubject, username, authMethod, messageInfo);
    }

    /** Checks a credential, and makes its user the caller; returns false if it is not right. */
    protected boolean login(
            Subject clientSubject, String username, Credential credential, String authMethod, MessageInfo messageInfo)
            throws IOException, UnsupportedCallbackException {
        CredentialValidationCallback validation = new CredentialValidationCallback(clientSubject, username, credential);
        callbackHandler.handle(new Callback[] {validation});
        validation.clearCredential();
        return validation.getResult() && loggedIn(clientSubject, username, authMethod, messageInfo);
    }

    @SuppressWarnings("unchecked") // the map is raw in the older versions of the API
    private boolean loggedIn(Subject clientSubject, String username, String authMethod, MessageInfo messageInfo)
            throws IOException, UnsupportedCallbackException {
        callbackHandler.handle(new Callback[] {new CallerPrincipalCallback(clientSubject, username)});
        messageInfo.getMap().put(JaspiMessageInfo.AUTH_METHOD_KEY, authMethod);
        return true;
    }
}
