package org.eclipse.jetty.server.handler;

import java.nio.ByteBuffer;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** A response inside of a context: callbacks of writes that end in another thread run in the scope of the context. */
public class ContextResponse extends Response.Wrapper {
    private final ContextHandler.ScopedContext context;

    public ContextResponse(ContextHandler.ScopedContext context, Request request, Response response) {
        super(request, response);
        this.context = context;
    }

    @Override
    public void write(boolean last, @Nullable ByteBuffer content, Callback callback) {
        super.write(last, content, new Callback() {
            @Override
            public void succeeded() {
                if (ContextHandler.getCurrentContext() == context) {
                    callback.succeeded();
                } else {
                    context.run(callback::succeeded, getRequest());
                }
            }

            @Override
            public void failed(Throwable failure) {
                context.accept(callback::failed, failure, getRequest());
            }

            @Override
            public InvocationType getInvocationType() {
                return callback.getInvocationType();
            }
        });
    }
}
