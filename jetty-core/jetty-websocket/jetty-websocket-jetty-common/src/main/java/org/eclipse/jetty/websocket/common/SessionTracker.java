package org.eclipse.jetty.websocket.common;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.eclipse.jetty.util.component.Graceful;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.eclipse.jetty.websocket.api.WebSocketSessionListener;
import org.jspecify.annotations.Nullable;

/** Knows the open sessions; when it is shut down they are closed by 1001 (RFC 6455, section 7.4.1). Thread-safe. */
@ManagedObject("The open WebSocket sessions")
public class SessionTracker extends AbstractLifeCycle implements WebSocketSessionListener, Graceful, Dumpable {
    private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
    private volatile @Nullable CompletableFuture<Void> shutdown;

    public SessionTracker() {}

    public Collection<Session> getSessions() {
        return Collections.unmodifiableSet(sessions);
    }

    @ManagedAttribute("How many sessions are open")
    public int getNumSessions() {
        return sessions.size();
    }

    @Override
    public void onWebSocketSessionOpened(Session session) {
        sessions.add(session);
        if (isShutdown()) {
            goAway(session);
        }
    }

    @Override
    public void onWebSocketSessionClosed(Session session) {
        sessions.remove(session);
        completeIfEmpty();
    }

    private void completeIfEmpty() {
        CompletableFuture<Void> current = shutdown;
        if (current != null && sessions.isEmpty()) {
            current.complete(null);
        }
    }

    private static void goAway(Session session) {
        session.close(StatusCode.SHUTDOWN, "Container being shut down", Callback.NOOP);
    }

    @Override
    protected void doStart() throws Exception {
        shutdown = null;
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        sessions.forEach(SessionTracker::goAway);
        super.doStop();
    }

    /** Closes all sessions; complete when the other sides have answered. */
    @Override
    public CompletableFuture<Void> shutdown() {
        CompletableFuture<Void> current = new CompletableFuture<>();
        shutdown = current;
        sessions.forEach(SessionTracker::goAway);
        completeIfEmpty();
        return current;
    }

    @Override
    public boolean isShutdown() {
        return shutdown != null;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, DumpableCollection.from("sessions", sessions));
    }
}
