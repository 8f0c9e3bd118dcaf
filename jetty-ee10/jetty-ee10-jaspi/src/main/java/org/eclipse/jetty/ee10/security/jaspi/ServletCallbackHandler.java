package org.eclipse.jetty.ee10.security.jaspi;

import jakarta.security.auth.message.callback.CallerPrincipalCallback;
import jakarta.security.auth.message.callback.GroupPrincipalCallback;
import jakarta.security.auth.message.callback.PasswordValidationCallback;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.UnsupportedCallbackException;
import org.eclipse.jetty.ee10.security.jaspi.callback.CredentialValidationCallback;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Takes what authentication modules say about a caller, and checks passwords by a login service. Callbacks count for the request whose
 * client subject they name, from any thread, until the module returns. Thread-safe.
 */
public class ServletCallbackHandler implements CallbackHandler {
    private final Map<Key, ModuleCaller> callers = new ConcurrentHashMap<>();
    private final ThreadLocal<ModuleCaller> current = new ThreadLocal<>();
    private final Check check;

    /** @param loginService checks passwords; null if there are no users */
    public ServletCallbackHandler(@Nullable LoginService loginService) {
        this((name, credential, request) ->
                loginService == null ? null : loginService.login(name, credential, request, request::getSession));
    }

    ServletCallbackHandler(Check check) {
        this.check = check;
    }

    /** Begins the call of a module, whose callbacks about a subject are those about the caller. */
    void begin(Subject clientSubject, ModuleCaller caller) {
        callers.put(new Key(clientSubject), caller);
        current.set(caller);
    }

    void end(Subject clientSubject) {
        callers.remove(new Key(clientSubject));
        current.remove();
    }

    @Override
    public void handle(Callback[] callbacks) throws UnsupportedCallbackException {
        for (Callback callback : callbacks) {
            if (callback instanceof CallerPrincipalCallback principal) {
                ModuleCaller caller = caller(principal.getSubject(), callback);
                caller.setCaller(principal.getSubject(), principal.getPrincipal(), principal.getName());
            } else if (callback instanceof GroupPrincipalCallback group) {
                caller(group.getSubject(), callback).setGroups(group.getSubject(), group.getGroups());
            } else if (callback instanceof PasswordValidationCallback password) {
                char[] characters = password.getPassword();
                Object credential = characters == null ? null : new String(characters);
                password.setResult(validate(password.getSubject(), password.getUsername(), credential));
            } else if (callback instanceof CredentialValidationCallback credential) {
                credential.setResult(
                        validate(credential.getSubject(), credential.getUsername(), credential.getCredential()));
            } else {
                throw new UnsupportedCallbackException(
                        callback,
                        "callback: "
                                + (callback == null ? null : callback.getClass().getName())
                                + " (expected: CallerPrincipalCallback, GroupPrincipalCallback,"
                                + " PasswordValidationCallback or CredentialValidationCallback)");
            }
        }
    }

    private ModuleCaller caller(@Nullable Subject subject, Callback callback) throws UnsupportedCallbackException {
        ModuleCaller caller = subject == null ? null : callers.get(new Key(subject));
        if (caller == null) {
            throw new UnsupportedCallbackException(
                    callback,
                    callback.getClass().getSimpleName()
                            + " (expected: one with the client subject of a request, before the module has returned)");
        }
        return caller;
    }

    /** Checks a password; modules may do so with a subject of their own in the thread of the request. */
    private boolean validate(@Nullable Subject subject, @Nullable String name, @Nullable Object credential) {
        ModuleCaller caller = subject == null ? null : callers.get(new Key(subject));
        if (caller == null) {
            caller = current.get();
        }
        if (caller == null || name == null || credential == null) {
            return false;
        }
        UserIdentity user = check.check(name, credential, caller.getRequest());
        if (user == null) {
            return false;
        }
        caller.setValidated(name, user);
        return true;
    }

    /** Checks a user name and credential of a request. */
    interface Check {
        /** Returns null if they are not right. */
        @Nullable
        UserIdentity check(String name, Object credential, Request request);
    }

    /** A subject by its identity: its own equality changes with its principals. */
    private record Key(Subject subject) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.subject == subject;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(subject);
        }
    }
}
