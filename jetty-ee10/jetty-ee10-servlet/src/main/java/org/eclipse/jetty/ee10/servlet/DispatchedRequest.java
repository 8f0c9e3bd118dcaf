package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.api.ErrorApi;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.UrlEncoded;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way through a dispatcher. Forwarded, error and asynchronous requests show the target's path and keep
 * the original one in attributes; included requests show the original path and have the target's in attributes (Servlet
 * sections 9.3.1, 9.4.2, 9.7.2). A query of the target comes before the parameters of the request (section 9.1.1).
 * Confined to its connection.
 */
final class DispatchedRequest extends HttpServletRequestWrapper {
    private static final String[] FORWARD = {
        RequestDispatcher.FORWARD_REQUEST_URI,
        RequestDispatcher.FORWARD_CONTEXT_PATH,
        RequestDispatcher.FORWARD_SERVLET_PATH,
        RequestDispatcher.FORWARD_PATH_INFO,
        RequestDispatcher.FORWARD_QUERY_STRING,
        RequestDispatcher.FORWARD_MAPPING
    };
    private static final String[] INCLUDE = {
        RequestDispatcher.INCLUDE_REQUEST_URI,
        RequestDispatcher.INCLUDE_CONTEXT_PATH,
        RequestDispatcher.INCLUDE_SERVLET_PATH,
        RequestDispatcher.INCLUDE_PATH_INFO,
        RequestDispatcher.INCLUDE_QUERY_STRING,
        RequestDispatcher.INCLUDE_MAPPING
    };
    private static final String[] ASYNC = {
        AsyncContext.ASYNC_REQUEST_URI,
        AsyncContext.ASYNC_CONTEXT_PATH,
        AsyncContext.ASYNC_SERVLET_PATH,
        AsyncContext.ASYNC_PATH_INFO,
        AsyncContext.ASYNC_QUERY_STRING,
        AsyncContext.ASYNC_MAPPING
    };

    private final HttpServletRequest request;
    private final DispatcherType type;
    private final @Nullable HttpURI uri;
    private final @Nullable ServletPathMapping mapping;
    private final String[] names;
    private final @Nullable Object @Nullable [] values;
    private @Nullable Map<String, String[]> parameters;

    DispatchedRequest(
            HttpServletRequest request,
            DispatcherType type,
            @Nullable HttpURI uri,
            @Nullable ServletPathMapping mapping) {
        super(request);
        this.request = request;
        this.type = type;
        this.uri = uri;
        this.mapping = mapping;
        this.names = switch (type) {
            case INCLUDE -> INCLUDE;
            case ASYNC -> ASYNC;
            default -> FORWARD;
        };
        // a named dispatch has no path to report; an error page is no forward
        if (uri == null || type == DispatcherType.ERROR) {
            values = null;
        } else if (type == DispatcherType.INCLUDE) {
            values = target(uri);
        } else {
            values = original();
        }
    }

    private @Nullable Object[] target(HttpURI uri) {
        return new @Nullable Object[] {
            uri.getPath(),
            request.getContextPath(),
            mapping == null ? null : mapping.getServletPath(),
            mapping == null ? null : mapping.getPathInfo(),
            uri.getQuery(),
            mapping
        };
    }

    /** The path before the first of several dispatches of this kind. */
    private @Nullable Object[] original() {
        @Nullable Object[] path = new @Nullable Object[names.length];
        if (request.getAttribute(names[0]) != null) {
            for (int i = 0; i < path.length; i++) {
                path[i] = request.getAttribute(names[i]);
            }
            return path;
        }
        path[0] = request.getRequestURI();
        path[1] = request.getContextPath();
        path[2] = request.getServletPath();
        path[3] = request.getPathInfo();
        path[4] = request.getQueryString();
        path[5] = request.getHttpServletMapping();
        return path;
    }

    /** The URI that this dispatch leads to, where the application sees it in place of that of the request. */
    private @Nullable HttpURI shownURI() {
        return type == DispatcherType.INCLUDE ? null : uri;
    }

    private @Nullable ServletPathMapping shownMapping() {
        return shownURI() == null ? null : mapping;
    }

    @Override
    public DispatcherType getDispatcherType() {
        return type;
    }

    @Override
    public String getMethod() {
        return type == DispatcherType.ERROR ? ErrorApi.methodOf(super.getMethod()) : super.getMethod();
    }

    @Override
    public String getRequestURI() {
        HttpURI shown = shownURI();
        return shown == null
                ? super.getRequestURI()
                : Objects.requireNonNull(shown.getPath(), "a dispatch is to a path");
    }

    @Override
    public StringBuffer getRequestURL() {
        if (shownURI() == null) {
            return super.getRequestURL();
        }
        return new StringBuffer(URIUtil.newURI(getScheme(), getServerName(), getServerPort(), getRequestURI(), null));
    }

    @Override
    public String getServletPath() {
        ServletPathMapping shown = shownMapping();
        return shown == null ? super.getServletPath() : shown.getServletPath();
    }

    @Override
    public @Nullable String getPathInfo() {
        ServletPathMapping shown = shownMapping();
        return shown == null ? super.getPathInfo() : shown.getPathInfo();
    }

    @Override
    public @Nullable String getPathTranslated() {
        String info = getPathInfo();
        return info == null ? null : getServletContext().getRealPath(info);
    }

    @Override
    public HttpServletMapping getHttpServletMapping() {
        ServletPathMapping shown = shownMapping();
        return shown == null ? super.getHttpServletMapping() : shown;
    }

    @Override
    public @Nullable String getQueryString() {
        String query = targetQuery();
        return query == null || type == DispatcherType.INCLUDE ? super.getQueryString() : query;
    }

    /** A path that does not begin with a slash is relative to that of this request. */
    @Override
    public RequestDispatcher getRequestDispatcher(String path) {
        return ContainerRequest.of(request).getRequestDispatcher(ContainerRequest.pathFrom(this, path));
    }

    // parameters

    private @Nullable String targetQuery() {
        return uri == null ? null : uri.getQuery();
    }

    private Map<String, String[]> parameters() {
        if (parameters != null) {
            return parameters;
        }
        Fields own = new Fields(true);
        try {
            UrlEncoded.decodeUtf8To(Objects.requireNonNullElse(targetQuery(), ""), own);
        } catch (IllegalArgumentException x) {
            throw ErrorApi.badParameters(new BadMessageException("Unable to parse URI query", x));
        }
        Map<String, String[]> merged = new LinkedHashMap<>(own.toStringArrayMap());
        super.getParameterMap().forEach((name, rest) -> merged.merge(name, rest, DispatchedRequest::concat));
        parameters = Collections.unmodifiableMap(merged);
        return parameters;
    }

    private static String[] concat(String[] first, String[] second) {
        String[] all = new String[first.length + second.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    private boolean addsParameters() {
        // an asynchronous dispatch to where it came from has the request's own query
        String query = targetQuery();
        if (query == null || query.isEmpty()) {
            return false;
        }
        return !(type == DispatcherType.ASYNC && query.equals(super.getQueryString()));
    }

    @Override
    public @Nullable String getParameter(String name) {
        if (!addsParameters()) {
            return super.getParameter(name);
        }
        String[] all = parameters().get(name);
        return all == null || all.length == 0 ? null : all[0];
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return addsParameters() ? Collections.enumeration(parameters().keySet()) : super.getParameterNames();
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        return addsParameters() ? parameters().get(name) : super.getParameterValues(name);
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return addsParameters() ? parameters() : super.getParameterMap();
    }

    // attributes

    private int special(@Nullable String name) {
        if (values != null && name != null) {
            for (int i = 0; i < names.length; i++) {
                if (names[i].equals(name)) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static boolean isIncludeName(String name) {
        for (String include : INCLUDE) {
            if (include.equals(name)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        int i = special(name);
        if (i >= 0) {
            return values == null ? null : values[i];
        }
        // a forward out of an included servlet does not look included
        if (type == DispatcherType.FORWARD && isIncludeName(name)) {
            return null;
        }
        return super.getAttribute(name);
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        Set<String> all = new LinkedHashSet<>();
        List<String> inner = new ArrayList<>(Collections.list(super.getAttributeNames()));
        for (String name : inner) {
            if (getAttribute(name) != null) {
                all.add(name);
            }
        }
        if (values != null) {
            for (int i = 0; i < names.length; i++) {
                if (values[i] != null) {
                    all.add(names[i]);
                }
            }
        }
        return Collections.enumeration(all);
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        int i = special(name);
        if (values != null && i >= 0) {
            values[i] = value;
        } else {
            super.setAttribute(name, value);
        }
    }

    @Override
    public void removeAttribute(String name) {
        int i = special(name);
        if (values != null && i >= 0) {
            values[i] = null;
        } else {
            super.removeAttribute(name);
        }
    }
}
