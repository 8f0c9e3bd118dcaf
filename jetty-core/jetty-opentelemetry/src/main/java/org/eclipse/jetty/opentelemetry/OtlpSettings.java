package org.eclipse.jetty.opentelemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.resources.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/**
 * Where traces and metrics are sent to, and as whose: properties of the server, otherwise the environment variables of OpenTelemetry
 * (OpenTelemetry specification, "OTLP exporter configuration"), otherwise defaults.
 *
 * <p>The protocol is {@code http/protobuf}. Settings are made before the start; then immutable.
 */
public class OtlpSettings {
    private static final String DEFAULT_ENDPOINT = "http://localhost:4318";
    private static final long DEFAULT_TIMEOUT = 10_000;
    /** The room for what is counted is taken at once. */
    private static final int MAX_COUNT = 1 << 20;

    private static final String PROTOCOL = "http/protobuf";

    private final UnaryOperator<String> environment;
    private final String instance = UUID.randomUUID().toString();
    private @Nullable String endpoint;
    private @Nullable String headersFile;
    private @Nullable String certificateFile;
    private @Nullable String compression;
    private @Nullable String serviceName;
    private Map<String, String> resourceAttributes = Map.of();
    private long timeout;

    /** What is sent, each of which may have variables of its own. */
    enum Signal {
        TRACES,
        METRICS;

        private String path() {
            return "v1/" + name().toLowerCase(Locale.ROOT);
        }
    }

    public OtlpSettings() {
        this(System::getenv);
    }

    OtlpSettings(UnaryOperator<String> environment) {
        this.environment = environment;
    }

    /** Sets the base of the collector's URLs, to which {@code /v1/traces} and {@code /v1/metrics} are added; empty for none. */
    public void setEndpoint(String url) {
        endpoint = StringUtil.isBlank(url)
                ? null
                : endpoint(url, "jetty.otlp.endpoint").toString();
    }

    public @Nullable String getEndpoint() {
        return endpoint;
    }

    private static URI endpoint(String url, String name) {
        try {
            URI uri = new URI(url.trim());
            boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (http && uri.getHost() != null && uri.getQuery() == null && uri.getFragment() == null) {
                return uri;
            }
        } catch (URISyntaxException x) {
            // said below
        }
        throw new IllegalArgumentException(
                name + ": " + url + " (expected: http or https and a host, as in http://localhost:4318)");
    }

    /** Sets a file with fields that are added to each request, a {@code name=value} on each line, such as a token; empty for none. */
    public void setHeadersFile(String file) {
        headersFile = StringUtil.isBlank(file) ? null : file;
        if (headersFile != null) {
            readHeaders(path(headersFile, "jetty.otlp.headersFile"));
        }
    }

    public @Nullable String getHeadersFile() {
        return headersFile;
    }

    /** Sets a file with the certificates, in PEM, that the collector's is trusted by; empty for those of the JVM. */
    public void setCertificateFile(String file) {
        certificateFile = StringUtil.isBlank(file) ? null : file;
        if (certificateFile != null) {
            read(path(certificateFile, "jetty.otlp.certificateFile"));
        }
    }

    public @Nullable String getCertificateFile() {
        return certificateFile;
    }

    /** Sets the content coding of requests: {@code gzip} or {@code none}; empty for that of the environment. */
    public void setCompression(String coding) {
        compression = StringUtil.isBlank(coding) ? null : compression(coding, "jetty.otlp.compression");
    }

    public @Nullable String getCompression() {
        return compression;
    }

    private static String compression(String coding, String name) {
        if (!List.of("gzip", "none").contains(coding)) {
            throw new IllegalArgumentException(name + ": " + coding + " (expected: gzip or none)");
        }
        return coding;
    }

    /** Sets the time that a request to the collector may take, in milliseconds; 0 for that of the environment, or 10,000. */
    public void setTimeout(long millis) {
        if (millis < 0) {
            throw new IllegalArgumentException("jetty.otlp.timeout: " + millis + " (expected: 0 or more milliseconds)");
        }
        timeout = millis;
    }

    public long getTimeout() {
        return timeout;
    }

    /** Sets the name of this service; empty for that of the environment, or {@code jetty}. */
    public void setServiceName(String name) {
        serviceName = StringUtil.isBlank(name) ? null : name;
    }

    public @Nullable String getServiceName() {
        return serviceName;
    }

    /** Sets attributes of this process, as in {@code deployment.environment.name=test,service.namespace=shop}. */
    public void setResourceAttributes(String attributes) {
        resourceAttributes = pairs(attributes, "jetty.otlp.resourceAttributes");
    }

    public String getResourceAttributes() {
        StringBuilder text = new StringBuilder();
        resourceAttributes.forEach((name, value) ->
                text.append(text.isEmpty() ? "" : ",").append(name).append('=').append(value));
        return text.toString();
    }

    // ---- what results of it

    /** Returns a variable of a signal, or that of all of them; null if neither is set. */
    private @Nullable String variable(Signal signal, String name) {
        String own = variable("OTEL_EXPORTER_OTLP_" + signal + "_" + name);
        return own != null ? own : variable("OTEL_EXPORTER_OTLP_" + name);
    }

    /** Returns the value of an environment variable; null if it is not set or empty, which is the same to OpenTelemetry. */
    @Nullable
    String variable(String name) {
        String value = environment.apply(name);
        return StringUtil.isBlank(value) ? null : value.trim();
    }

    /** Returns the value of a variable that is a time in milliseconds. */
    long millis(String name, long otherwise) {
        return positive(name, otherwise, Integer.MAX_VALUE, "1 to " + Integer.MAX_VALUE + " milliseconds");
    }

    /** Returns the value of a variable that is a number of things, at least 1. */
    int count(String name, int otherwise) {
        return (int) positive(name, otherwise, MAX_COUNT, "1 to " + MAX_COUNT);
    }

    private long positive(String name, long otherwise, long most, String expected) {
        String value = variable(name);
        if (value == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(value);
            if (number > 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException x) {
            // said below
        }
        throw new IllegalArgumentException(name + ": " + value + " (expected: " + expected + ")");
    }

    String url(Signal signal) {
        String own = variable("OTEL_EXPORTER_OTLP_" + signal + "_ENDPOINT");
        if (endpoint == null && own != null) {
            // as it is: OpenTelemetry specification, "Endpoint URLs for OTLP/HTTP"
            return endpoint(own, "OTEL_EXPORTER_OTLP_" + signal + "_ENDPOINT").toString();
        }
        String all = variable("OTEL_EXPORTER_OTLP_ENDPOINT");
        String base = endpoint != null
                ? endpoint
                : all != null ? endpoint(all, "OTEL_EXPORTER_OTLP_ENDPOINT").toString() : DEFAULT_ENDPOINT;
        return base + (base.endsWith("/") ? "" : "/") + signal.path();
    }

    Map<String, String> headers(Signal signal) {
        if (headersFile != null) {
            return readHeaders(path(headersFile, "jetty.otlp.headersFile"));
        }
        return pairs(variable(signal, "HEADERS"), "OTEL_EXPORTER_OTLP_HEADERS");
    }

    long timeout(Signal signal) {
        if (timeout > 0) {
            return timeout;
        }
        return millis(
                "OTEL_EXPORTER_OTLP_" + signal + "_TIMEOUT", millis("OTEL_EXPORTER_OTLP_TIMEOUT", DEFAULT_TIMEOUT));
    }

    String compression(Signal signal) {
        String coding = variable(signal, "COMPRESSION");
        return compression != null
                ? compression
                : coding == null ? "none" : compression(coding, "OTEL_EXPORTER_OTLP_COMPRESSION");
    }

    /** Returns the certificates that the collector's is trusted by, in PEM; null for those of the JVM. */
    byte @Nullable [] certificate(Signal signal) {
        String file = certificateFile != null ? certificateFile : variable(signal, "CERTIFICATE");
        return file == null ? null : read(path(file, "jetty.otlp.certificateFile"));
    }

    /** Refuses another protocol than the one that is spoken here. */
    void checkProtocol(Signal signal) {
        String protocol = variable(signal, "PROTOCOL");
        if (protocol != null && !PROTOCOL.equals(protocol)) {
            throw new IllegalArgumentException(
                    "OTEL_EXPORTER_OTLP_PROTOCOL: " + protocol + " (expected: " + PROTOCOL + ")");
        }
    }

    /** Returns what traces and metrics come from. */
    Resource resource() {
        AttributesBuilder attributes = Attributes.builder();
        attributes.put("service.name", "jetty");
        attributes.put("service.instance.id", instance);
        pairs(variable("OTEL_RESOURCE_ATTRIBUTES"), "OTEL_RESOURCE_ATTRIBUTES").forEach(attributes::put);
        String name = variable("OTEL_SERVICE_NAME");
        if (name != null) {
            attributes.put("service.name", name);
        }
        resourceAttributes.forEach(attributes::put);
        if (serviceName != null) {
            attributes.put("service.name", serviceName);
        }
        return Resource.getDefault().merge(Resource.create(attributes.build()));
    }

    // ---- reading

    private static Path path(String file, String name) {
        try {
            return Path.of(file);
        } catch (InvalidPathException x) {
            throw new IllegalArgumentException(name + ": " + file + " (expected: the path of a file)", x);
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException x) {
            throw new UncheckedIOException("Cannot read " + file + ": " + x, x);
        }
    }

    private static Map<String, String> readHeaders(Path file) {
        Map<String, String> headers = new LinkedHashMap<>();
        int number = 0;
        for (String line : new String(read(file), StandardCharsets.UTF_8).split("\r?\n")) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            int equals = line.indexOf('=');
            if (equals < 1) {
                // without the line, which may hold a secret
                throw new IllegalArgumentException(file + ":" + number + ": no field (expected: name=value)");
            }
            headers.put(
                    line.substring(0, equals).trim(), line.substring(equals + 1).trim());
        }
        return headers;
    }

    /** Reads pairs by the syntax of W3C Baggage, as OpenTelemetry writes lists: {@code a=1,b=2}, with percent-encoded values. */
    private static Map<String, String> pairs(@Nullable String text, String name) {
        Map<String, String> pairs = new LinkedHashMap<>();
        if (StringUtil.isBlank(text)) {
            return pairs;
        }
        for (String pair : text.split(",")) {
            if (pair.isBlank()) {
                continue;
            }
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        name + ": an entry without a value (expected: name=value,name=value)");
            }
            try {
                String value = pair.substring(equals + 1).trim().replace("+", "%2B");
                pairs.put(pair.substring(0, equals).trim(), URLDecoder.decode(value, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException x) {
                throw new IllegalArgumentException(
                        name + ": a value that is not percent-encoded (expected: name=value,name=value)", x);
            }
        }
        return pairs;
    }
}
