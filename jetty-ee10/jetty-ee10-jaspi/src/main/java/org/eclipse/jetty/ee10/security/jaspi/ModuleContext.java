package org.eclipse.jetty.ee10.security.jaspi;

import jakarta.security.auth.message.AuthException;
import jakarta.security.auth.message.AuthStatus;
import jakarta.security.auth.message.MessageInfo;
import jakarta.security.auth.message.MessagePolicy;
import jakarta.security.auth.message.config.ServerAuthContext;
import jakarta.security.auth.message.module.ServerAuthModule;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;

/** The authentication by one module. Thread-safe, as the module has to be. */
final class ModuleContext implements ServerAuthContext {
    private final ServerAuthModule module;

    ModuleContext(ServerAuthModule module, CallbackHandler handler, Map<String, Object> options) throws AuthException {
        this.module = module;
        // whether a request needs a user is said by its message
        MessagePolicy.TargetPolicy[] policies = {
            new MessagePolicy.TargetPolicy(null, () -> MessagePolicy.ProtectionPolicy.AUTHENTICATE_SENDER)
        };
        module.initialize(new MessagePolicy(policies, false), null, handler, options);
    }

    @Override
    public AuthStatus validateRequest(MessageInfo messageInfo, Subject clientSubject, Subject serviceSubject)
            throws AuthException {
        return module.validateRequest(messageInfo, clientSubject, serviceSubject);
    }

    @Override
    public AuthStatus secureResponse(MessageInfo messageInfo, Subject serviceSubject) throws AuthException {
        return module.secureResponse(messageInfo, serviceSubject);
    }

    @Override
    public void cleanSubject(MessageInfo messageInfo, Subject subject) throws AuthException {
        module.cleanSubject(messageInfo, subject);
    }

    /** Names the module in log lines. */
    @Override
    public String toString() {
        return module.getClass().getName();
    }
}
