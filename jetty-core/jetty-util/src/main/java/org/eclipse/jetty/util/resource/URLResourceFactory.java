package org.eclipse.jetty.util.resource;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;
import java.time.Instant;
import org.eclipse.jetty.util.FileID;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes resources that are read through URL connections, each access by a connection of its own. Thread-safe. */
public class URLResourceFactory implements ResourceFactory {
    private static final Logger LOG = LoggerFactory.getLogger(URLResourceFactory.class);

    private int connectTimeout = 1000;
    private int readTimeout = 5000;
    private boolean useCaches = true;

    public URLResourceFactory() {}

    /** In milliseconds. */
    public int getConnectTimeout() {
        return connectTimeout;
    }

    public void setConnectTimeout(int connectTimeout) {
        this.connectTimeout = connectTimeout;
    }

    public int getReadTimeout() {
        return readTimeout;
    }

    public void setReadTimeout(int readTimeout) {
        this.readTimeout = readTimeout;
    }

    public boolean isUseCaches() {
        return useCaches;
    }

    public void setUseCaches(boolean useCaches) {
        this.useCaches = useCaches;
    }

    @Override
    public Resource newResource(URI uri) {
        try {
            return new URLResource(uri, uri.toURL(), connectTimeout, readTimeout, useCaches);
        } catch (MalformedURLException x) {
            throw new IllegalArgumentException("Bad URI: " + uri, x);
        }
    }

    private static final class URLResource extends Resource {
        private final URI uri;
        private final URL url;
        private final int connectTimeout;
        private final int readTimeout;
        private final boolean useCaches;

        private URLResource(URI uri, URL url, int connectTimeout, int readTimeout, boolean useCaches) {
            this.uri = uri;
            this.url = url;
            this.connectTimeout = connectTimeout;
            this.readTimeout = readTimeout;
            this.useCaches = useCaches;
        }

        private URLConnection open() throws IOException {
            URLConnection connection = url.openConnection();
            connection.setUseCaches(useCaches);
            connection.setConnectTimeout(connectTimeout);
            connection.setReadTimeout(readTimeout);
            return connection;
        }

        @Override
        public @Nullable Path getPath() {
            return null;
        }

        @Override
        public boolean isDirectory() {
            return uri.getSchemeSpecificPart().endsWith("/");
        }

        @Override
        public boolean isReadable() {
            return exists();
        }

        @Override
        public boolean exists() {
            try (InputStream in = open().getInputStream()) {
                return in != null;
            } catch (IOException x) {
                LOG.debug("does not exist: {}", uri, x);
                return false;
            }
        }

        @Override
        public Instant lastModified() {
            return Instant.ofEpochMilli(Math.max(0, ask(URLConnection::getLastModified, 0)));
        }

        @Override
        public long length() {
            return ask(URLConnection::getContentLengthLong, -1);
        }

        private long ask(java.util.function.ToLongFunction<URLConnection> question, long unknown) {
            URLConnection connection = null;
            InputStream in = null;
            try {
                connection = open();
                long answer = question.applyAsLong(connection);
                in = connection.getInputStream();
                return answer;
            } catch (IOException x) {
                LOG.debug("no answer: {}", uri, x);
                return unknown;
            } finally {
                IO.close(in);
            }
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
        public InputStream newInputStream() throws IOException {
            return open().getInputStream();
        }

        @Override
        public Resource resolve(String subUriPath) {
            checkSubPath(this, subUriPath);
            if (subUriPath.isEmpty() || "/".equals(subUriPath)) {
                return this;
            }
            URI resolved = URIUtil.addPath(uri, subUriPath);
            try {
                return new URLResource(resolved, resolved.toURL(), connectTimeout, readTimeout, useCaches);
            } catch (MalformedURLException x) {
                throw new IllegalArgumentException("Bad URI: " + resolved, x);
            }
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof URLResource other && uri.equals(other.uri);
        }

        @Override
        public int hashCode() {
            return uri.hashCode();
        }
    }
}
