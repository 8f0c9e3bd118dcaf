package org.eclipse.jetty.rewrite.handler;

import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** A rule that answers the request instead of the handler below. Confined to one request. */
abstract class Answer extends Rule.Handler {
    Answer(Rule.Handler input) {
        super(input);
    }

    @Override
    protected final boolean handle(Response response, Callback callback) throws Exception {
        answer(response, callback);
        return true;
    }

    abstract void answer(Response response, Callback callback);

    /** Answers with a status, and with the error page unless the status has no content. */
    static Rule.Handler status(Rule.Handler input, int code, @Nullable String message) {
        return new Answer(input) {
            @Override
            void answer(Response response, Callback callback) {
                if (HttpStatus.hasNoBody(code)) {
                    response.setStatus(code);
                    response.write(true, null, callback);
                } else {
                    Response.writeError(this, response, callback, code, message);
                }
            }
        };
    }

    static Rule.Handler redirect(Rule.Handler input, int code, String location) {
        return new Answer(input) {
            @Override
            void answer(Response response, Callback callback) {
                Request request = this;
                Response.sendRedirect(request, response, callback, code, location, true);
            }
        };
    }

    /** Returns a final status code (RFC 9110, section 15). */
    static int checkStatus(int code) {
        if (code != 0 && (code < HttpStatus.OK_200 || code > 999)) {
            throw new IllegalArgumentException("code: " + code + " (expected: 200-999, or 0 for none)");
        }
        return code;
    }

    /** Returns a status code of a redirection (RFC 9110, section 15.4). */
    static int checkRedirect(int code) {
        if (!HttpStatus.isRedirection(code)) {
            throw new IllegalArgumentException("statusCode: " + code + " (expected: 3xx)");
        }
        return code;
    }
}
