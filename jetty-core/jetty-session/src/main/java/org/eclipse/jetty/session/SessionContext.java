package org.eclipse.jetty.session;

import java.util.List;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/** The context of sessions, by names that tell it from others in a store. Immutable. */
public class SessionContext {
    /** The virtual host of a context without one. */
    public static final String NULL_VHOST = "0.0.0.0";

    private final @Nullable SessionManager sessionManager;
    private final @Nullable Context context;
    private final @Nullable String workerName;
    private final String canonicalContextPath;
    private final String vhost;

    public SessionContext(SessionManager sessionManager) {
        this.sessionManager = sessionManager;
        context = sessionManager.getContext();
        SessionIdManager ids = sessionManager.getSessionIdManager();
        workerName = ids == null ? null : ids.getWorkerName();
        String path = context == null ? "" : context.getContextPath();
        Object version = context == null ? null : context.getAttribute(ContextHandler.VERSION_ATTRIBUTE);
        canonicalContextPath = canonical(version == null ? path : path + "##" + version);
        List<String> hosts = context == null ? List.of() : context.getVirtualHosts();
        vhost = hosts == null || hosts.isEmpty() || StringUtil.isBlank(hosts.get(0)) ? NULL_VHOST : hosts.get(0);
    }

    /**
     * Creates one without a context, for a store by itself: a tool, or a test.
     *
     * @param workerName the name of the server, if there is one
     * @param contextPath such as {@code /shop}
     * @param vhost the virtual host, if there is one
     */
    public SessionContext(@Nullable String workerName, @Nullable String contextPath, @Nullable String vhost) {
        sessionManager = null;
        context = null;
        this.workerName = workerName;
        canonicalContextPath = canonical(contextPath);
        this.vhost = StringUtil.isBlank(vhost) ? NULL_VHOST : vhost;
    }

    private static String canonical(@Nullable String path) {
        return path == null ? "" : path.replace('/', '_').replace('.', '_').replace('\\', '_');
    }

    public @Nullable String getWorkerName() {
        return workerName;
    }

    /** Returns the manager; null for a store by itself. */
    public @Nullable SessionManager getSessionManager() {
        return sessionManager;
    }

    /** Returns the context; null for a store by itself. */
    public @Nullable Context getContext() {
        return context;
    }

    /** Returns the context path as a name, with the version of the application if several are deployed there. */
    public String getCanonicalContextPath() {
        return canonicalContextPath;
    }

    public String getVhost() {
        return vhost;
    }

    /** Runs a task in the scope of the context. */
    public void run(Runnable task) {
        if (context == null) {
            task.run();
        } else {
            context.run(task);
        }
    }

    @Override
    public String toString() {
        return workerName + "_" + canonicalContextPath + "_" + vhost;
    }
}
