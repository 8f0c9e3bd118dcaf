package org.eclipse.jetty.ee10.websocket.jakarta.common;

import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.Session;
import java.io.IOException;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.eclipse.jetty.util.component.Graceful;

/** The open sessions of a container, which are closed by 1001 when it shuts down or stops (RFC 6455, section 7.4.1). Thread-safe. */
public class SessionTracker extends AbstractLifeCycle implements JakartaWebSocketSessionListener, Graceful, Dumpable {
    private final Set<JakartaWebSocketSession> sessions = ConcurrentHashMap.newKeySet();
    private final Graceful.Shutdown shutdown = new Graceful.Shutdown(this) {
        @Override
        public boolean isShutdownDone() {
            return sessions.isEmpty();
        }
    };

    /** Returns the sessions that are open now. */
    public Set<Session> getSessions() {
        return Collections.unmodifiableSet(sessions);
    }

    @Override
    public void onJakartaWebSocketSessionOpened(JakartaWebSocketSession session) {
        sessions.add(session);
        if (isShutdown()) {
            goAway(session);
        }
    }

    @Override
    public void onJakartaWebSocketSessionClosed(JakartaWebSocketSession session) {
        sessions.remove(session);
        shutdown.check();
    }

    @Override
    public CompletableFuture<Void> shutdown() {
        CompletableFuture<Void> done = shutdown.shutdown();
        sessions.forEach(SessionTracker::goAway);
        return done;
    }

    private static void goAway(JakartaWebSocketSession session) {
        session.close(new CloseReason(CloseCodes.GOING_AWAY, "Container being shut down"));
    }

    @Override
    public boolean isShutdown() {
        return shutdown.isShutdown();
    }

    @Override
    protected void doStart() throws Exception {
        shutdown.cancel();
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        sessions.forEach(SessionTracker::goAway);
        shutdown.cancel();
        super.doStop();
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, new DumpableCollection("sessions", sessions));
    }
}
