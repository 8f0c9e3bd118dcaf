package org.eclipse.jetty.security.jaas.callback;

import javax.security.auth.callback.Callback;
import org.jspecify.annotations.Nullable;

/** Asks for a credential of any kind. Confined to one login. */
public class ObjectCallback implements Callback {
    private @Nullable Object object;

    public ObjectCallback() {}

    public void setObject(@Nullable Object credential) {
        object = credential;
    }

    public @Nullable Object getObject() {
        return object;
    }

    public void clearObject() {
        object = null;
    }
}
