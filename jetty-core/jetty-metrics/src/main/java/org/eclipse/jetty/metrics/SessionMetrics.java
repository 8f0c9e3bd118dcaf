package org.eclipse.jetty.metrics;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.AbstractSessionManager;
import org.eclipse.jetty.session.DefaultSessionCache;

/** Reads the figures of sessions, where the module of sessions is there. */
final class SessionMetrics {
    private static final boolean PRESENT =
            OptionalClasses.isPresent("org.eclipse.jetty.session.AbstractSessionManager");

    private SessionMetrics() {}

    static void collect(Server server, Snapshots snapshots) {
        if (PRESENT) {
            Reader.collect(server, snapshots);
        }
    }

    /** Loaded with the classes of sessions only. */
    private static final class Reader {
        private Reader() {}

        private static void collect(Server server, Snapshots snapshots) {
            Snapshots.Family created = snapshots.counter("jetty_sessions", "The sessions that were created.");
            Snapshots.Family cached = snapshots.gauge("jetty_sessions_cached", "The sessions in memory.");
            int contexts = 0;
            for (ContextHandler context : server.getDescendants(ContextHandler.class)) {
                if (++contexts > RequestSeries.MAX_CONTEXTS) {
                    return;
                }
                for (AbstractSessionManager manager : context.getContainedBeans(AbstractSessionManager.class)) {
                    created.point(manager.getSessionsCreated(), ContextLabels.of(context));
                    if (manager.getSessionCache() instanceof DefaultSessionCache cache) {
                        cached.point(cache.getSessionsCurrent(), ContextLabels.of(context));
                    }
                }
            }
        }
    }
}
