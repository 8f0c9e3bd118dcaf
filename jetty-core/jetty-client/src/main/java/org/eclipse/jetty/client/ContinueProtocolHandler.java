package org.eclipse.jetty.client;

import org.eclipse.jetty.client.internal.FollowUp;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** Has the content of a request with {@code Expect: 100-continue} sent upon 100 (RFC 9110, section 10.1.1). Thread-safe. */
public class ContinueProtocolHandler implements ProtocolHandler {
    public static final String NAME = "continue";

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public boolean accept(Request request, Response response) {
        return response.getStatus() == HttpStatus.CONTINUE_100
                && request.getHeaders().contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString());
    }

    @Override
    public Response.Listener getResponseListener() {
        return new ContinueListener();
    }

    /** Called upon 100, before the content is sent; the action, if any, is run before, too. */
    protected @Nullable Runnable onContinue(Request request) {
        return null;
    }

    /** Has the content sent. Used for one response. */
    protected class ContinueListener extends RetainingResponseListener {
        protected ContinueListener() {}

        @Override
        public void onSuccess(Response response) {
            super.onSuccess(response);
            Runnable action = onContinue(response.getRequest());
            if (action != null) {
                action.run();
            }
            ((HttpRequest) response.getRequest()).proceed();
        }

        /** Does nothing: the final response is for other listeners. */
        @Override
        public void onComplete(Result result) {}
    }

    /** Sends a request with {@code Expect: 100-continue} again without it, once, when the answer is 417 (RFC 9110, section 10.1.1). Thread-safe. */
    static final class Unmet implements ProtocolHandler {
        static final String NAME = "expectation";
        /** More of a response is not kept for the application, should the content not be one that can be sent again. */
        private static final int MAX_CONTENT_LENGTH = 16 * 1024;

        @Override
        public String getName() {
            return NAME;
        }

        @Override
        public boolean accept(Request request, Response response) {
            return response.getStatus() == HttpStatus.EXPECTATION_FAILED_417
                    && request.getHeaders().contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString())
                    && ((HttpRequest) request).getConversation().getAttribute(NAME) == null;
        }

        @Override
        public Response.Listener getResponseListener() {
            return new Again();
        }

        /** Used for one response. */
        private static final class Again extends BufferingResponseListener {
            private Again() {
                super(MAX_CONTENT_LENGTH);
            }

            @Override
            public void onComplete(Result result) {
                FollowUp.answer(result, getContent(), (request, followUp) -> again(request));
            }

            private static @Nullable HttpRequest again(HttpRequest request) {
                if (request.getBody() != null && !request.getBody().rewind()) {
                    return null;
                }
                // a listener of the application may add the expectation again
                request.getConversation().setAttribute(NAME, true);
                HttpRequest next = request.copy(request.getURI());
                next.headers(fields -> fields.remove(HttpHeader.EXPECT));
                return next;
            }
        }
    }
}
