package org.eclipse.jetty.client.internal;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.client.Authentication;
import org.eclipse.jetty.client.AuthenticationStore;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.client.ProxyConfiguration;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.TraceContext;
import org.eclipse.jetty.util.HostPort;

/** Adds the fields that requests have in common. */
public final class RequestFields {
    private RequestFields() {}

    public static void add(HttpRequest request, HttpClient client) {
        request.headers(fields -> {
            if (!fields.contains(HttpHeader.HOST)) {
                int port = HttpScheme.normalizePort(request.getScheme(), request.getPort());
                String host = HostPort.normalizeHost(request.getHost());
                fields.put(HttpHeader.HOST, port > 0 ? host + ":" + port : host);
            }
            contentCoding(client, fields);
            contentType(request, client, fields);
            cookies(request, client, fields);
            trace(fields);
        });
        AuthenticationStore credentials = client.getAuthenticationStore();
        if (credentials.hasAuthenticationResults() && !request.getHeaders().contains(HttpHeader.AUTHORIZATION)) {
            Authentication.Result result = credentials.findAuthenticationResult(request.getURI());
            if (result != null) {
                apply(result, request, HttpHeader.AUTHORIZATION);
            }
        }
        proxyCredentials(request, client);
    }

    /** The request belongs to the trace of what this thread handles, unless it was given another. */
    private static void trace(HttpFields.Mutable fields) {
        TraceContext context = TraceContext.current();
        if (context != null && !fields.contains(TraceContext.TRACEPARENT)) {
            context.setTo(fields);
        }
    }

    /** Credentials for a proxy that is sent the request itself; a tunnel has its own. */
    private static void proxyCredentials(HttpRequest request, HttpClient client) {
        List<ProxyConfiguration.Proxy> proxies = client.getProxyConfiguration().getProxies();
        if (proxies.isEmpty() || request.getHeaders().contains(HttpHeader.PROXY_AUTHORIZATION)) {
            return;
        }
        Origin origin = client.getTransport().newOrigin(request);
        ProxyConfiguration.Proxy proxy = client.getProxyConfiguration().match(origin);
        if (proxy != null && proxy.isForwarding(origin)) {
            URI uri = proxy.getURI();
            Authentication.Result result =
                    uri == null ? null : client.getAuthenticationStore().findAuthenticationResult(uri);
            if (result != null) {
                apply(result, request, HttpHeader.PROXY_AUTHORIZATION);
            }
        }
    }

    private static void apply(Authentication.Result result, HttpRequest request, HttpHeader credentials) {
        result.apply(request);
        request.addedCredentials(credentials);
    }

    /** A range would be one of the coded content, which cannot be decoded (Fetch, section 4.6). */
    private static void contentCoding(HttpClient client, HttpFields.Mutable fields) {
        HttpField ofClient = client.getContentDecoderFactories().getAcceptEncodingField();
        if (ofClient != null
                && fields.contains(HttpHeader.RANGE)
                && fields.getField(HttpHeader.ACCEPT_ENCODING) == ofClient) {
            fields.put(HttpHeader.ACCEPT_ENCODING, HttpHeaderValue.IDENTITY.asString());
        }
    }

    private static void contentType(Request request, HttpClient client, HttpFields.Mutable fields) {
        Request.Content body = request.getBody();
        if (body != null && !fields.contains(HttpHeader.CONTENT_TYPE)) {
            String type = body.getContentType();
            type = type == null ? client.getDefaultRequestContentType() : type;
            if (type != null) {
                fields.put(HttpHeader.CONTENT_TYPE, type);
            }
        }
    }

    /** RFC 6265, section 5.4: one field with all pairs. */
    private static void cookies(HttpRequest request, HttpClient client, HttpFields.Mutable fields) {
        String given = fields.get(HttpHeader.COOKIE);
        request.setGivenCookies(given);
        HttpCookieStore store = client.getHttpCookieStore();
        // without a store of cookies, nothing needs the parsed URI
        List<HttpCookie> stored = store instanceof HttpCookieStore.Empty ? List.of() : store.match(request.getURI());
        if (stored.isEmpty() && request.getCookies().isEmpty()) {
            return;
        }
        List<HttpCookie> all = new ArrayList<>(stored);
        all.addAll(request.getCookies());
        StringBuilder value = new StringBuilder();
        if (given != null) {
            value.append(given);
        }
        for (HttpCookie cookie : all) {
            value.append(value.isEmpty() ? "" : "; ")
                    .append(cookie.getName())
                    .append('=')
                    .append(cookie.getValue());
        }
        fields.put(HttpHeader.COOKIE, value.toString());
    }
}
