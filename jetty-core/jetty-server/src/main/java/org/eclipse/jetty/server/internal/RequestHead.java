package org.eclipse.jetty.server.internal;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;

/** The head of the request that a connection serves, used for one after the other. Confined to its connection. */
final class RequestHead extends MetaData.Request {
    private final HttpFields fields;
    private String method;
    private HttpURI uri;
    private HttpVersion version;
    private long contentLength;
    private long beginNanoTime;

    RequestHead(HttpFields fields) {
        super(0, null, null, null, fields);
        this.fields = fields;
    }

    /** @param newUri not mutable */
    RequestHead begin(
            long newBeginNanoTime, String newMethod, HttpURI newUri, HttpVersion newVersion, long newContentLength) {
        beginNanoTime = newBeginNanoTime;
        method = newMethod;
        uri = newUri;
        version = newVersion;
        contentLength = newContentLength;
        return this;
    }

    @Override
    public long getBeginNanoTime() {
        return beginNanoTime;
    }

    @Override
    public String getMethod() {
        return method;
    }

    @Override
    public HttpURI getHttpURI() {
        return uri;
    }

    @Override
    public HttpVersion getHttpVersion() {
        return version;
    }

    @Override
    public HttpFields getHttpFields() {
        return fields;
    }

    @Override
    public long getContentLength() {
        return contentLength;
    }
}
