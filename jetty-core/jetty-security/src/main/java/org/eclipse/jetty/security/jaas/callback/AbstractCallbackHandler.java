package org.eclipse.jetty.security.jaas.callback;

import java.io.IOException;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import org.jspecify.annotations.Nullable;

/** Answers with the name and credential of one login. Confined to it. */
public abstract class AbstractCallbackHandler implements CallbackHandler {
    private @Nullable String userName;
    private @Nullable Object credential;

    protected AbstractCallbackHandler() {}

    public void setUserName(@Nullable String name) {
        userName = name;
    }

    public @Nullable String getUserName() {
        return userName;
    }

    public void setCredential(@Nullable Object object) {
        credential = object;
    }

    public @Nullable Object getCredential() {
        return credential;
    }

    @Override
    public void handle(Callback[] callbacks) throws IOException, UnsupportedCallbackException {
        for (Callback callback : callbacks) {
            if (!handle(callback)) {
                throw new UnsupportedCallbackException(callback);
            }
        }
    }

    /** Answers a callback; false when it is of a kind that is not known. */
    protected boolean handle(Callback callback) throws IOException {
        if (callback instanceof NameCallback name) {
            name.setName(userName);
        } else if (callback instanceof ObjectCallback object) {
            object.setObject(credential);
        } else if (callback instanceof PasswordCallback password && credential != null) {
            password.setPassword(
                    credential instanceof char[] chars
                            ? chars
                            : credential.toString().toCharArray());
        } else {
            return callback instanceof PasswordCallback;
        }
        return true;
    }
}
