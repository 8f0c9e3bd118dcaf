package org.eclipse.jetty.server.handler;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.IOResources;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.internal.page.HtmlPage;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** Answers what no other handler took: the icon, and 404 with a list of the contexts where that is wanted. Thread-safe. */
@ManagedObject("Answers what no other handler took")
public class DefaultHandler extends Handler.Abstract {
    private final Object lock = new Object();
    private boolean serveFavIcon = true;
    private boolean showContexts;
    private @Nullable ByteBuffer icon;

    public DefaultHandler() {
        this(true, false);
    }

    public DefaultHandler(boolean serveFavIcon, boolean showContexts) {
        super(InvocationType.NON_BLOCKING);
        this.serveFavIcon = serveFavIcon;
        this.showContexts = showContexts;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String method = request.getMethod();
        boolean get = HttpMethod.GET.is(method) || HttpMethod.HEAD.is(method);
        if (serveFavIcon && get && "/favicon.ico".equals(Request.getPathInContext(request))) {
            ByteBuffer bytes = icon();
            if (bytes != null) {
                response.setStatus(HttpStatus.OK_200);
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "image/x-icon");
                response.getHeaders().put(HttpHeader.CACHE_CONTROL, "max-age=360000,public");
                response.write(true, bytes.slice(), callback);
                return true;
            }
        }
        if (!showContexts || !HttpMethod.GET.is(method) || !"/".equals(Request.getPathInContext(request))) {
            Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404, null);
            return true;
        }
        response.setStatus(HttpStatus.NOT_FOUND_404);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
        response.write(true, ByteBuffer.wrap(page().getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }

    private @Nullable ByteBuffer icon() {
        synchronized (lock) {
            if (icon == null) {
                Server server = getServer();
                Resource resource = server == null ? null : server.getDefaultFavicon();
                if (resource == null || !resource.exists()) {
                    return null;
                }
                RetainableByteBuffer buffer = IOResources.toRetainableByteBuffer(resource, null);
                icon = BufferUtil.copy(buffer.getByteBuffer());
                buffer.release();
            }
            return icon;
        }
    }

    private String page() {
        StringBuilder page = new StringBuilder(1024);
        page.append(HtmlPage.begin("utf-8", "Error 404 Not Found"));
        page.append("<h2>HTTP ERROR 404 Not Found</h2>\n");
        page.append("<p>No context on this server matched or handled this request.</p>\n");
        page.append("<p>Contexts known to this server are:</p>\n<table>\n");
        page.append("<tr><th>Context path</th><th>Display name</th><th>Status</th></tr>\n");
        Server server = getServer();
        List<ContextHandler> contexts =
                server == null ? new ArrayList<>() : new ArrayList<>(server.getDescendants(ContextHandler.class));
        contexts.sort(Comparator.comparing(ContextHandler::getContextPath));
        for (ContextHandler context : contexts) {
            String path = StringUtil.sanitizeXmlString(context.getContextPath());
            page.append("<tr><td>");
            if (context.isRunning()) {
                page.append("<a href=\"")
                        .append(StringUtil.sanitizeXmlString(URIUtil.encodePath(context.getContextPath())))
                        .append(path.endsWith("/") ? "" : "/")
                        .append("\">");
                page.append(path).append("</a>");
            } else {
                page.append(path);
            }
            page.append("</td><td>").append(StringUtil.sanitizeXmlString(context.getDisplayName()));
            page.append("</td><td>")
                    .append(context.isAvailable() ? "available" : context.isRunning() ? "unavailable" : "stopped");
            page.append("</td></tr>\n");
        }
        return page.append("</table>\n").append(HtmlPage.end()).toString();
    }

    @ManagedAttribute("Whether the icon is served")
    public boolean getServeFavIcon() {
        return serveFavIcon;
    }

    public void setServeFavIcon(boolean serve) {
        serveFavIcon = serve;
    }

    @ManagedAttribute("Whether the answer for / lists the contexts")
    public boolean getShowContexts() {
        return showContexts;
    }

    public void setShowContexts(boolean show) {
        showContexts = show;
    }
}
