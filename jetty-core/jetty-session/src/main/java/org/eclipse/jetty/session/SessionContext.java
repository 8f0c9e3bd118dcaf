package org.eclipse.jetty.session;

import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Digests;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/** The context of sessions, by names that tell it from others in a store. Immutable. */
public class SessionContext {
    /** The virtual host of a context without one. */
    public static final String NULL_VHOST = "0.0.0.0";

    /** What may be in the place of a slash in a name: the paths {@code /a/b} and {@code /a_b} are two. */
    private static final Pattern AMBIGUOUS = Pattern.compile("[_.\\\\]");

    private static final int HASH_BYTES = 4;

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
        if (path == null) {
            return "";
        }
        String name = path.replace('/', '_').replace('.', '_').replace('\\', '_');
        // no path ends with a slash, so that no other name ends like this one
        return AMBIGUOUS.matcher(path).find()
                ? name + "_" + HexFormat.of().formatHex(Digests.sha256(path), 0, HASH_BYTES) + "_"
                : name;
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

    /** Returns the context path as a name that no other path has, with the version of the application if several are deployed there. */
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
