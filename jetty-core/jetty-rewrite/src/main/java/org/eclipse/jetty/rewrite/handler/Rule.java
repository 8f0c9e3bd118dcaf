package org.eclipse.jetty.rewrite.handler;

import java.io.IOException;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Matches requests, and changes or answers those that match. Thread-safe once configured. */
public abstract class Rule {
    private boolean terminating;

    /**
     * Applies the rule to a request.
     *
     * @param input the request as the rules before have left it
     * @return null if the rule does not match; otherwise {@code input}, or a wrapper of it
     * @throws IOException to fail the request
     */
    public abstract @Nullable Handler matchAndApply(Handler input) throws IOException;

    /** Whether no rule is applied after this one has matched. */
    public boolean isTerminating() {
        return terminating;
    }

    public void setTerminating(boolean terminating) {
        this.terminating = terminating;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "@" + Integer.toHexString(hashCode())
                + (isTerminating() ? "[terminating]" : "");
    }

    /**
     * A request as a rule makes it, and what the rule does with the response. Confined to one request.
     *
     * <p>{@link #handle} of the first wrapper calls that of the next one, up to the last, which calls the handler below.
     */
    public static class Handler extends Request.Wrapper {
        private Rule.@Nullable Handler next;

        /** Creates the first wrapper, which no rule has made. */
        protected Handler(Request request) {
            super(request);
        }

        /** Creates the wrapper of a rule that has matched. */
        public Handler(Rule.Handler handler) {
            super(handler);
            handler.next = this;
        }

        /**
         * Handles the request after the rules were applied. Subclasses answer it, or change the response and call this method to
         * go on.
         *
         * @return false if no handler has taken the request
         * @throws Exception to fail the request
         */
        protected boolean handle(Response response, Callback callback) throws Exception {
            Rule.Handler following = next;
            return following != null && following.handle(response, callback);
        }
    }

    /** A request with another URI. */
    public static class HttpURIHandler extends Rule.Handler {
        private final HttpURI uri;

        /** @throws org.eclipse.jetty.http.BadMessageException if the URI has violations that the request had not */
        public HttpURIHandler(Rule.Handler handler, HttpURI uri) {
            super(handler);
            this.uri = RewrittenUri.check(handler, uri);
        }

        @Override
        public HttpURI getHttpURI() {
            return uri;
        }
    }
}
