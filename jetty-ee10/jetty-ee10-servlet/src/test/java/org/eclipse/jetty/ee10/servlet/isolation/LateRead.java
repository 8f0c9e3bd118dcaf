package org.eclipse.jetty.ee10.servlet.isolation;

import java.util.ArrayList;
import java.util.List;

/**
 * Something that is read of a kept object once its request has ended.
 *
 * @param name the kept object and what is read of it
 * @param own whether it must be what it was while the request was served; otherwise it changes with its end
 */
record LateRead(String name, boolean own, Read read) {
    interface Read {
        Object read(Kept kept) throws Exception;
    }

    private static final List<LateRead> ALL = make();

    static List<LateRead> all() {
        return ALL;
    }

    private static List<LateRead> make() {
        List<LateRead> all = new ArrayList<>();
        head(all);
        rest(all);
        parts(all);
        response(all);
        return List.copyOf(all);
    }

    private static void own(List<LateRead> all, String name, Read read) {
        all.add(new LateRead(name, true, read));
    }

    private static void any(List<LateRead> all, String name, Read read) {
        all.add(new LateRead(name, false, read));
    }

    private static void head(List<LateRead> all) {
        own(all, "the method", k -> k.request.getMethod());
        own(all, "the request URI", k -> k.request.getRequestURI());
        own(all, "the request URL", k -> k.request.getRequestURL());
        own(all, "the query string", k -> k.request.getQueryString());
        own(all, "the context path", k -> k.request.getContextPath());
        own(all, "the servlet path", k -> k.request.getServletPath());
        own(all, "the path info", k -> k.request.getPathInfo());
        own(all, "the header Authorization", k -> k.request.getHeader("Authorization"));
        own(all, "the headers of a name", k -> k.request.getHeaders("Authorization"));
        own(all, "the header names", k -> k.request.getHeaderNames());
        own(all, "the cookies", k -> k.request.getCookies());
        own(all, "a parameter", k -> k.request.getParameter("secret"));
        own(all, "the parameter values", k -> k.request.getParameterValues("secret"));
        own(all, "the parameter map", k -> k.request.getParameterMap());
        own(all, "the parameter names", k -> k.request.getParameterNames());
        own(all, "the content length", k -> k.request.getContentLengthLong());
        own(all, "the content type", k -> k.request.getContentType());
        own(all, "the character encoding", k -> k.request.getCharacterEncoding());
        own(all, "the trailer fields", k -> k.request.getTrailerFields());
        any(all, "whether trailer fields are ready", k -> k.request.isTrailerFieldsReady());
        own(all, "the wrapper's header Authorization", k -> k.wrapper.getHeader("Authorization"));
        own(all, "the wrapper's parameter", k -> k.wrapper.getParameter("secret"));
    }

    private static void rest(List<LateRead> all) {
        own(all, "the port of the client", k -> k.request.getRemotePort());
        own(all, "the address of the client", k -> k.request.getRemoteAddr());
        own(all, "the local port", k -> k.request.getLocalPort());
        own(all, "the server name", k -> k.request.getServerName());
        own(all, "the server port", k -> k.request.getServerPort());
        own(all, "the protocol", k -> k.request.getProtocol());
        own(all, "the scheme", k -> k.request.getScheme());
        own(all, "whether it is secure", k -> k.request.isSecure());
        own(all, "the locale", k -> k.request.getLocale());
        own(all, "the locales", k -> k.request.getLocales());
        own(all, "the requested session id", k -> k.request.getRequestedSessionId());
        own(all, "the remote user", k -> k.request.getRemoteUser());
        own(all, "the user", k -> k.request.getUserPrincipal());
        own(all, "the authentication type", k -> k.request.getAuthType());
        own(all, "an attribute", k -> k.request.getAttribute(Kept.ATTRIBUTE));
        any(all, "the attribute names", k -> k.request.getAttributeNames());
        own(all, "the servlet context", k -> k.request.getServletContext().getContextPath());
        own(all, "whether it supports asynchronous operation", k -> k.request.isAsyncSupported());
        any(all, "whether an asynchronous cycle is started", k -> k.request.isAsyncStarted());
        any(all, "the dispatcher type", k -> k.request.getDispatcherType());
        own(all, "the mapping", k -> k.request.getHttpServletMapping().getMatchValue());
        any(all, "the request as text", k -> k.request);
    }

    private static void parts(List<LateRead> all) {
        own(all, "the kept cookies", k -> k.cookies);
        own(all, "the kept parameters", k -> k.parameters);
        own(all, "the kept mapping", k -> k.mapping.getPattern() + k.mapping.getMatchValue());
        own(all, "the kept URL", k -> k.url);
        any(all, "the kept dispatcher as text", k -> k.dispatcher);
        any(all, "whether the input stream is finished", k -> k.input == null || k.input.isFinished());
        any(all, "whether the input stream is ready", k -> k.input == null || k.input.isReady());
        any(all, "whether the output stream is ready", k -> k.output == null || k.output.isReady());
        any(all, "whether the writer failed", k -> k.writer == null || k.writer.checkError());
        any(all, "whether the reader is ready", k -> k.reader == null || k.reader.ready());
        any(all, "the timeout of the asynchronous context", k -> k.async == null ? 0 : k.async.getTimeout());
        any(
                all,
                "whether the asynchronous context has the original request",
                k -> k.async == null || k.async.hasOriginalRequestAndResponse());
        own(all, "the request of the asynchronous context", k -> k.async == null || k.async.getRequest() == k.request);
        own(
                all,
                "the response of the asynchronous context",
                k -> k.async == null || k.async.getResponse() == k.response);
        own(
                all,
                "the request of the asynchronous event",
                k -> k.event == null || k.event.getSuppliedRequest() == k.request);
    }

    private static void response(List<LateRead> all) {
        own(all, "the status of the response", k -> k.response.getStatus());
        own(all, "a header of the response", k -> k.response.getHeader("Secret"));
        own(all, "the headers of the response of a name", k -> k.response.getHeaders("Set-Cookie"));
        own(all, "the header names of the response", k -> List.copyOf(k.response.getHeaderNames()));
        own(all, "whether the response is committed", k -> k.response.isCommitted());
        own(all, "the content type of the response", k -> k.response.getContentType());
        any(all, "the character encoding of the response", k -> k.response.getCharacterEncoding());
        any(all, "the buffer size of the response", k -> k.response.getBufferSize());
        any(all, "the locale of the response", k -> k.response.getLocale());
        any(all, "the trailer fields of the response", k -> k.response.getTrailerFields());
        own(all, "a header of the wrapped response", k -> k.responseWrapper.getHeader("Secret"));
        any(all, "an encoded URL", k -> k.response.encodeURL("/ctx/x"));
        any(all, "the response as text", k -> k.response);
        any(all, "the rest of the kept header names", k -> k.headerNames);
        any(all, "the rest of the kept headers", k -> k.cookieHeaders);
    }

    @Override
    public String toString() {
        return name;
    }
}
