package org.eclipse.jetty.server.handler;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.InetAddressPattern;
import org.jspecify.annotations.Nullable;

/**
 * Handles requests in one way if they meet conditions, in another way if not.
 *
 * <p>The conditions are included and excluded methods, paths in the context, and other properties such as addresses of
 * clients. For each of the three kinds, a request must meet one of the included conditions, if there are any, and none of
 * the excluded ones. Thread-safe once configured.
 */
public abstract class ConditionalHandler extends Handler.Wrapper {
    private final Set<String> includedMethods = new HashSet<>();
    private final Set<String> excludedMethods = new HashSet<>();
    private final List<PathSpec> includedPaths = new ArrayList<>();
    private final List<PathSpec> excludedPaths = new ArrayList<>();
    private final List<Predicate<Request>> included = new ArrayList<>();
    private final List<Predicate<Request>> excluded = new ArrayList<>();

    private ConditionalHandler(boolean dynamic, @Nullable Handler handler) {
        super(dynamic, handler);
    }

    private void checkNotStarted() {
        if (isStarted()) {
            throw new IllegalStateException("conditions cannot change while started: " + this);
        }
    }

    /** Removes all conditions. */
    public void clear() {
        checkNotStarted();
        includedMethods.clear();
        excludedMethods.clear();
        includedPaths.clear();
        excludedPaths.clear();
        included.clear();
        excluded.clear();
    }

    public void includeMethod(String... methods) {
        checkNotStarted();
        includedMethods.addAll(Arrays.asList(methods));
    }

    public void excludeMethod(String... methods) {
        checkNotStarted();
        excludedMethods.addAll(Arrays.asList(methods));
    }

    public void include(PathSpec... paths) {
        checkNotStarted();
        includedPaths.addAll(Arrays.asList(paths));
    }

    public void exclude(PathSpec... paths) {
        checkNotStarted();
        excludedPaths.addAll(Arrays.asList(paths));
    }

    public void includePath(String... paths) {
        for (String path : paths) {
            include(PathSpec.from(path));
        }
    }

    public void excludePath(String... paths) {
        for (String path : paths) {
            exclude(PathSpec.from(path));
        }
    }

    public void include(InetAddressPattern... patterns) {
        checkNotStarted();
        for (InetAddressPattern pattern : patterns) {
            included.add(new Condition(null, pattern, null, null));
        }
    }

    public void includeInetAddressPattern(String... patterns) {
        for (String pattern : patterns) {
            include(InetAddressPattern.from(pattern));
        }
    }

    public void exclude(InetAddressPattern... patterns) {
        checkNotStarted();
        for (InetAddressPattern pattern : patterns) {
            excluded.add(new Condition(null, pattern, null, null));
        }
    }

    public void excludeInetAddressPattern(String... patterns) {
        for (String pattern : patterns) {
            exclude(InetAddressPattern.from(pattern));
        }
    }

    @SafeVarargs
    public final void include(Predicate<Request>... predicates) {
        checkNotStarted();
        for (Predicate<Request> predicate : predicates) {
            included.add(predicate);
        }
    }

    @SafeVarargs
    public final void exclude(Predicate<Request>... predicates) {
        checkNotStarted();
        for (Predicate<Request> predicate : predicates) {
            excluded.add(predicate);
        }
    }

    @Override
    public final boolean handle(Request request, Response response, Callback callback) throws Exception {
        return isMet(request)
                ? onConditionsMet(request, response, callback)
                : onConditionsNotMet(request, response, callback);
    }

    private boolean isMet(Request request) {
        String method = request.getMethod();
        if (!includedMethods.isEmpty() && !includedMethods.contains(method) || excludedMethods.contains(method)) {
            return false;
        }
        if (!includedPaths.isEmpty() || !excludedPaths.isEmpty()) {
            String path = Request.getPathInContext(request);
            if (!includedPaths.isEmpty() && !matches(includedPaths, path) || matches(excludedPaths, path)) {
                return false;
            }
        }
        return (included.isEmpty() || tests(included, request)) && !tests(excluded, request);
    }

    private static boolean matches(List<PathSpec> specs, @Nullable String path) {
        for (int i = 0; i < specs.size(); i++) {
            if (path != null && specs.get(i).matches(path)) {
                return true;
            }
        }
        return false;
    }

    private static boolean tests(List<Predicate<Request>> predicates, Request request) {
        for (int i = 0; i < predicates.size(); i++) {
            if (predicates.get(i).test(request)) {
                return true;
            }
        }
        return false;
    }

    protected abstract boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception;

    protected abstract boolean onConditionsNotMet(Request request, Response response, Callback callback)
            throws Exception;

    /** Hands the request to the next handler; false if there is none. */
    protected boolean nextHandler(Request request, Response response, Callback callback) throws Exception {
        return super.handle(request, response, callback);
    }

    /**
     * A condition of several parts, each of which may be null.
     *
     * @param connectorName the name of the connector
     * @param inetAddressPattern a pattern of the client's address
     * @param method the method
     * @param pathSpec the path in the context
     */
    public static Predicate<Request> from(
            @Nullable String connectorName,
            @Nullable String inetAddressPattern,
            @Nullable String method,
            @Nullable String pathSpec) {
        return from(
                connectorName,
                InetAddressPattern.from(inetAddressPattern),
                method,
                pathSpec == null ? null : PathSpec.from(pathSpec));
    }

    /** As above, with what patterns were made of. */
    public static Predicate<Request> from(
            @Nullable String connectorName,
            @Nullable InetAddressPattern inetAddressPattern,
            @Nullable String method,
            @Nullable PathSpec pathSpec) {
        return new Condition(connectorName, inetAddressPattern, method, pathSpec);
    }

    /** The client's address, without a look-up of names; null if it has none. */
    private static @Nullable InetAddress remoteAddress(Request request) {
        SocketAddress remote = request.getConnectionMetaData().getRemoteSocketAddress();
        if (!(remote instanceof InetSocketAddress inet)) {
            return null;
        }
        if (!inet.isUnresolved()) {
            return inet.getAddress();
        }
        // as a proxy told it
        String host = inet.getHostString();
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            if (Character.digit(c, 16) < 0 && c != '.' && c != ':' && c != '[' && c != ']') {
                return null;
            }
        }
        boolean numeric = host.indexOf(':') >= 0 || host.chars().noneMatch(c -> c > '9');
        try {
            return host.isEmpty() || !numeric ? null : InetAddress.getByName(host);
        } catch (UnknownHostException x) {
            return null;
        }
    }

    /** All its parts that are not null are met. */
    private record Condition(
            @Nullable String connector,
            @Nullable InetAddressPattern address,
            @Nullable String method,
            @Nullable PathSpec path)
            implements Predicate<Request> {
        @Override
        public boolean test(Request request) {
            if (connector != null
                    && !connector.equals(
                            request.getConnectionMetaData().getConnector().getName())) {
                return false;
            }
            if (method != null && !method.equals(request.getMethod())) {
                return false;
            }
            if (path != null) {
                String pathInContext = Request.getPathInContext(request);
                if (pathInContext == null || !path.matches(pathInContext)) {
                    return false;
                }
            }
            if (address != null) {
                InetAddress remote = remoteAddress(request);
                return remote != null && address.test(remote);
            }
            return true;
        }
    }

    /** Leaves both ways to a subclass. */
    public abstract static class Abstract extends ConditionalHandler {
        protected Abstract() {
            this(null);
        }

        protected Abstract(@Nullable Handler handler) {
            this(false, handler);
        }

        protected Abstract(boolean dynamic, @Nullable Handler handler) {
            super(dynamic, handler);
        }
    }

    /** Hands requests that do not meet the conditions to the next handler. */
    public abstract static class ElseNext extends ConditionalHandler {
        public ElseNext() {
            this(null);
        }

        public ElseNext(@Nullable Handler handler) {
            super(false, handler);
        }

        @Override
        protected boolean onConditionsNotMet(Request request, Response response, Callback callback) throws Exception {
            return nextHandler(request, response, callback);
        }
    }

    /** Does not handle requests that meet the conditions. */
    public static class DontHandle extends ElseNext {
        public DontHandle() {}

        public DontHandle(Handler handler) {
            super(handler);
        }

        @Override
        protected boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception {
            return false;
        }
    }

    /** Answers requests that meet the conditions with an error. */
    public static class Reject extends ElseNext {
        private final int status;

        public Reject() {
            this(null, HttpStatus.FORBIDDEN_403);
        }

        public Reject(int status) {
            this(null, status);
        }

        public Reject(Handler handler) {
            this(handler, HttpStatus.FORBIDDEN_403);
        }

        public Reject(@Nullable Handler handler, int status) {
            super(handler);
            if (!HttpStatus.isClientError(status) && !HttpStatus.isServerError(status)) {
                throw new IllegalArgumentException("status " + status + " (expected: 4xx or 5xx)");
            }
            this.status = status;
        }

        @Override
        protected boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception {
            Response.writeError(request, response, callback, status);
            return true;
        }
    }

    /** Hands requests that meet the conditions to the handler behind the next one. */
    public static class SkipNext extends ElseNext {
        public SkipNext() {}

        public SkipNext(Handler handler) {
            super(handler);
        }

        @Override
        protected boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception {
            if (!(getHandler() instanceof Singleton next)) {
                return false;
            }
            Handler skippedTo = next.getHandler();
            return skippedTo != null && skippedTo.handle(request, response, callback);
        }
    }
}
