package org.eclipse.jetty.websocket.core;

import java.util.concurrent.Executor;
import java.util.zip.Deflater;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.util.DecoratedObjectFactory;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.compression.CompressionPool;
import org.eclipse.jetty.util.compression.DeflaterPool;
import org.eclipse.jetty.util.compression.InflaterPool;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** What the sessions of a server, a context or a client have in common. Thread-safe. */
@ManagedObject("What WebSocket sessions have in common")
public class WebSocketComponents extends ContainerLifeCycle {
    private final DecoratedObjectFactory objectFactory;
    private final WebSocketExtensionRegistry extensionRegistry;
    private final Executor executor;
    private final ByteBufferPool bufferPool;
    private final InflaterPool inflaterPool;
    private final DeflaterPool deflaterPool;
    private final CompressionBudget compressionBudget = new CompressionBudget();

    public WebSocketComponents() {
        this(null, null, null, null, null);
    }

    /** Null stands for a part of its own. */
    public WebSocketComponents(
            @Nullable WebSocketExtensionRegistry extensionRegistry,
            @Nullable DecoratedObjectFactory objectFactory,
            @Nullable ByteBufferPool bufferPool,
            @Nullable InflaterPool inflaterPool,
            @Nullable DeflaterPool deflaterPool) {
        this(extensionRegistry, objectFactory, bufferPool, inflaterPool, deflaterPool, null);
    }

    /** Null stands for a part of its own. */
    public WebSocketComponents(
            @Nullable WebSocketExtensionRegistry extensionRegistry,
            @Nullable DecoratedObjectFactory objectFactory,
            @Nullable ByteBufferPool bufferPool,
            @Nullable InflaterPool inflaterPool,
            @Nullable DeflaterPool deflaterPool,
            @Nullable Executor executor) {
        this.extensionRegistry = extensionRegistry == null ? new WebSocketExtensionRegistry() : extensionRegistry;
        this.objectFactory = objectFactory == null ? new DecoratedObjectFactory() : objectFactory;
        this.bufferPool = bufferPool == null ? new ArrayByteBufferPool() : bufferPool;
        this.inflaterPool =
                inflaterPool == null ? new InflaterPool(CompressionPool.DEFAULT_CAPACITY, true) : inflaterPool;
        this.deflaterPool = deflaterPool == null
                ? new DeflaterPool(CompressionPool.DEFAULT_CAPACITY, Deflater.DEFAULT_COMPRESSION, true)
                : deflaterPool;
        this.executor = executor == null ? newExecutor() : executor;
        addBean(this.extensionRegistry);
        addBean(this.objectFactory);
        addBean(this.bufferPool);
        addBean(this.inflaterPool);
        addBean(this.deflaterPool);
        addBean(this.executor);
        addBean(compressionBudget);
    }

    private static Executor newExecutor() {
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setName("WebSocket");
        return threads;
    }

    public ByteBufferPool getByteBufferPool() {
        return bufferPool;
    }

    public Executor getExecutor() {
        return executor;
    }

    public WebSocketExtensionRegistry getExtensionRegistry() {
        return extensionRegistry;
    }

    public DecoratedObjectFactory getObjectFactory() {
        return objectFactory;
    }

    public InflaterPool getInflaterPool() {
        return inflaterPool;
    }

    public DeflaterPool getDeflaterPool() {
        return deflaterPool;
    }

    /** How many deflaters sessions may keep between messages. */
    public CompressionBudget getCompressionBudget() {
        return compressionBudget;
    }
}
