package org.eclipse.jetty.server.internal;

import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;

/** The head of the final response of a channel, used for one after the other. Confined to its channel. */
final class ResponseHead extends MetaData.Response {
    private int status;
    private HttpVersion version;
    private HttpFields fields;
    private Supplier<HttpFields> trailers;

    ResponseHead() {
        super(0, null, null, null);
    }

    ResponseHead begin(int newStatus, HttpVersion newVersion, HttpFields newFields, Supplier<HttpFields> newTrailers) {
        status = newStatus;
        version = newVersion;
        fields = newFields;
        trailers = newTrailers;
        return this;
    }

    @Override
    public int getStatus() {
        return status;
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
    public Supplier<HttpFields> getTrailersSupplier() {
        return trailers;
    }
}
