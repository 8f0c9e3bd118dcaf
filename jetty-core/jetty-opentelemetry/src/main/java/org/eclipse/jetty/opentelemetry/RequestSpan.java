package org.eclipse.jetty.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.TraceContext;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestPhases;
import org.eclipse.jetty.server.RequestWatch;
import org.eclipse.jetty.server.Response;

/**
 * Records a request as a span, by OpenTelemetry's semantic conventions for HTTP servers. The query is left out, as it may hold
 * secrets. Made for one request.
 */
final class RequestSpan extends RequestWatch {
    private static final TimeUnit UNIT = TimeUnit.MICROSECONDS;
    private static final AttributeKey<Long> HTTP_RESPONSE_STATUS_CODE =
            AttributeKey.longKey("http.response.status_code");
    private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    private static final AttributeKey<String> JETTY_CONTEXT = AttributeKey.stringKey("jetty.context");
    private static final AttributeKey<String> HTTP_REQUEST_METHOD = AttributeKey.stringKey("http.request.method");
    private static final AttributeKey<String> HTTP_REQUEST_METHOD_ORIGINAL =
            AttributeKey.stringKey("http.request.method_original");
    private static final AttributeKey<String> URL_SCHEME = AttributeKey.stringKey("url.scheme");
    private static final AttributeKey<String> URL_PATH = AttributeKey.stringKey("url.path");
    private static final AttributeKey<String> SERVER_ADDRESS = AttributeKey.stringKey("server.address");
    private static final AttributeKey<Long> SERVER_PORT = AttributeKey.longKey("server.port");
    private static final AttributeKey<String> CLIENT_ADDRESS = AttributeKey.stringKey("client.address");
    private static final AttributeKey<String> NETWORK_PEER_ADDRESS = AttributeKey.stringKey("network.peer.address");
    private static final AttributeKey<Long> NETWORK_PEER_PORT = AttributeKey.longKey("network.peer.port");
    private static final AttributeKey<String> NETWORK_PROTOCOL_VERSION =
            AttributeKey.stringKey("network.protocol.version");
    private static final AttributeKey<String> USER_AGENT_ORIGINAL = AttributeKey.stringKey("user_agent.original");
    private static final AttributeKey<String> JETTY_REQUEST_ID = AttributeKey.stringKey("jetty.request.id");
    private static final AttributeKey<Long> JETTY_CONNECTION_CONNECT = AttributeKey.longKey("jetty.connection.connect");
    private static final AttributeKey<Long> JETTY_CONNECTION_TLS = AttributeKey.longKey("jetty.connection.tls");
    private static final List<AttributeKey<Long>> PHASES = keys("jetty.phase.", RequestPhases.Phase.values());
    private static final List<AttributeKey<Long>> WAITS = keys("jetty.wait.", RequestPhases.Wait.values());

    private final Request request;
    private final Response response;
    private final Span span;
    private final TraceContext trace;
    private String contextPath;

    private static List<AttributeKey<Long>> keys(String prefix, Enum<?>[] constants) {
        return Stream.of(constants)
                .map(constant -> AttributeKey.longKey(prefix + constant.name().toLowerCase(Locale.ROOT)))
                .toList();
    }

    /** Begins a span; its parent is what the client sent, or null. */
    RequestSpan(Request request, Response response, TraceContext parent, Tracer tracer) {
        this.request = request;
        this.response = response;
        Context context = parent == null ? Context.root() : Context.root().with(Span.wrap(remote(parent)));
        Instant begin = Instant.now().minus(System.nanoTime() - request.getBeginNanoTime(), ChronoUnit.NANOS);
        span = tracer.spanBuilder(method(request))
                .setParent(context)
                .setSpanKind(SpanKind.SERVER)
                .setStartTimestamp(begin)
                .startSpan();
        SpanContext ids = span.getSpanContext();
        trace = TraceContext.of(ids.getTraceId(), ids.getSpanId(), true, parent == null ? null : parent.getState());
    }

    private static SpanContext remote(TraceContext parent) {
        return SpanContext.createFromRemoteParent(
                parent.getTraceId(),
                parent.getSpanId(),
                parent.isSampled() ? TraceFlags.getSampled() : TraceFlags.getDefault(),
                TraceState.getDefault());
    }

    private static String method(Request request) {
        return HttpMethod.fromString(request.getMethod()) == null ? "HTTP" : request.getMethod();
    }

    @Override
    public TraceContext getTraceContext() {
        return trace;
    }

    @Override
    public void onContext(String path) {
        contextPath = path;
    }

    @Override
    public void onEnd(Throwable failure) {
        AttributesBuilder attributes = Attributes.builder();
        describe(request, attributes);
        int status = response.getStatus();
        if (status > 0) {
            attributes.put(HTTP_RESPONSE_STATUS_CODE, status);
        }
        if (failure != null || status >= 500) {
            span.setStatus(StatusCode.ERROR);
            attributes.put(
                    ERROR_TYPE,
                    failure == null
                            ? String.valueOf(status)
                            : failure.getClass().getName());
        }
        if (contextPath != null) {
            attributes.put(JETTY_CONTEXT, contextPath);
        }
        phases(request, attributes);
        span.setAllAttributes(attributes.build());
        span.end();
    }

    private static void describe(Request request, AttributesBuilder attributes) {
        String method = request.getMethod();
        if (HttpMethod.fromString(method) == null) {
            attributes.put(HTTP_REQUEST_METHOD, "_OTHER");
            attributes.put(HTTP_REQUEST_METHOD_ORIGINAL, method);
        } else {
            attributes.put(HTTP_REQUEST_METHOD, method);
        }
        HttpURI uri = request.getHttpURI();
        attributes.put(URL_SCHEME, uri.getScheme());
        attributes.put(URL_PATH, uri.getPath());
        attributes.put(SERVER_ADDRESS, Request.getServerName(request));
        attributes.put(SERVER_PORT, Request.getServerPort(request));
        attributes.put(CLIENT_ADDRESS, Request.getRemoteAddr(request));
        ConnectionMetaData connection = Request.unWrap(request).getConnectionMetaData();
        if (connection.getRemoteSocketAddress() instanceof InetSocketAddress peer) {
            attributes.put(NETWORK_PEER_ADDRESS, Request.getHostName(peer));
            attributes.put(NETWORK_PEER_PORT, peer.getPort());
        }
        attributes.put(
                NETWORK_PROTOCOL_VERSION,
                connection.getHttpVersion().asString().replace("HTTP/", "").replace("2.0", "2"));
        attributes.put(USER_AGENT_ORIGINAL, request.getHeaders().get(HttpHeader.USER_AGENT));
        attributes.put(JETTY_REQUEST_ID, Request.getLogId(request));
    }

    private static void phases(Request request, AttributesBuilder attributes) {
        RequestPhases phases = RequestPhases.of(request);
        if (phases == null) {
            return;
        }
        for (RequestPhases.Phase phase : RequestPhases.Phase.values()) {
            attributes.put(PHASES.get(phase.ordinal()), phases.get(phase, UNIT));
        }
        for (RequestPhases.Wait wait : RequestPhases.Wait.values()) {
            attributes.put(WAITS.get(wait.ordinal()), phases.get(wait, UNIT));
        }
        long connect = phases.getConnect(UNIT);
        if (connect >= 0) {
            attributes.put(JETTY_CONNECTION_CONNECT, connect);
            if (phases.getTls(UNIT) >= 0) {
                attributes.put(JETTY_CONNECTION_TLS, phases.getTls(UNIT));
            }
        }
    }
}
