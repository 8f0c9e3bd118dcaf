package org.eclipse.jetty.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestPhases;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of the span of a request, by OpenTelemetry's semantic conventions for HTTP servers. The query is left out, as it may
 * hold secrets; values that clients choose are cut at {@value #MAX_VALUE_LENGTH} characters.
 */
final class RequestAttributes {
    static final int MAX_VALUE_LENGTH = 1024;
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

    private RequestAttributes() {}

    private static List<AttributeKey<Long>> keys(String prefix, Enum<?>[] constants) {
        return Stream.of(constants)
                .map(constant -> AttributeKey.longKey(prefix + constant.name().toLowerCase(Locale.ROOT)))
                .toList();
    }

    static Attributes of(EndedRequest request) {
        AttributesBuilder attributes = Attributes.builder();
        target(request, attributes);
        network(request, attributes);
        outcome(request, attributes);
        phases(request.phases(), attributes);
        return attributes.build();
    }

    private static void put(AttributesBuilder attributes, AttributeKey<String> key, @Nullable String value) {
        attributes.put(
                key,
                value == null || value.length() <= MAX_VALUE_LENGTH ? value : value.substring(0, MAX_VALUE_LENGTH));
    }

    private static void target(EndedRequest request, AttributesBuilder attributes) {
        String method = request.method();
        if (HttpMethod.fromString(method) == null) {
            put(attributes, HTTP_REQUEST_METHOD, "_OTHER");
            put(attributes, HTTP_REQUEST_METHOD_ORIGINAL, method);
        } else {
            put(attributes, HTTP_REQUEST_METHOD, method);
        }
        put(attributes, URL_SCHEME, request.scheme());
        put(attributes, URL_PATH, request.path());
        put(attributes, SERVER_ADDRESS, request.serverName());
        attributes.put(SERVER_PORT, request.serverPort());
        put(attributes, USER_AGENT_ORIGINAL, request.userAgent());
        put(attributes, JETTY_REQUEST_ID, request.connectionId() + "#" + request.id());
    }

    private static void network(EndedRequest request, AttributesBuilder attributes) {
        SocketAddress client = request.client();
        put(
                attributes,
                CLIENT_ADDRESS,
                client instanceof InetSocketAddress inet
                        ? Request.getHostName(inet)
                        : client == null ? null : client.toString());
        if (request.peer() instanceof InetSocketAddress peer) {
            put(attributes, NETWORK_PEER_ADDRESS, Request.getHostName(peer));
            attributes.put(NETWORK_PEER_PORT, peer.getPort());
        }
        put(
                attributes,
                NETWORK_PROTOCOL_VERSION,
                request.version().asString().replace("HTTP/", "").replace("2.0", "2"));
    }

    private static void outcome(EndedRequest request, AttributesBuilder attributes) {
        if (request.status() > 0) {
            attributes.put(HTTP_RESPONSE_STATUS_CODE, request.status());
        }
        if (request.isError()) {
            put(
                    attributes,
                    ERROR_TYPE,
                    request.failure() == null ? String.valueOf(request.status()) : request.failure());
        }
        put(attributes, JETTY_CONTEXT, request.contextPath());
    }

    private static void phases(@Nullable RequestPhases phases, AttributesBuilder attributes) {
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
