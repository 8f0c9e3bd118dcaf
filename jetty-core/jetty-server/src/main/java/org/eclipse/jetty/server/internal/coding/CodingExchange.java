package org.eclipse.jetty.server.internal.coding;

import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.coding.ContentCoding;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IncludeExclude;
import org.jspecify.annotations.Nullable;

/** Hands requests on to the handlers below, which see nothing of the codings. Thread-safe. */
public final class CodingExchange {
    private static final Set<String> COMPRESSED_TYPES = Set.of(
            "application/compress",
            "application/zip",
            "application/gzip",
            "application/x-gzip",
            "application/bzip2",
            "application/x-bzip2",
            "application/brotli",
            "application/zstd",
            "application/x-xz",
            "application/x-7z-compressed",
            "application/x-rar-compressed",
            "application/vnd.rar",
            "application/java-archive",
            "font/woff",
            "font/woff2",
            // events have to arrive one by one
            "text/event-stream");

    private static final ContentCoding[] NONE = {};

    private CodingExchange() {}

    /** Excludes the content types that are compressed already. */
    public static void excludeCompressed(IncludeExclude<String> mimeTypes) {
        for (String type : MimeTypes.DEFAULTS.getMimeMap().values()) {
            if (isMedia(type)) {
                mimeTypes.exclude(type);
            }
        }
        for (String type : COMPRESSED_TYPES) {
            mimeTypes.exclude(type);
        }
    }

    private static boolean isMedia(String type) {
        return !type.startsWith("image/svg")
                && (type.startsWith("image/") || type.startsWith("audio/") || type.startsWith("video/"));
    }

    /** Whether a method is included; HEAD goes with GET, for it gets the same fields (RFC 9110, section 9.3.2). */
    public static boolean isMethodIncluded(IncludeExclude<String> methods, String method) {
        return methods.test(method)
                || HttpMethod.HEAD.is(method)
                        && methods.test(HttpMethod.GET.asString())
                        && !methods.getExcluded().contains(method);
    }

    /** Whether content of a type, which may have parameters, is included. */
    public static boolean isMimeTypeIncluded(IncludeExclude<String> mimeTypes, @Nullable String mimeType) {
        String base = MimeTypes.getBase(mimeType);
        return base == null ? !mimeTypes.hasIncludes() : mimeTypes.test(base);
    }

    /** The last of the codings that a message names in Content-Encoding. */
    public static @Nullable String lastCoding(HttpFields headers) {
        String contentEncoding = headers.getLast(HttpHeader.CONTENT_ENCODING);
        return contentEncoding == null
                ? null
                : contentEncoding
                        .substring(contentEncoding.lastIndexOf(',') + 1)
                        .trim();
    }

    /**
     * Calls a handler.
     *
     * @param coding the last coding of the request's content, to be undone, or null
     * @param maxSize the most bytes of decoded content; -1 for no limit
     * @param policy what is encoded of the responses to the path of the request, or null for nothing
     * @param encode whether the response to this request may be encoded
     */
    public static boolean handle(
            Handler next,
            Request request,
            Response response,
            Callback callback,
            @Nullable ContentCoding coding,
            long maxSize,
            @Nullable CodingPolicy policy,
            boolean encode)
            throws Exception {
        ContentCoding[] suffixed = policy == null ? NONE : suffixed(request.getHeaders(), policy);
        CodingRequest coded = null;
        if (coding != null || suffixed.length > 0) {
            HttpFields fields = CodingRequest.translate(request.getHeaders(), coding, suffixed);
            coded = new CodingRequest(request, fields, coding, maxSize);
        }
        Request below = coded == null ? request : coded;
        CodingResponse encoded = policy != null && encode ? new CodingResponse(policy, below, response) : null;
        if (coded == null && encoded == null) {
            return next.handle(request, response, callback);
        }
        boolean handled = false;
        try {
            handled = next.handle(
                    below, encoded == null ? response : encoded, new CodingCompletion(coded, encoded, callback));
            return handled;
        } finally {
            if (!handled) {
                CodingCompletion.close(coded, encoded);
            }
        }
    }

    /** The codings if one of their suffixes is in a condition of the request, else none. */
    private static ContentCoding[] suffixed(HttpFields headers, CodingPolicy policy) {
        for (int i = 0; i < headers.size(); i++) {
            HttpField field = headers.getField(i);
            HttpHeader header = field.getHeader();
            if ((header == HttpHeader.IF_NONE_MATCH || header == HttpHeader.IF_MATCH) && field.getValue() != null) {
                for (ContentCoding coding : policy.getCodings()) {
                    if (field.getValue().contains(coding.getEtagSuffix() + '"')) {
                        return policy.getCodings();
                    }
                }
            }
        }
        return NONE;
    }
}
