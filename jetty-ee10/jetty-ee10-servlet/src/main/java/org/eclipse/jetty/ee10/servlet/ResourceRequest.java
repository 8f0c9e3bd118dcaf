package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** A servlet request for a static resource, as the core's resource service wants it. Confined to its connection. */
final class ResourceRequest extends Request.Wrapper {
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final ServletChannel channel;
    private final HttpURI uri;
    private final HttpFields headers;
    private final boolean part;

    /**
     * @param part whether the resource is a part of the response only: its content counts for HEAD, too
     * @param whole whether nothing less than the whole resource is asked for, whatever the conditions of the request
     */
    ResourceRequest(HttpServletRequest request, HttpServletResponse response, boolean part, boolean whole) {
        super(core(request));
        this.request = request;
        this.response = response;
        this.channel = ServletContextRequest.getServletContextRequest(request).getServletChannel();
        boolean original = request instanceof ServletApiRequest;
        uri = original ? super.getHttpURI() : uri(super.getHttpURI(), request);
        HttpFields fields = original ? super.getHeaders() : fields(request);
        headers = whole ? unconditional(fields) : fields;
        this.part = part;
    }

    private static Request core(HttpServletRequest request) {
        return ServletContextRequest.getServletContextRequest(request)
                .getServletApiRequest()
                .getRequest();
    }

    private static HttpURI uri(HttpURI base, HttpServletRequest request) {
        // an included resource has a path of its own, which the request does not show (Servlet section 9.3.1)
        Object included = request.getDispatcherType() == DispatcherType.INCLUDE
                ? request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI)
                : null;
        String path = included == null ? request.getRequestURI() : included.toString();
        String query = request.getQueryString();
        return HttpURI.build(base)
                .pathQuery(query == null ? path : path + "?" + query)
                .asImmutable();
    }

    private static HttpFields fields(HttpServletRequest request) {
        HttpFields.Mutable fields = HttpFields.build();
        for (String name : Collections.list(request.getHeaderNames())) {
            for (String value : Collections.list(request.getHeaders(name))) {
                fields.add(name, value);
            }
        }
        return fields;
    }

    /** Conditions, ranges and encodings are those of whole responses. */
    private static HttpFields unconditional(HttpFields original) {
        HttpFields.Mutable fields = HttpFields.build();
        for (HttpField field : original) {
            HttpHeader header = field.getHeader();
            if (header != HttpHeader.IF_MATCH
                    && header != HttpHeader.IF_NONE_MATCH
                    && header != HttpHeader.IF_MODIFIED_SINCE
                    && header != HttpHeader.IF_UNMODIFIED_SINCE
                    && header != HttpHeader.IF_RANGE
                    && header != HttpHeader.RANGE
                    && header != HttpHeader.ACCEPT_ENCODING) {
                fields.add(field);
            }
        }
        return fields;
    }

    @Override
    public HttpURI getHttpURI() {
        return uri;
    }

    @Override
    public HttpFields getHeaders() {
        return headers;
    }

    @Override
    public String getMethod() {
        // an included or posted resource is got; that of an including servlet drops the content of HEAD itself
        return !part && "HEAD".equals(request.getMethod()) ? "HEAD" : "GET";
    }

    /** Sends an error with the fields that the service set for it, such as Content-Range. */
    void sendError(int status, Response from) throws IOException {
        StreamResponse stream = Response.as(from, StreamResponse.class);
        if (stream != null) {
            stream.copyHeaders();
        }
        if (response.isCommitted()) {
            channel.abort(new IOException("Error " + status + " after commit"));
            return;
        }
        response.sendError(status);
    }

    void failed(Throwable x) {
        channel.failed(x);
    }
}
