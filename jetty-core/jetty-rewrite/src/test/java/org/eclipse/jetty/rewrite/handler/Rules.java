package org.eclipse.jetty.rewrite.handler;

import java.util.Locale;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;

/** A server whose rules are under test: it answers with the target that the last handler sees, and the headers X-... of the request. */
final class Rules implements AutoCloseable {
    final RewriteHandler handler = new RewriteHandler(new Echo());
    final LocalServer local;

    Rules(Transport transport, Rule... rules) throws Exception {
        local = new LocalServer(transport);
        for (Rule rule : rules) {
            handler.addRule(rule);
        }
    }

    Rules start() throws Exception {
        local.start(handler);
        return this;
    }

    String get(String path, String... fields) throws Exception {
        return local.get(path, fields);
    }

    @Override
    public void close() throws Exception {
        local.close();
    }

    /** Answers with what it gets. */
    static final class Echo extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            StringBuilder text =
                    new StringBuilder("<").append(request.getHttpURI().getPathQuery());
            for (HttpField field : request.getHeaders()) {
                if (field.getName().toLowerCase(Locale.ENGLISH).startsWith("x-")) {
                    text.append(' ').append(field.getValue());
                }
            }
            for (String name : request.getAttributeNameSet()) {
                if (name.startsWith("original")) {
                    text.append(' ').append(name).append('=').append(request.getAttribute(name));
                }
            }
            text.append(' ').append(request.getHttpURI().getScheme()).append(request.isSecure() ? " secure>" : ">");
            Content.Sink.write(response, true, text.toString(), callback);
            return true;
        }
    }
}
