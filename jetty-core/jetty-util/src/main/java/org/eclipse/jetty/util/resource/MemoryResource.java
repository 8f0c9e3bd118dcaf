package org.eclipse.jetty.util.resource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.time.Instant;
import org.eclipse.jetty.util.FileID;
import org.jspecify.annotations.Nullable;

/** Bytes in memory. Thread-safe. */
public class MemoryResource extends Resource {
    private final Instant created = Instant.now();
    private final URI uri;
    private final byte[] bytes;

    public MemoryResource(URI uri, byte[] bytes) {
        this.uri = java.util.Objects.requireNonNull(uri);
        this.bytes = java.util.Objects.requireNonNull(bytes);
    }

    static MemoryResource of(URL url) {
        try (InputStream in = url.openStream()) {
            return new MemoryResource(url.toURI(), in.readAllBytes());
        } catch (IOException | URISyntaxException x) {
            throw new IllegalArgumentException("Unable to read " + url, x);
        }
    }

    public byte[] getBytes() {
        return bytes;
    }

    @Override
    public @Nullable Path getPath() {
        return null;
    }

    @Override
    public boolean isDirectory() {
        return false;
    }

    @Override
    public boolean isReadable() {
        return true;
    }

    @Override
    public boolean exists() {
        return true;
    }

    @Override
    public URI getURI() {
        return uri;
    }

    @Override
    public String getName() {
        return uri.isOpaque() ? uri.getSchemeSpecificPart() : uri.getPath();
    }

    @Override
    public String getFileName() {
        return FileID.getFileName(uri);
    }

    @Override
    public Instant lastModified() {
        return created;
    }

    @Override
    public long length() {
        return bytes.length;
    }

    /** This one for the root, else null: there is nothing in bytes. */
    @Override
    public @Nullable Resource resolve(String subUriPath) {
        checkSubPath(this, subUriPath);
        return subUriPath.isEmpty() || "/".equals(subUriPath) ? this : null;
    }

    @Override
    public InputStream newInputStream() {
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public ReadableByteChannel newReadableByteChannel() {
        return Channels.newChannel(newInputStream());
    }
}
