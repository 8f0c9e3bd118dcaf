package org.eclipse.jetty.server.handler;

import java.util.EnumSet;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;

/** A request for the page of an error: by GET or HEAD, and without what is about the resource that was asked for. */
final class ErrorPageRequest extends Request.Wrapper {
    /** RFC 9110, sections 13.1 and 14.2. */
    private static final EnumSet<HttpHeader> CONDITIONS = EnumSet.of(
            HttpHeader.IF_MATCH,
            HttpHeader.IF_NONE_MATCH,
            HttpHeader.IF_MODIFIED_SINCE,
            HttpHeader.IF_UNMODIFIED_SINCE,
            HttpHeader.IF_RANGE,
            HttpHeader.RANGE);

    private final HttpURI uri;
    private final HttpFields headers;

    ErrorPageRequest(Request request, HttpURI uri) {
        super(request);
        this.uri = uri;
        headers = HttpFields.build(request.getHeaders(), CONDITIONS).asImmutable();
    }

    @Override
    public String getMethod() {
        return HttpMethod.HEAD.is(super.getMethod()) ? HttpMethod.HEAD.asString() : HttpMethod.GET.asString();
    }

    @Override
    public HttpURI getHttpURI() {
        return uri;
    }

    @Override
    public HttpFields getHeaders() {
        return headers;
    }
}
