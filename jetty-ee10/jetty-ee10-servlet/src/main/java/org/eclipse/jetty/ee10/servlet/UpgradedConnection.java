package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.DecoratedObjectFactory;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.SerializedInvoker;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that speaks the protocol of an application (Servlet section 2.3.3.5).
 *
 * <pre>
 * opened    HttpUpgradeHandler.init, then calls of the listeners, one at a time, in the scope of the context
 * closed    by the application, the client, the idle timeout, or the end of context or server: HttpUpgradeHandler.destroy, once
 * </pre>
 *
 * Each stream is used by one thread at a time.
 */
final class UpgradedConnection extends AbstractConnection implements Connection.UpgradeTo, WebConnection {
    private static final Logger LOG = LoggerFactory.getLogger(UpgradedConnection.class);

    private final ContextHandler context;
    private final DecoratedObjectFactory factory;
    private final HttpUpgradeHandler handler;
    private final UpgradedInput input = new UpgradedInput(this);
    private final UpgradedOutput output = new UpgradedOutput(this);
    private final SerializedInvoker invoker = new SerializedInvoker();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final LifeCycle.Listener stopper = new LifeCycle.Listener() {
        @Override
        public void lifeCycleStopping(LifeCycle stopping) {
            getEndPoint().close(new EofException("the application stops"));
        }
    };

    UpgradedConnection(
            EndPoint endPoint,
            Executor executor,
            ContextHandler context,
            DecoratedObjectFactory factory,
            HttpUpgradeHandler handler) {
        super(endPoint, executor);
        this.context = context;
        this.factory = factory;
        this.handler = handler;
    }

    @Override
    public ServletInputStream getInputStream() {
        return input;
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return output;
    }

    /** Calls the application, in another thread, after whatever it is called for already. */
    void call(Call call) {
        Runnable task = invoker.offer(() -> inScope(call));
        if (task != null) {
            getExecutor().execute(task);
        }
    }

    /** What is called in the scope of the context. */
    @FunctionalInterface
    interface Call {
        void run() throws Exception;
    }

    private void inScope(Call call) {
        context.getContext().run(() -> {
            try {
                call.run();
            } catch (Throwable x) {
                LOG.warn(
                        "{} failed, the connection is closed",
                        handler.getClass().getName(),
                        x);
                getEndPoint().close(x);
            }
        });
    }

    @Override
    public void onUpgradeTo(@Nullable ByteBuffer prefilled) {
        input.add(prefilled);
    }

    @Override
    public void onOpen() {
        super.onOpen();
        context.addEventListener(stopper);
        call(() -> handler.init(this));
    }

    @Override
    public void onFillable() {
        input.onFillable();
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        input.onFailed(cause);
        super.onFillInterestedFailed(cause);
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        super.onClose(cause);
        input.onClosed(cause);
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        context.removeEventListener(stopper);
        call(() -> {
            handler.destroy();
            factory.destroy(handler);
        });
    }

    @Override
    public void close() {
        try {
            output.close();
        } catch (IOException x) {
            LOG.debug("not closed cleanly: {}", this, x);
        }
        super.close();
    }
}
