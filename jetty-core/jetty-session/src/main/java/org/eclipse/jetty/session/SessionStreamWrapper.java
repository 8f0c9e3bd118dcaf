package org.eclipse.jetty.session;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

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
            MetaData.Request head,
            MetaData.@Nullable Response response,
            boolean last,
            @Nullable ByteBuffer content,
            Callback callback) {
        if (response != null && !HttpStatus.isInterim(response.getStatus())) {
            ManagedSession session = manager.getManagedSession(request);
            if (session != null) {
                try {
                    manager.commit(session);
                } catch (HttpException.RuntimeException x) {
                    refuse(head, response, x, callback);
                    return;
                }
            }
        }
        super.send(head, response, last, content, callback);
    }

    /** Sends an error in place of a response whose session cannot be saved, and fails what the application sends. */
    private void refuse(
            MetaData.Request head,
            MetaData.Response refused,
            HttpException.RuntimeException failure,
            Callback callback) {
        MetaData.Response response =
                new MetaData.Response(failure.getCode(), null, refused.getHttpVersion(), HttpFields.EMPTY, 0);
        super.send(
                head,
                response,
                true,
                null,
                Callback.from(() -> callback.failed(failure), x -> callback.failed(failure)));
    }

    @Override
    public void succeeded() {
        try {
            complete();
        } finally {
            super.succeeded();
        }
    }

    @Override
    public void failed(Throwable failure) {
        try {
            complete();
        } finally {
            super.failed(failure);
        }
    }

    private void complete() {
        ManagedSession session = manager.getManagedSession(request);
        if (session != null) {
            manager.complete(session);
        }
    }
}
