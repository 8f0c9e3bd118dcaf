package org.eclipse.jetty.http.content;

import java.io.IOException;
import java.util.Objects;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** Gives one resource for paths that end in its name and that another factory has nothing for, such as a style sheet of listings. Thread-safe. */
public class VirtualHttpContentFactory implements HttpContent.Factory {
    private final HttpContent.Factory factory;
    private final @Nullable Resource resource;
    private final String contentType;
    private final @Nullable String matchSuffix;
    private final ByteBufferPool.Sized pool;

    public VirtualHttpContentFactory(
            HttpContent.Factory factory,
            @Nullable Resource resource,
            String contentType,
            ByteBufferPool.Sized bufferPool) {
        this.factory = Objects.requireNonNull(factory, "factory");
        this.resource = resource;
        this.contentType = contentType;
        this.matchSuffix = resource == null ? null : "/" + resource.getFileName();
        this.pool = bufferPool;
    }

    public @Nullable Resource getResource() {
        return resource;
    }

    @Override
    public @Nullable HttpContent getContent(String path) throws IOException {
        HttpContent content = factory.getContent(path);
        if (content != null || resource == null || !matchResource(path)) {
            return content;
        }
        return new ResourceHttpContent(resource, contentType, pool);
    }

    protected boolean matchResource(@Nullable String path) {
        return matchSuffix != null && path != null && path.endsWith(matchSuffix);
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + factory + "," + resource + "]";
    }
}
