package org.eclipse.jetty.rewrite;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.rewrite.handler.InvalidURIRule;
import org.eclipse.jetty.rewrite.handler.RedirectPatternRule;
import org.eclipse.jetty.rewrite.handler.RedirectRegexRule;
import org.eclipse.jetty.rewrite.handler.ResponsePatternRule;
import org.eclipse.jetty.rewrite.handler.ResponseStatusHeaderRegexRule;
import org.eclipse.jetty.rewrite.handler.Rule;
import org.eclipse.jetty.rewrite.handler.RuleContainer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;

/**
 * Applies rules before the first handler gets the request, so that all handlers of the server see what the rules made of it.
 *
 * <p>Rules that change the request, and those that set response headers, have their effect. A customizer cannot answer requests, so rules
 * that do are refused.
 */
public class RewriteCustomizer extends RuleContainer implements HttpConfiguration.Customizer {
    @Override
    protected void check(Rule rule) {
        super.check(rule);
        checkAnswersNone(rule);
    }

    private static void checkAnswersNone(Rule rule) {
        if (rule instanceof RedirectPatternRule
                || rule instanceof RedirectRegexRule
                || rule instanceof ResponsePatternRule
                || rule instanceof ResponseStatusHeaderRegexRule
                || rule instanceof InvalidURIRule) {
            throw new IllegalArgumentException("rule: " + rule
                    + " (expected: one that changes the request; those that answer it are for RewriteHandler)");
        }
        if (rule instanceof RuleContainer container) {
            container.getRules().forEach(RewriteCustomizer::checkAnswersNone);
        }
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        Input input = new Input(request);
        try {
            Rule.Handler output = matchAndApply(input);
            if (output == null) {
                return request;
            }
            input.changeResponse(new ResponseHeaders(output, responseHeaders));
            return output;
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** The request before the rules. */
    private static final class Input extends Rule.Handler {
        private Input(Request request) {
            super(request);
        }

        private void changeResponse(ResponseHeaders response) throws IOException {
            try {
                handle(response, Callback.NOOP);
            } catch (IOException | RuntimeException x) {
                throw x;
            } catch (Exception x) {
                throw new IOException(x);
            }
        }
    }
}
