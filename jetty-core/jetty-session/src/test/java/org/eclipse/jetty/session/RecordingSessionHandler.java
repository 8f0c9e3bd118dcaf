package org.eclipse.jetty.session;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Session;

/** A session handler that records what happens to its sessions. */
public final class RecordingSessionHandler extends SessionHandler {
    final RecordingSessionHandler manager = this;
    final List<String> events = new CopyOnWriteArrayList<>();

    public RecordingSessionHandler(Handler next) {
        setHandler(next);
    }

    @Override
    public void onSessionCreated(Session session) {
        events.add("created");
    }

    @Override
    public void onSessionDestroyed(Session session) {
        events.add("destroyed");
    }

    @Override
    public void onSessionIdChanged(Session session, String oldId) {
        events.add("changed");
    }
}
