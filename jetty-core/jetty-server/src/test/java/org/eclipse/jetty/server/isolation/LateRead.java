package org.eclipse.jetty.server.isolation;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * Something that is read of a kept object once its request has ended.
 *
 * @param name the kept object and what is read of it, the end of a sentence
 * @param own whether it must be what it was while the request was handled; otherwise it changes with its end
 */
record LateRead(String name, boolean own, Read read) {
    interface Read {
        Object read(Kept kept) throws Exception;
    }

    static List<LateRead> all() {
        List<LateRead> all = new ArrayList<>();
        request(all);
        partsOfRequest(all);
        response(all);
        stream(all);
        return all;
    }

    private static void own(List<LateRead> all, String name, Read read) {
        all.add(new LateRead(name, true, read));
    }

    private static void any(List<LateRead> all, String name, Read read) {
        all.add(new LateRead(name, false, read));
    }

    private static void request(List<LateRead> all) {
        own(all, "the id of the request", k -> k.request.getId());
        own(all, "the method of the request", k -> k.request.getMethod());
        own(all, "the URI of the request", k -> k.request.getHttpURI());
        own(all, "the Authorization of the request", k -> k.request.getHeaders().get(HttpHeader.AUTHORIZATION));
        own(all, "all fields of the request", k -> Kept.all(k.request.getHeaders()));
        own(all, "the cookies of the request", k -> Request.getCookies(k.request));
        own(all, "the query parameters of the request", k -> Request.extractQueryParameters(k.request));
        own(all, "the trailers of the request", k -> Kept.all(k.request.getTrailers()));
        own(all, "the length of the request", k -> k.request.getLength());
        own(all, "whether the request is secure", k -> k.request.isSecure());
        own(all, "the begin of the request", k -> k.request.getBeginNanoTime());
        own(all, "the time of the head of the request", k -> k.request.getHeadersNanoTime());
        own(all, "an attribute of the request", k -> k.request.getAttribute(Kept.ATTRIBUTE));
        own(all, "the attribute names of the request", k -> k.request.getAttributeNameSet());
        own(all, "the attribute map of the request", k -> k.request.asAttributeMap());
        own(all, "the context of the request", k -> k.request.getContext());
        own(all, "the tunnel support of the request", k -> k.request.getTunnelSupport());
        own(all, "the session of the request", k -> k.request.getSession(false));
        own(all, "the connection of the request", k -> k.request
                .getConnectionMetaData()
                .getId());
        own(all, "the port of the client of the request", k -> Request.getRemotePort(k.request));
        own(all, "the read bytes of the request", k -> Request.getContentBytesRead(k.request));
        own(all, "the locales of the request", k -> Request.getLocales(k.request));
        any(all, "the request as text", k -> k.request);
    }

    private static void partsOfRequest(List<LateRead> all) {
        own(all, "the kept fields", k -> Kept.all(k.fields));
        own(all, "the Authorization in the kept fields", k -> k.fields.get("Authorization"));
        own(all, "the number of the kept fields", k -> k.fields.size());
        own(all, "a view of the kept fields as a map", k -> org.eclipse.jetty.http.HttpFields.asMap(k.fields));
        any(all, "what is left of an iterator of the kept fields", k -> {
            StringBuilder rest = new StringBuilder();
            while (k.fieldsIterator.hasNext()) {
                HttpField next = k.fieldsIterator.next();
                rest.append(next).append('\n');
            }
            return rest;
        });
        own(all, "the kept URI", k -> k.uri);
        own(all, "the query of the kept URI", k -> k.uri.getQuery());
        own(all, "the kept cookies", k -> k.cookies);
        own(all, "the kept query parameters", k -> k.parameters);
        own(all, "the kept trailers", k -> Kept.all(k.trailers));
        own(all, "the kept attribute names", k -> k.attributeNames);
        own(all, "the kept attribute map", k -> k.attributeMap);
        own(all, "the kept layer of attributes", k -> k.attribute(kept -> kept.attributes));
        own(all, "the fields of a read-only wrapper", k -> Kept.all(k.readOnly.getHeaders()));
        own(all, "the attribute of a wrapper", k -> k.attribute(kept -> kept.other));
        own(all, "the URI of a wrapper", k -> k.other.getHttpURI());
        own(all, "the id of the kept connection", k -> k.connection.getId());
        own(all, "the address of the kept connection", k -> k.connection.getRemoteSocketAddress());
        any(all, "the kept connection as text", k -> k.connection);
        any(all, "the kept components as text", k -> k.components);
        any(all, "the cache of the kept components", k -> k.components
                .getCache()
                .asAttributeMap());
    }

    private static void response(List<LateRead> all) {
        own(all, "the status of the response", k -> k.response.getStatus());
        own(all, "all fields of the response", k -> Kept.all(k.response.getHeaders()));
        own(all, "the kept fields of the response", k -> Kept.all(k.responseFields));
        own(all, "whether the response is committed", k -> k.response.isCommitted());
        own(all, "the written bytes of the response", k -> Response.getContentBytesWritten(k.response));
        own(all, "the request of the response", k -> k.response.getRequest().getHttpURI());
        any(all, "the trailers supplier of the response", k -> k.response.getTrailersSupplier());
        any(all, "what is left of an iterator of the fields of the response", k -> {
            StringBuilder rest = new StringBuilder();
            while (k.responseFieldsIterator.hasNext()) {
                rest.append(k.responseFieldsIterator.next()).append('\n');
            }
            return rest;
        });
        any(all, "the response as text", k -> k.response);
        any(all, "the callback as text", k -> k.callback);
        any(all, "the invocation type of the callback", k -> k.callback.getInvocationType());
    }

    private static void stream(List<LateRead> all) {
        own(all, "the id of the stream", k -> k.stream.getId());
        own(all, "whether the stream is committed", k -> k.stream.isCommitted());
        any(all, "the tunnel support of the stream", k -> k.stream.getTunnelSupport());
        any(all, "whether content of the stream is pending", k -> k.stream.mayWaitForClient());
        any(all, "the stream as text", k -> k.stream);
    }

    @Override
    public String toString() {
        return name;
    }
}
