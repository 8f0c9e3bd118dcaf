package org.eclipse.jetty.compression.server;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.eclipse.jetty.compression.Compression;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.coding.AcceptEncoding;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.eclipse.jetty.http.pathmap.PathMappings;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.internal.coding.CodingExchange;
import org.eclipse.jetty.server.internal.coding.CodingPolicy;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.jspecify.annotations.Nullable;

/**
 * Encodes what the handlers below write by the coding that the client wants most (RFC 9110, section 12.5.3), and decodes the
 * content of requests, as the {@link CompressionConfig} says that matches the path best.
 *
 * <p>Where the client wants several codings as much, the first of the configuration's preferred ones is taken, else the one
 * that the client names first. Content that is less than the coding's least size stays as it is, unless the client refuses
 * that. A client that refuses all there is, and content without coding, gets 406.
 *
 * <p>A response is never encoded with status 1xx, 204, 205, 206 or 304, or if it has a coding already. Its entity tag gets the
 * suffix of the coding, which conditional requests lose again before the handlers below see them.
 *
 * <p>Without codings added, those that are found as services are taken; without configurations, the defaults for all paths.
 * Thread-safe once started.
 */
@ManagedObject("Encodes responses and decodes requests")
public class CompressionHandler extends Handler.Wrapper {
    /** What decoded content may have by default, in bytes. */
    public static final long DEFAULT_MAX_DECOMPRESSED_SIZE = 64L * 1024 * 1024;

    private final Map<String, Compression> compressions = new LinkedHashMap<>();
    private final PathMappings<CompressionConfig> configurations = new PathMappings<>();
    private final PathMappings<ConfiguredPolicy> policies = new PathMappings<>();
    private long maxDecompressedSize = DEFAULT_MAX_DECOMPRESSED_SIZE;

    public CompressionHandler() {
        this(null);
    }

    public CompressionHandler(@Nullable Handler handler) {
        super(handler);
    }

    /** Adds a coding, in the place of the one of the same name, which is returned. */
    public @Nullable Compression putCompression(Compression compression) {
        checkNotStarted();
        Compression replaced = compressions.put(compression.getEncodingName(), compression);
        updateBean(replaced, compression);
        return replaced;
    }

    /** Removes a coding by its registered name; returns it. */
    public @Nullable Compression removeCompression(String encodingName) {
        checkNotStarted();
        Compression removed = compressions.remove(encodingName.toLowerCase(Locale.ROOT));
        removeBean(removed);
        return removed;
    }

    /** The configuration of a path spec, which is made with the defaults if there is none. */
    public CompressionConfig ensureConfiguration(PathSpec pathSpec) {
        CompressionConfig config = configurations.get(pathSpec);
        if (config == null) {
            config = CompressionConfig.builder().defaults().build();
            putConfiguration(pathSpec, config);
        }
        return config;
    }

    public CompressionConfig ensureConfiguration(String pathSpec) {
        return ensureConfiguration(PathSpec.from(pathSpec));
    }

    /** The configuration of exactly this path spec. */
    public @Nullable CompressionConfig getConfiguration(PathSpec pathSpec) {
        return configurations.get(pathSpec);
    }

    public @Nullable CompressionConfig getConfiguration(String pathSpec) {
        return getConfiguration(PathSpec.from(pathSpec));
    }

    /** Sets the configuration of a path spec; returns the one before. */
    public @Nullable CompressionConfig putConfiguration(PathSpec pathSpec, CompressionConfig config) {
        checkNotStarted();
        CompressionConfig replaced = configurations.get(pathSpec);
        configurations.put(pathSpec, Objects.requireNonNull(config, "config"));
        updateBean(replaced, config);
        return replaced;
    }

    public @Nullable CompressionConfig putConfiguration(String pathSpec, CompressionConfig config) {
        return putConfiguration(PathSpec.from(pathSpec), config);
    }

    @ManagedAttribute("The most bytes of a request's decoded content; -1 for no limit")
    public long getMaxDecompressedSize() {
        return maxDecompressedSize;
    }

    /** The most bytes that the content of a request may have once decoded, else 413; -1 for no limit. */
    public void setMaxDecompressedSize(long size) {
        if (size < -1) {
            throw new IllegalArgumentException(
                    "maxDecompressedSize is " + size + ", expected: bytes, or -1 for no limit");
        }
        maxDecompressedSize = size;
    }

    private void checkNotStarted() {
        if (isRunning()) {
            throw new IllegalStateException(getState());
        }
    }

    @Override
    protected void doStart() throws Exception {
        if (compressions.isEmpty()) {
            ServiceLoader.load(Compression.class, getClass().getClassLoader()).forEach(this::addFound);
        }
        if (configurations.isEmpty()) {
            CompressionConfig config = CompressionConfig.builder().defaults().build();
            configurations.put("/", config);
            addBean(config);
        }
        for (Compression compression : compressions.values()) {
            compression.setContainer(Handler.serverOf(this));
        }
        for (Map.Entry<PathSpec, CompressionConfig> entry : configurations.entrySet()) {
            policies.put(entry.getKey(), new ConfiguredPolicy(entry.getValue(), compressions.values()));
        }
        super.doStart();
    }

    private void addFound(Compression compression) {
        compressions.put(compression.getEncodingName(), compression);
        addBean(compression);
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        policies.reset();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Handler next = getHandler();
        if (next == null) {
            return false;
        }
        String path = Request.getPathInContext(request);
        MatchedResource<ConfiguredPolicy> matched = path == null ? null : policies.getMatched(path);
        if (path == null || matched == null) {
            return next.handle(request, response, callback);
        }
        ConfiguredPolicy policy = matched.getResource();
        boolean pathIncluded = policy.isCompressPath(path);
        boolean encode = pathIncluded && policy.isCompressMethod(request.getMethod());
        if (encode && acceptsNothing(request.getHeaders(), policy)) {
            response.getHeaders().ensureField(CodingPolicy.VARY);
            Response.writeError(
                    request, response, callback, HttpStatus.NOT_ACCEPTABLE_406, "No acceptable content coding");
            return true;
        }
        return CodingExchange.handle(
                next,
                request,
                response,
                callback,
                policy.getDecoder(request, path),
                maxDecompressedSize,
                pathIncluded ? policy : null,
                encode);
    }

    private static boolean acceptsNothing(HttpFields headers, ConfiguredPolicy policy) {
        return AcceptEncoding.refusesIdentity(headers)
                && AcceptEncoding.choose(headers, policy.getCodings(), policy.getPreferred()) == null;
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x{%s,supported=%s}",
                getClass().getSimpleName(), hashCode(), getState(), String.join(",", compressions.keySet()));
    }
}
