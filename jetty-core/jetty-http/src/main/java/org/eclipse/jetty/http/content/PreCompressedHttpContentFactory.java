package org.eclipse.jetty.http.content;

import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.CompressedContentFormat;
import org.jspecify.annotations.Nullable;

/** Finds, beside content, its precompressed variants: {@code file.gz} for {@code file}. Thread-safe. */
public class PreCompressedHttpContentFactory implements HttpContent.Factory {
    private final HttpContent.Factory factory;
    private final List<CompressedContentFormat> formats;

    public PreCompressedHttpContentFactory(HttpContent.Factory factory, CompressedContentFormat[] formats) {
        this(factory, List.of(formats));
    }

    /** The formats in the order of preference. */
    public PreCompressedHttpContentFactory(HttpContent.Factory factory, List<CompressedContentFormat> formats) {
        this.factory = factory;
        this.formats = List.copyOf(formats);
    }

    @Override
    public @Nullable HttpContent getContent(String path) throws IOException {
        HttpContent content = factory.getContent(path);
        if (content == null || formats.isEmpty()) {
            return content;
        }
        if (content.isDirectory()) {
            return content;
        }
        Set<CompressedContentFormat> present = null;
        for (CompressedContentFormat format : formats) {
            HttpContent variant = factory.getContent(path + format.getExtension());
            // an older variant may be one of former content
            if (variant == null || isOlder(variant, content)) {
                continue;
            }
            if (present == null) {
                present = new LinkedHashSet<>();
            }
            present.add(format);
        }
        return present == null ? content : new Compressed(content, present);
    }

    private static boolean isOlder(HttpContent variant, HttpContent content) {
        Instant ofVariant = variant.getLastModifiedInstant();
        Instant ofContent = content.getLastModifiedInstant();
        return ofVariant != null && ofContent != null && ofVariant.isBefore(ofContent);
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + factory + "," + formats + "]";
    }

    private static final class Compressed extends HttpContent.Wrapper {
        private final Set<CompressedContentFormat> formats;

        private Compressed(HttpContent content, Set<CompressedContentFormat> formats) {
            super(content);
            this.formats = Collections.unmodifiableSet(formats);
        }

        @Override
        public Set<CompressedContentFormat> getPreCompressedContentFormats() {
            return formats;
        }
    }
}
