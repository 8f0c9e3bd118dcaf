package org.eclipse.jetty.server.handler;

import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.InetAddressPattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers 403 to clients whose address is not allowed.
 *
 * <p>Patterns have the form {@code [connector "@"] [addresses] ["|" path]}, as in {@code admin@10.0.0.0/8|/secret/*}; see
 * {@link InetAddressPattern} for the addresses. Thread-safe once configured.
 */
public class InetAccessHandler extends ConditionalHandler.Abstract {
    public InetAccessHandler() {}

    public InetAccessHandler(Handler handler) {
        super(handler);
    }

    @Override
    protected boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception {
        return nextHandler(request, response, callback);
    }

    @Override
    protected boolean onConditionsNotMet(Request request, Response response, Callback callback) throws Exception {
        Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403);
        return true;
    }

    /** Allows what a pattern matches, and, with the first pattern, nothing else any more. */
    public void include(String pattern) {
        Pattern parts = Pattern.parse(pattern);
        include(parts.connector, parts.address, parts.path);
    }

    public void include(String... patterns) {
        for (String pattern : patterns) {
            include(pattern);
        }
    }

    public void include(@Nullable String connectorName, @Nullable String addressPattern, @Nullable PathSpec pathSpec) {
        include(from(connectorName, InetAddressPattern.from(addressPattern), null, pathSpec));
    }

    /** Refuses what a pattern matches. */
    public void exclude(String pattern) {
        Pattern parts = Pattern.parse(pattern);
        exclude(parts.connector, parts.address, parts.path);
    }

    public void exclude(String... patterns) {
        for (String pattern : patterns) {
            exclude(pattern);
        }
    }

    public void exclude(@Nullable String connectorName, @Nullable String addressPattern, @Nullable PathSpec pathSpec) {
        exclude(from(connectorName, InetAddressPattern.from(addressPattern), null, pathSpec));
    }

    private record Pattern(
            @Nullable String connector,
            @Nullable String address,
            @Nullable PathSpec path) {
        private static Pattern parse(String pattern) {
            int at = pattern.indexOf('@');
            int bar = pattern.indexOf('|', at + 1);
            String connector = at < 0 ? null : pattern.substring(0, at);
            String address = pattern.substring(at + 1, bar < 0 ? pattern.length() : bar);
            String path = bar < 0 ? "" : pattern.substring(bar + 1);
            if (connector == null && address.isBlank() && path.isBlank()) {
                throw new IllegalArgumentException(
                        "Bad pattern of clients: '" + pattern + "' (expected: a connector, addresses or a path)");
            }
            return new Pattern(
                    connector, address.isEmpty() ? null : address, path.isEmpty() ? null : PathSpec.from(path));
        }
    }
}
