package org.eclipse.jetty.security.jaas.callback;

import javax.security.auth.callback.Callback;

/** Asks for a credential of any kind. Confined to one login. */
public class ObjectCallback implements Callback {
    private Object object;

    public ObjectCallback() {}

    public void setObject(Object credential) {
        object = credential;
    }

    public Object getObject() {
        return object;
    }

    public void clearObject() {
        object = null;
    }
}
