package org.eclipse.jetty.rewrite.handler;

import java.util.function.BiFunction;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * A request for one of several files that differ in a property which the client negotiates, such as the language (RFC 9110, section 12.1).
 * Responses have {@code Vary}, for caches. Confined to one request.
 */
final class Variant extends Rule.HttpURIHandler {
    private final HttpHeader vary;
    private final @Nullable HttpField property;
    private final @Nullable String type;
    private final @Nullable String typeOfFile;

    private Variant(
            Rule.Handler input,
            HttpURI uri,
            HttpHeader vary,
            @Nullable HttpField property,
            @Nullable String type,
            @Nullable String typeOfFile) {
        super(input, uri);
        this.vary = vary;
        this.property = property;
        this.type = type;
        this.typeOfFile = typeOfFile;
    }

    /** The request as it is, where there is no other file for it. */
    static Variant none(Rule.Handler input, HttpHeader vary) {
        return new Variant(input, input.getHttpURI(), vary, null, null, null);
    }

    /**
     * The request for another file.
     *
     * @param path the canonical path in the context
     * @param property the field of the response that says how this file differs
     */
    static Variant of(Rule.Handler input, String path, HttpHeader vary, HttpField property) {
        HttpURI uri = input.getHttpURI();
        // a canonical path has characters beyond ASCII as they are
        String encoded = URIUtil.addPaths(Request.getContextPath(input), URIUtil.encodePathSafeEncoding(path));
        if (uri.getParam() != null) {
            encoded += ";" + uri.getParam();
        }
        // a suffix hides the type
        MimeTypes types = input.getContext().getMimeTypes();
        return new Variant(
                input,
                RewrittenUri.of(uri, encoded, uri.getQuery()),
                vary,
                property,
                types.getMimeByExtension(Request.getPathInContext(input)),
                types.getMimeByExtension(path));
    }

    /** Whether there is a file. */
    static boolean exists(Context context, String path, BiFunction<Context, String, @Nullable Resource> resources) {
        return Resources.exists(resources.apply(context, path));
    }

    /** Returns the file of a path in the context; null if there is none, or if the context has no files. */
    static @Nullable Resource find(Context context, String path) {
        Resource base = context.getBaseResource();
        return base == null || URIUtil.canonicalPath(path) == null ? null : base.resolve(path);
    }

    @Override
    protected boolean handle(Response response, Callback callback) throws Exception {
        HttpFields.Mutable fields = response.getHeaders();
        fields.ensureField(new HttpField(HttpHeader.VARY, vary.asString()));
        if (property == null) {
            return super.handle(response, callback);
        }
        fields.put(property);
        if (type == null || type.equals(typeOfFile)) {
            return super.handle(response, callback);
        }
        fields.put(HttpHeader.CONTENT_TYPE, type);
        HttpFields.Mutable typed = new TypedFields(fields);
        return super.handle(
                new Response.Wrapper(this, response) {
                    @Override
                    public HttpFields.Mutable getHeaders() {
                        return typed;
                    }
                },
                callback);
    }

    /** Has the type of the file as it was asked for, where a handler sets that of the encoded one. */
    private final class TypedFields extends HttpFields.Mutable.Wrapper {
        private TypedFields(HttpFields.Mutable fields) {
            super(fields);
        }

        @Override
        public HttpField onAddField(HttpField field) {
            boolean ofFile = field.getHeader() == HttpHeader.CONTENT_TYPE
                    && typeOfFile != null
                    && typeOfFile.equals(field.getValue());
            return ofFile ? new HttpField(HttpHeader.CONTENT_TYPE, type) : field;
        }

        @Override
        public HttpField onReplaceField(HttpField oldField, HttpField newField) {
            return onAddField(newField);
        }
    }
}
