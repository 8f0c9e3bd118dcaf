package org.eclipse.jetty.session;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;

/** Commits the session of a request with its response, and completes it with the request. Confined to its stream. */
final class SessionStreamWrapper extends HttpStream.Wrapper {
    private final SessionManager manager;
    private final Request request;

    SessionStreamWrapper(HttpStream wrapped, SessionManager manager, Request request) {
        super(wrapped);
        this.manager = manager;
        this.request = request;
    }

    @Override
    public void send(
            MetaData.Request head, MetaData.Response response, boolean last, ByteBuffer content, Callback callback) {
        if (response != null) {
            ManagedSession session = manager.getManagedSession(request);
            if (session != null) {
                manager.commit(session);
            }
        }
        super.send(head, response, last, content, callback);
    }

    @Override
    public void succeeded() {
        complete();
        super.succeeded();
    }

    @Override
    public void failed(Throwable failure) {
        complete();
        super.failed(failure);
    }

    private void complete() {
        ManagedSession session = manager.getManagedSession(request);
        if (session != null) {
            manager.complete(session);
        }
    }
}
