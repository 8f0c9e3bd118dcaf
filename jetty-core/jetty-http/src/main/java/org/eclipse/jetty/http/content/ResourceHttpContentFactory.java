package org.eclipse.jetty.http.content;

import java.io.IOException;
import java.util.Objects;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** Content of the resources below a base. Thread-safe. */
public class ResourceHttpContentFactory implements HttpContent.Factory {
    private final Resource baseResource;
    private final MimeTypes mimeTypes;
    private final ByteBufferPool.Sized pool;

    public ResourceHttpContentFactory(Resource baseResource, MimeTypes mimeTypes, ByteBufferPool.Sized bufferPool) {
        this.baseResource = Objects.requireNonNull(baseResource, "baseResource");
        this.mimeTypes = Objects.requireNonNull(mimeTypes, "mimeTypes");
        this.pool = bufferPool;
    }

    @Override
    public @Nullable HttpContent getContent(String path) throws IOException {
        Resource resource = resolve(path);
        if (resource == null || !resource.exists() || !resource.isReadable()) {
            return null;
        }
        return new ResourceHttpContent(resource, mimeTypes.getMimeByExtension(resource.getFileName()), pool);
    }

    /** The resource of a path in canonical form, or null; a path out of the base leads nowhere. */
    protected @Nullable Resource resolve(@Nullable String path) {
        if (path == null || path.indexOf('\\') >= 0 || URIUtil.isNotNormalWithinSelf(path)) {
            return null;
        }
        return baseResource.resolve(path.startsWith("/") ? path.substring(1) : path);
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + baseResource + "]";
    }
}
