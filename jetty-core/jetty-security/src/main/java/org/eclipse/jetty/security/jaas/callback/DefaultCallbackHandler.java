package org.eclipse.jetty.security.jaas.callback;

import java.io.IOException;
import javax.security.auth.callback.Callback;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** Answers with name, credential and request of one login. Confined to it. */
public class DefaultCallbackHandler extends AbstractCallbackHandler {
    private @Nullable Request request;

    public DefaultCallbackHandler() {}

    public void setRequest(@Nullable Request request) {
        this.request = request;
    }

    @Override
    protected boolean handle(Callback callback) throws IOException {
        if (!(callback instanceof RequestCallback asked)) {
            return super.handle(callback);
        }
        asked.setRequest(request);
        return true;
    }
}
