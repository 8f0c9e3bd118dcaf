package org.eclipse.jetty.compression.server;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.pathmap.PathSpecSet;
import org.eclipse.jetty.server.internal.coding.CodingExchange;
import org.eclipse.jetty.util.AsciiLowerCaseSet;
import org.eclipse.jetty.util.IncludeExclude;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * Which responses are encoded and which requests are decoded, by coding, method, content type and path: what is included, or
 * everything if nothing is, unless it is excluded. Immutable.
 */
@ManagedObject("What is encoded and decoded")
public class CompressionConfig extends AbstractLifeCycle {
    private final Rules compress;
    private final Rules decompress;
    private final List<String> preferredEncodings;

    private CompressionConfig(Builder builder) {
        compress = new Rules(builder.compress);
        decompress = new Rules(builder.decompress);
        preferredEncodings = List.copyOf(builder.preferredEncodings);
    }

    public static Builder builder() {
        return new Builder();
    }

    @ManagedAttribute("The codings of responses")
    public Set<String> getCompressIncludeEncodings() {
        return included(compress.encodings);
    }

    @ManagedAttribute("The codings that responses do not have")
    public Set<String> getCompressExcludeEncodings() {
        return excluded(compress.encodings);
    }

    @ManagedAttribute("The methods whose responses are encoded")
    public Set<String> getCompressIncludeMethods() {
        return included(compress.methods);
    }

    @ManagedAttribute("The methods whose responses are not encoded")
    public Set<String> getCompressExcludeMethods() {
        return excluded(compress.methods);
    }

    @ManagedAttribute("The content types of responses that are encoded")
    public Set<String> getCompressIncludeMimeTypes() {
        return included(compress.mimeTypes);
    }

    @ManagedAttribute("The content types of responses that are not encoded")
    public Set<String> getCompressExcludeMimeTypes() {
        return excluded(compress.mimeTypes);
    }

    @ManagedAttribute("The paths of responses that are encoded")
    public Set<String> getCompressIncludePaths() {
        return included(compress.paths);
    }

    @ManagedAttribute("The paths of responses that are not encoded")
    public Set<String> getCompressExcludePaths() {
        return excluded(compress.paths);
    }

    @ManagedAttribute("The codings in the order in which the server prefers them")
    public List<String> getCompressPreferredEncodings() {
        return preferredEncodings;
    }

    @ManagedAttribute("The codings of requests that are decoded")
    public Set<String> getDecompressIncludeEncodings() {
        return included(decompress.encodings);
    }

    @ManagedAttribute("The codings of requests that are not decoded")
    public Set<String> getDecompressExcludeEncodings() {
        return excluded(decompress.encodings);
    }

    @ManagedAttribute("The methods of requests that are decoded")
    public Set<String> getDecompressIncludeMethods() {
        return included(decompress.methods);
    }

    @ManagedAttribute("The methods of requests that are not decoded")
    public Set<String> getDecompressExcludeMethods() {
        return excluded(decompress.methods);
    }

    @ManagedAttribute("The content types of requests that are decoded")
    public Set<String> getDecompressIncludeMimeTypes() {
        return included(decompress.mimeTypes);
    }

    @ManagedAttribute("The content types of requests that are not decoded")
    public Set<String> getDecompressExcludeMimeTypes() {
        return excluded(decompress.mimeTypes);
    }

    @ManagedAttribute("The paths of requests that are decoded")
    public Set<String> getDecompressIncludePaths() {
        return included(decompress.paths);
    }

    @ManagedAttribute("The paths of requests that are not decoded")
    public Set<String> getDecompressExcludePaths() {
        return excluded(decompress.paths);
    }

    private static Set<String> included(IncludeExclude<String> rule) {
        return Collections.unmodifiableSet(rule.getIncluded());
    }

    private static Set<String> excluded(IncludeExclude<String> rule) {
        return Collections.unmodifiableSet(rule.getExcluded());
    }

    public boolean isCompressMethodSupported(String method) {
        return CodingExchange.isMethodIncluded(compress.methods, method);
    }

    public boolean isCompressMimeTypeSupported(@Nullable String mimeType) {
        return CodingExchange.isMimeTypeIncluded(compress.mimeTypes, mimeType);
    }

    public boolean isDecompressMethodSupported(String method) {
        return decompress.methods.test(method);
    }

    public boolean isDecompressMimeTypeSupported(@Nullable String mimeType) {
        return CodingExchange.isMimeTypeIncluded(decompress.mimeTypes, mimeType);
    }

    boolean isCompressEncodingSupported(String encoding) {
        return compress.encodings.test(encoding);
    }

    boolean isCompressPathSupported(String path) {
        return compress.paths.test(path);
    }

    boolean isDecompressEncodingSupported(String encoding) {
        return decompress.encodings.test(encoding);
    }

    boolean isDecompressPathSupported(String path) {
        return decompress.paths.test(path);
    }

    /** What one direction includes and excludes. */
    private record Rules(
            IncludeExclude<String> encodings,
            IncludeExclude<String> methods,
            IncludeExclude<String> mimeTypes,
            IncludeExclude<String> paths) {
        private Rules() {
            this(
                    new IncludeExclude<>(AsciiLowerCaseSet.class),
                    new IncludeExclude<>(),
                    new IncludeExclude<>(AsciiLowerCaseSet.class),
                    new IncludeExclude<>(PathSpecSet.class));
        }

        private Rules(Rules copied) {
            this();
            encodings.addAll(copied.encodings);
            methods.addAll(copied.methods);
            mimeTypes.addAll(copied.mimeTypes);
            paths.addAll(copied.paths);
        }
    }

    /** Collects what a configuration includes and excludes. Not thread-safe. */
    public static class Builder {
        private final Rules compress = new Rules();
        private final Rules decompress = new Rules();
        private final List<String> preferredEncodings = new ArrayList<>();

        private Builder() {}

        /**
         * Adds the defaults: responses to GET (and HEAD with it) and POST are encoded unless their content type is compressed
         * already; requests with POST are decoded.
         */
        public Builder defaults() {
            compress.methods.include(HttpMethod.GET.asString());
            compress.methods.include(HttpMethod.POST.asString());
            CodingExchange.excludeCompressed(compress.mimeTypes);
            compress.paths.exclude("*.svgz");
            decompress.methods.include(HttpMethod.POST.asString());
            return this;
        }

        public Builder compressIncludeEncoding(String encoding) {
            compress.encodings.include(encoding);
            return this;
        }

        public Builder compressExcludeEncoding(String encoding) {
            compress.encodings.exclude(encoding);
            return this;
        }

        public Builder compressIncludeMethod(String method) {
            compress.methods.include(method);
            return this;
        }

        public Builder compressExcludeMethod(String method) {
            compress.methods.exclude(method);
            return this;
        }

        public Builder compressIncludeMimeType(String mimeType) {
            compress.mimeTypes.include(mimeType);
            return this;
        }

        public Builder compressExcludeMimeType(String mimeType) {
            compress.mimeTypes.exclude(mimeType);
            return this;
        }

        /** Adds a path spec; a regular expression begins with {@code ^}. */
        public Builder compressIncludePath(String pathSpec) {
            compress.paths.include(pathSpec);
            return this;
        }

        public Builder compressExcludePath(String pathSpec) {
            compress.paths.exclude(pathSpec);
            return this;
        }

        /** The codings in the order in which they are taken where the client wants several as much; 15 at most. */
        public Builder compressPreferredEncodings(List<String> encodings) {
            preferredEncodings.clear();
            preferredEncodings.addAll(encodings);
            return this;
        }

        public Builder decompressIncludeEncoding(String encoding) {
            decompress.encodings.include(encoding);
            return this;
        }

        public Builder decompressExcludeEncoding(String encoding) {
            decompress.encodings.exclude(encoding);
            return this;
        }

        public Builder decompressIncludeMethod(String method) {
            decompress.methods.include(method);
            return this;
        }

        public Builder decompressExcludeMethod(String method) {
            decompress.methods.exclude(method);
            return this;
        }

        public Builder decompressIncludeMimeType(String mimeType) {
            decompress.mimeTypes.include(mimeType);
            return this;
        }

        public Builder decompressExcludeMimeType(String mimeType) {
            decompress.mimeTypes.exclude(mimeType);
            return this;
        }

        public Builder decompressIncludePath(String pathSpec) {
            decompress.paths.include(pathSpec);
            return this;
        }

        public Builder decompressExcludePath(String pathSpec) {
            decompress.paths.exclude(pathSpec);
            return this;
        }

        public CompressionConfig build() {
            return new CompressionConfig(this);
        }
    }
}
