package org.eclipse.jetty.websocket.core.server;

import java.util.concurrent.Executor;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.DecoratedObjectFactory;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.compression.DeflaterPool;
import org.eclipse.jetty.util.compression.InflaterPool;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.jspecify.annotations.Nullable;

/** The components of a server or a context, which use the pools of the server. Thread-safe. */
public class WebSocketServerComponents extends WebSocketComponents {
    /** The attribute of a server or a context with its components. */
    public static final String WEBSOCKET_COMPONENTS_ATTRIBUTE = WebSocketComponents.class.getName();

    /** The attribute of a context or a server with an {@link InflaterPool} to be used in place of the server's. */
    public static final String WEBSOCKET_INFLATER_POOL_ATTRIBUTE = "jetty.websocket.inflater";

    /** The attribute of a context or a server with a {@link DeflaterPool} to be used in place of the server's. */
    public static final String WEBSOCKET_DEFLATER_POOL_ATTRIBUTE = "jetty.websocket.deflater";

    /** The attribute of a context or a server with a {@link ByteBufferPool} to be used in place of the server's. */
    public static final String WEBSOCKET_BUFFER_POOL_ATTRIBUTE = "jetty.websocket.bufferPool";

    private final ContainerLifeCycle owner;
    private final Attributes attributes;

    private WebSocketServerComponents(
            ContainerLifeCycle owner,
            Attributes attributes,
            @Nullable DecoratedObjectFactory objectFactory,
            ByteBufferPool bufferPool,
            InflaterPool inflaterPool,
            DeflaterPool deflaterPool,
            Executor executor) {
        super(null, objectFactory, bufferPool, inflaterPool, deflaterPool, executor);
        this.owner = owner;
        this.attributes = attributes;
    }

    /** Ends with the owner, which makes others when it is started again. */
    @Override
    protected void doStop() throws Exception {
        super.doStop();
        attributes.removeAttribute(WEBSOCKET_COMPONENTS_ATTRIBUTE);
        owner.removeBean(this);
    }

    /** The components of a context, made if needed; they end with the context. */
    public static WebSocketComponents ensureWebSocketComponents(
            Server server, @Nullable ContextHandler contextHandler) {
        if (contextHandler == null) {
            return ensureWebSocketComponents(server);
        }
        return ensure(server, contextHandler, contextHandler.getContext());
    }

    /** The components of a server, made if needed. */
    public static WebSocketComponents ensureWebSocketComponents(Server server) {
        return ensure(server, server, server);
    }

    private static WebSocketComponents ensure(Server server, ContainerLifeCycle owner, Attributes attributes) {
        synchronized (owner) {
            if (attributes.getAttribute(WEBSOCKET_COMPONENTS_ATTRIBUTE) instanceof WebSocketComponents existing) {
                return existing;
            }
            InflaterPool inflaters =
                    attribute(attributes, server, WEBSOCKET_INFLATER_POOL_ATTRIBUTE, InflaterPool.class);
            DeflaterPool deflaters =
                    attribute(attributes, server, WEBSOCKET_DEFLATER_POOL_ATTRIBUTE, DeflaterPool.class);
            ByteBufferPool buffers =
                    attribute(attributes, server, WEBSOCKET_BUFFER_POOL_ATTRIBUTE, ByteBufferPool.class);
            DecoratedObjectFactory factory =
                    attribute(attributes, server, DecoratedObjectFactory.ATTR, DecoratedObjectFactory.class);
            Executor virtual = VirtualThreads.getVirtualThreadsExecutor(server.getThreadPool());
            Executor executor = virtual == null ? server.getThreadPool() : virtual;
            WebSocketComponents components = new WebSocketServerComponents(
                    owner,
                    attributes,
                    factory,
                    buffers == null ? server.getByteBufferPool() : buffers,
                    inflaters == null ? InflaterPool.ensurePool(server) : inflaters,
                    deflaters == null ? DeflaterPool.ensurePool(server) : deflaters,
                    executor);
            // what the server has already is not for these components to start and stop
            components.unmanage(executor);
            if (buffers == null) {
                components.unmanage(server.getByteBufferPool());
            }
            attributes.setAttribute(WEBSOCKET_COMPONENTS_ATTRIBUTE, components);
            owner.addBean(components, true);
            if (owner.isStarted()) {
                LifeCycle.start(components);
            }
            return components;
        }
    }

    private static <T> @Nullable T attribute(Attributes attributes, Server server, String name, Class<T> type) {
        Object value = attributes.getAttribute(name);
        if (value == null) {
            value = server.getAttribute(name);
        }
        return type.isInstance(value) ? type.cast(value) : null;
    }

    /** The components of a context, or of its server. */
    public static @Nullable WebSocketComponents getWebSocketComponents(ContextHandler contextHandler) {
        Object components = contextHandler.getContext().getAttribute(WEBSOCKET_COMPONENTS_ATTRIBUTE);
        return components instanceof WebSocketComponents found
                ? found
                : getWebSocketComponents(contextHandler.getServer());
    }

    /** The components of a server. */
    public static @Nullable WebSocketComponents getWebSocketComponents(@Nullable Server server) {
        return server != null
                        && server.getAttribute(WEBSOCKET_COMPONENTS_ATTRIBUTE) instanceof WebSocketComponents found
                ? found
                : null;
    }
}
