package org.eclipse.jetty.rewrite.handler;

import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Sets or adds a response header before the handler below is called. Confined to one request. */
final class HeaderChange extends Rule.Handler {
    private final String name;
    private final @Nullable String value;
    private final boolean add;

    HeaderChange(Rule.Handler input, String name, @Nullable String value, boolean add) {
        super(input);
        this.name = name;
        this.value = value;
        this.add = add;
    }

    @Override
    protected boolean handle(Response response, Callback callback) throws Exception {
        if (add) {
            response.getHeaders().add(name, value);
        } else {
            response.getHeaders().put(name, value);
        }
        return super.handle(response, callback);
    }
}
