package org.eclipse.jetty.server.handler;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.statistic.CounterStatistic;
import org.jspecify.annotations.Nullable;

/**
 * Answers each request with an HTML page of what it is: target, fields, query, connection, attributes and content.
 *
 * <p>For tests and the search of errors: it shows to the client what proxies and customizers have made of the request. Values of
 * Authorization and Cookie fields are left out, and content is shown up to 64 KiB. Thread-safe.
 */
public class DumpHandler extends Handler.Abstract.NonBlocking {
    private static final int MAX_CONTENT = 64 * 1024;

    private final String label;
    private final CounterStatistic handled = new CounterStatistic();

    public DumpHandler() {
        this("Dump Handler");
    }

    /** @param label the title of the page */
    public DumpHandler(String label) {
        this.label = label;
    }

    /** Returns the counter of the requests that it has handled, and of those that it handles now. */
    public CounterStatistic getHandledCounter() {
        return handled;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        handled.increment();
        Callback counted = Callback.from(callback, () -> handled.decrement());
        Content.Source.asByteBufferAsync(request, MAX_CONTENT).whenComplete((content, failure) -> {
            if (failure instanceof IllegalStateException) {
                write(request, response, "(more than " + MAX_CONTENT + " bytes)", counted);
            } else if (failure != null) {
                counted.failed(failure);
            } else {
                write(request, response, StandardCharsets.UTF_8.decode(content).toString(), counted);
            }
        });
        return true;
    }

    private void write(Request request, Response response, String content, Callback callback) {
        byte[] page;
        try {
            page = page(request, content).getBytes(StandardCharsets.UTF_8);
        } catch (RuntimeException x) {
            // such as that of a query that cannot be decoded, which nobody else catches
            callback.failed(x);
            return;
        }
        response.setStatus(HttpStatus.OK_200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.write(true, ByteBuffer.wrap(page), callback);
    }

    private String page(Request request, String content) {
        StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><head><title>");
        String title = StringUtil.sanitizeXmlString(label);
        page.append(title).append("</title></head>\n<body>\n<h1>").append(title).append("</h1>\n");
        StringBuilder text = new StringBuilder();
        ConnectionMetaData connection = request.getConnectionMetaData();
        line(text, "method", request.getMethod());
        line(text, "URI", request.getHttpURI());
        line(text, "version", connection.getHttpVersion());
        line(text, "context path", Request.getContextPath(request));
        line(text, "path in context", Request.getPathInContext(request));
        line(text, "local address", connection.getLocalSocketAddress());
        line(text, "remote address", connection.getRemoteSocketAddress());
        line(text, "secure", request.isSecure());
        if (request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE) instanceof EndPoint.SslSessionData tls) {
            line(text, "cipher suite", tls.cipherSuite());
        }
        section(page, "Request", text);
        for (HttpField field : request.getHeaders()) {
            boolean secret = field.getHeader() == HttpHeader.AUTHORIZATION || field.getHeader() == HttpHeader.COOKIE;
            line(text, field.getName(), secret ? "(not shown)" : field.getValue());
        }
        section(page, "Fields", text);
        for (Fields.Field parameter : Request.extractQueryParameters(request)) {
            line(text, parameter.getName(), parameter.getValues());
        }
        section(page, "Query", text);
        for (String name : request.getAttributeNameSet()) {
            line(text, name, request.getAttribute(name));
        }
        section(page, "Attributes", text);
        section(page, "Content", text.append(content));
        return page.append("</body></html>\n").toString();
    }

    private static void line(StringBuilder text, String name, @Nullable Object value) {
        text.append(name).append(": ").append(value).append('\n');
    }

    private static void section(StringBuilder page, String title, StringBuilder text) {
        page.append("<h2>").append(title).append("</h2>\n<pre>");
        page.append(StringUtil.sanitizeXmlString(text.toString())).append("</pre>\n");
        text.setLength(0);
    }
}
