package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.http.PushBuilder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.SetCookieParser;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.session.SessionConfig;
import org.jspecify.annotations.Nullable;

/**
 * Builds requests that are pushed over HTTP/2 (Servlet section 3.9; the Javadoc of PushBuilder and
 * {@code HttpServletRequest.newPushBuilder}). Confined to the thread that handles the request.
 */
final class ServletPushBuilder implements PushBuilder {
    private static final EnumSet<HttpHeader> CONDITIONS = EnumSet.of(
            HttpHeader.IF_MATCH,
            HttpHeader.IF_NONE_MATCH,
            HttpHeader.IF_MODIFIED_SINCE,
            HttpHeader.IF_UNMODIFIED_SINCE,
            HttpHeader.IF_RANGE);

    private final Request request;
    private final @Nullable SessionConfig sessions;
    private final String contextPath;
    private final boolean sessionInPath;
    private final HttpFields.Mutable fields = HttpFields.build();
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private String method = HttpMethod.GET.asString();
    private @Nullable String queryString;
    private @Nullable String sessionId;
    private @Nullable String path;

    /**
     * Returns a builder for pushes on behalf of a request; null if its client takes none, or it was pushed itself.
     *
     * @param api the request as the application sees it
     * @param context the request of the context
     * @param response the fields of its response
     */
    static @Nullable ServletPushBuilder of(ContainerRequest api, SessionContextRequest context, HttpFields response) {
        Request request = api.getRequest();
        return request.getConnectionMetaData().isPushSupported()
                        && request.getAttribute(HttpStream.PUSHED_ATTRIBUTE) == null
                ? new ServletPushBuilder(api, request, context, response)
                : null;
    }

    private ServletPushBuilder(
            ContainerRequest api, Request request, SessionContextRequest context, HttpFields response) {
        this.request = request;
        sessions = context.getSessionManager();
        contextPath = api.getContextPath();
        sessionInPath = api.isRequestedSessionIdFromURL();
        Session session = context.getSession(false);
        sessionId = session == null ? api.getRequestedSessionId() : session.getId();
        for (HttpField field : request.getHeaders()) {
            if (isCopied(field.getHeader())) {
                fields.add(field);
            }
        }
        String query = api.getQueryString();
        fields.put(
                HttpHeader.REFERER, query == null ? api.getRequestURL().toString() : api.getRequestURL() + "?" + query);
        for (HttpCookie cookie : Request.getCookies(request)) {
            cookies.put(cookie.getName(), cookie.getValue());
        }
        addCookies(response);
    }

    /** Neither conditions and ranges, nor what is of this connection or of the content of this request. */
    private static boolean isCopied(@Nullable HttpHeader header) {
        if (header == null || CONDITIONS.contains(header)) {
            return header == null;
        }
        return switch (header) {
            case RANGE,
                    EXPECT,
                    REFERER,
                    COOKIE,
                    CONNECTION,
                    KEEP_ALIVE,
                    PROXY_CONNECTION,
                    TE,
                    TRAILER,
                    TRANSFER_ENCODING,
                    UPGRADE,
                    HTTP2_SETTINGS,
                    CONTENT_LENGTH,
                    CONTENT_TYPE,
                    CONTENT_ENCODING -> false;
            default -> true;
        };
    }

    /** The client would have the cookies of the response when it asks; one that the response deletes, it would not have. */
    private void addCookies(HttpFields response) {
        SetCookieParser parser = SetCookieParser.newInstance();
        for (HttpField field : response.getFields(HttpHeader.SET_COOKIE)) {
            String value = field.getValue();
            HttpCookie cookie = value == null ? null : parser.parse(value);
            if (cookie == null) {
                continue;
            }
            if (cookie.isExpired()) {
                cookies.remove(cookie.getName());
            } else {
                cookies.put(cookie.getName(), cookie.getValue());
            }
        }
    }

    @Override
    public PushBuilder method(String method) {
        Objects.requireNonNull(method, "method");
        if (!HttpMethod.GET.is(method) && !HttpMethod.HEAD.is(method)) {
            throw new IllegalArgumentException("method of a push: '" + method + "' (expected: GET or HEAD)");
        }
        this.method = method;
        return this;
    }

    @Override
    public PushBuilder queryString(String queryString) {
        this.queryString = queryString;
        return this;
    }

    @Override
    public PushBuilder sessionId(String sessionId) {
        this.sessionId = sessionId;
        return this;
    }

    @Override
    public PushBuilder setHeader(String name, String value) {
        fields.put(name, value);
        return this;
    }

    @Override
    public PushBuilder addHeader(String name, String value) {
        fields.add(name, value);
        return this;
    }

    @Override
    public PushBuilder removeHeader(String name) {
        fields.remove(name);
        return this;
    }

    @Override
    public PushBuilder path(String path) {
        this.path = path;
        return this;
    }

    @Override
    public String getMethod() {
        return method;
    }

    @Override
    public @Nullable String getQueryString() {
        return queryString;
    }

    @Override
    public @Nullable String getSessionId() {
        return sessionId;
    }

    @Override
    public Set<String> getHeaderNames() {
        return fields.getFieldNamesCollection();
    }

    @Override
    public @Nullable String getHeader(String name) {
        return fields.get(name);
    }

    @Override
    public @Nullable String getPath() {
        return path;
    }

    @Override
    public void push() {
        if (path == null || path.isEmpty()) {
            throw new IllegalStateException("path of a push: none since the last push");
        }
        HttpFields.Mutable sent = HttpFields.build(fields);
        List<String> pairs = new ArrayList<>();
        cookies.forEach((name, value) -> pairs.add(name + "=" + value));
        if (sessionId != null && sessions != null && !sessionInPath) {
            String cookie = sessions.getSessionCookie() + "=";
            pairs.removeIf(pair -> pair.startsWith(cookie));
            pairs.add(cookie + sessionId);
        }
        if (!pairs.isEmpty() && !sent.contains(HttpHeader.COOKIE)) {
            sent.put(HttpHeader.COOKIE, String.join("; ", pairs));
        }
        HttpURI uri =
                HttpURI.build(request.getHttpURI()).pathQuery(pathQuery(path)).asImmutable();
        request.push(new MetaData.Request(method, uri, HttpVersion.HTTP_2, sent.asImmutable()));
        path = null;
        fields.remove(CONDITIONS);
    }

    /** The path, below that of the context unless it is absolute, with both queries: that of the path first. */
    private String pathQuery(String path) {
        int mark = path.indexOf('?');
        String plain = mark < 0 ? path : path.substring(0, mark);
        String query = mark < 0 ? null : path.substring(mark + 1);
        if (!plain.startsWith("/")) {
            plain = contextPath + "/" + plain;
        }
        if (sessionInPath && sessionId != null && sessions != null) {
            plain += ";" + sessions.getSessionIdPathParameterName() + "=" + sessionId;
        }
        if (queryString != null && !queryString.isEmpty()) {
            query = query == null || query.isEmpty() ? queryString : query + "&" + queryString;
        }
        return query == null || query.isEmpty() ? plain : plain + "?" + query;
    }
}
