package org.eclipse.jetty.server;

import java.util.Objects;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.internal.http1.Http1CodecPool;
import org.eclipse.jetty.server.internal.http1.HttpConnection;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.Name;
import org.jspecify.annotations.Nullable;

/** Creates HTTP/1.1 and HTTP/1.0 connections (RFC 9112). */
public class HttpConnectionFactory extends AbstractConnectionFactory implements HttpConfiguration.ConnectionFactory {
    private final HttpConfiguration config;
    /** With the buffers of the connector that was served last; a factory has one, but for those that share it. */
    private volatile @Nullable Http1CodecPool codecs;

    public HttpConnectionFactory() {
        this(new HttpConfiguration());
    }

    public HttpConnectionFactory(@Name("config") HttpConfiguration config) {
        super(HttpVersion.HTTP_1_1.asString());
        this.config = Objects.requireNonNull(config);
        installBean(config);
        if (config.getInputBufferSize() > 0) {
            setInputBufferSize(config.getInputBufferSize());
        }
    }

    @Override
    public HttpConfiguration getHttpConfiguration() {
        return config;
    }

    @ManagedAttribute("Whether bytes are read into buffers outside the heap")
    public boolean isUseInputDirectByteBuffers() {
        return config.isUseInputDirectByteBuffers();
    }

    public void setUseInputDirectByteBuffers(boolean direct) {
        config.setUseInputDirectByteBuffers(direct);
    }

    @ManagedAttribute("Whether bytes are written from buffers outside the heap")
    public boolean isUseOutputDirectByteBuffers() {
        return config.isUseOutputDirectByteBuffers();
    }

    public void setUseOutputDirectByteBuffers(boolean direct) {
        config.setUseOutputDirectByteBuffers(direct);
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        Http1CodecPool shared = codecs;
        if (shared == null || !shared.suits(connector.getByteBufferPool(), connector.getScheduler())) {
            shared = new Http1CodecPool(connector.getByteBufferPool(), connector.getScheduler());
            codecs = shared;
        }
        return configure(new HttpConnection(config, connector, endPoint, shared), connector, endPoint);
    }
}
