package org.eclipse.jetty.compression.server;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.eclipse.jetty.compression.Compression;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.coding.ContentCoding;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.internal.coding.CodingExchange;
import org.eclipse.jetty.server.internal.coding.CodingPolicy;
import org.jspecify.annotations.Nullable;

/** A configuration with the codings that there are. Immutable. */
final class ConfiguredPolicy implements CodingPolicy {
    private final CompressionConfig config;
    private final ContentCoding[] encoders;
    private final ContentCoding[] decoders;
    private final int preferred;

    ConfiguredPolicy(CompressionConfig config, Collection<Compression> compressions) {
        this.config = config;
        List<Compression> rest = new ArrayList<>(compressions);
        rest.removeIf(coding -> !config.isCompressEncodingSupported(coding.getEncodingName()));
        List<Compression> ordered = new ArrayList<>();
        for (String name : config.getCompressPreferredEncodings()) {
            rest.stream().filter(coding -> coding.isNamed(name)).findFirst().ifPresent(coding -> {
                ordered.add(coding);
                rest.remove(coding);
            });
        }
        preferred = ordered.size();
        ordered.addAll(rest);
        encoders = ordered.toArray(ContentCoding[]::new);
        decoders = compressions.stream()
                .filter(coding -> config.isDecompressEncodingSupported(coding.getEncodingName()))
                .toArray(ContentCoding[]::new);
    }

    boolean isCompressPath(String path) {
        return encoders.length > 0 && config.isCompressPathSupported(path);
    }

    boolean isCompressMethod(String method) {
        return config.isCompressMethodSupported(method);
    }

    /** The coding of a request's content that is undone. */
    @Nullable
    ContentCoding getDecoder(Request request, String path) {
        String last = CodingExchange.lastCoding(request.getHeaders());
        if (last == null
                || !config.isDecompressMethodSupported(request.getMethod())
                || !config.isDecompressPathSupported(path)
                || !config.isDecompressMimeTypeSupported(request.getHeaders().get(HttpHeader.CONTENT_TYPE))) {
            return null;
        }
        for (ContentCoding coding : decoders) {
            if (coding.isNamed(last)) {
                return coding;
            }
        }
        return null;
    }

    @Override
    public ContentCoding[] getCodings() {
        return encoders;
    }

    @Override
    public int getPreferred() {
        return preferred;
    }

    @Override
    public boolean isMimeTypeIncluded(@Nullable String mimeType) {
        return config.isCompressMimeTypeSupported(mimeType);
    }

    @Override
    public HttpField getVary() {
        return VARY;
    }

    @Override
    public String toString() {
        return config.toString();
    }
}
