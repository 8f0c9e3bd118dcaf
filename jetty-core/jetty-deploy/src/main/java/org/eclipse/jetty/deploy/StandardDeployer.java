package org.eclipse.jetty.deploy;

import java.io.IOException;
import java.util.EventListener;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.eclipse.jetty.deploy.internal.DeployException;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.LifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deploys into a {@link ContextHandlerCollection}: a context is started first and put into the collection then, so that no
 * request finds it half started.
 *
 * <p>An atomic redeployment starts the new context, swaps it with the old one and stops that: no request is refused, and when
 * the new one does not start, the old one goes on. Thread-safe; one deployment of a context at a time.
 */
public class StandardDeployer extends ContainerLifeCycle implements Deployer {
    private static final Logger LOG = LoggerFactory.getLogger(StandardDeployer.class);

    private final CopyOnWriteArrayList<Deployer.Listener> listeners = new CopyOnWriteArrayList<>();
    private final LifeCycleEvents lifeCycleEvents = new LifeCycleEvents();
    private final ContextHandlerCollection contexts;
    private final boolean atomicRedeploy;

    /** Deploys into that collection, with atomic redeployment. */
    public StandardDeployer(ContextHandlerCollection contexts) {
        this(contexts, true);
    }

    /** Deploys into that collection. */
    public StandardDeployer(ContextHandlerCollection contexts, boolean atomicRedeploy) {
        this.contexts = Objects.requireNonNull(contexts);
        this.atomicRedeploy = atomicRedeploy;
    }

    /** The collection that contexts are put into. */
    public ContextHandlerCollection getContexts() {
        return contexts;
    }

    @Override
    public boolean addEventListener(EventListener listener) {
        if (listener instanceof Deployer.Listener deployListener) listeners.addIfAbsent(deployListener);
        return super.addEventListener(listener);
    }

    @Override
    public boolean removeEventListener(EventListener listener) {
        if (listener instanceof Deployer.Listener deployListener) listeners.remove(deployListener);
        return super.removeEventListener(listener);
    }

    @Override
    public void deploy(ContextHandler context) {
        context.addEventListener(lifeCycleEvents);
        notify(Deployer.Listener::onCreated, context);
        notify(Deployer.Listener::onDeploying, context);
        start(context);
        try {
            block(callback -> contexts.deployHandler(context, callback));
            own(context);
        } catch (IOException | RuntimeException e) {
            notifyFailure(context, e);
            stop(context);
            throw new DeployException("Unable to deploy " + context, e);
        }
        notify(Deployer.Listener::onDeployed, context);
        LOG.debug("deployed {}", context);
    }

    @Override
    public void redeploy(ContextHandler oldContext, ContextHandler newContext) {
        if (!atomicRedeploy) {
            undeploy(oldContext);
            deploy(newContext);
            return;
        }
        newContext.addEventListener(lifeCycleEvents);
        notify(Deployer.Listener::onCreated, newContext);
        notify(Deployer.Listener::onDeploying, newContext);
        start(newContext);
        notify(Deployer.Listener::onUndeploying, oldContext);
        try {
            block(callback -> contexts.redeployHandler(oldContext, newContext, callback));
            own(newContext);
        } catch (IOException | RuntimeException e) {
            notifyFailure(newContext, e);
            stop(newContext);
            throw new DeployException("Unable to redeploy " + newContext, e);
        }
        notify(Deployer.Listener::onDeployed, newContext);
        retire(oldContext);
    }

    @Override
    public void undeploy(ContextHandler context) {
        notify(Deployer.Listener::onUndeploying, context);
        try {
            block(callback -> contexts.undeployHandler(context, callback));
        } catch (IOException | RuntimeException e) {
            notifyFailure(context, e);
            throw new DeployException("Unable to undeploy " + context, e);
        }
        retire(context);
    }

    private void retire(ContextHandler context) {
        stop(context);
        notify(Deployer.Listener::onUndeployed, context);
        context.removeEventListener(lifeCycleEvents);
        context.destroy();
        notify(Deployer.Listener::onRemoved, context);
    }

    /** A started bean is not managed by the collection unless it is told to, and would not be stopped with it. */
    private void own(ContextHandler context) {
        if (contexts.contains(context)) contexts.manage(context);
    }

    private void start(ContextHandler context) {
        // a collection that does not run starts its contexts itself
        if (!contexts.isRunning()) return;
        try {
            context.setServer(contexts.getServer());
            context.start();
        } catch (Throwable e) {
            stop(context);
            if (e instanceof Error error && !(e instanceof LinkageError)) throw error;
            throw new DeployException("Unable to start " + context, e);
        }
    }

    /** The collection may have stopped it already. */
    private static void stop(ContextHandler context) {
        if (context.isStopped()) return;
        try {
            context.stop();
        } catch (Exception e) {
            LOG.warn("Unable to stop {}", context, e);
        }
    }

    private static void block(Consumer<Callback> action) throws IOException {
        try (Blocker.Callback callback = Blocker.callback()) {
            action.accept(callback);
            callback.block();
        }
    }

    private void notify(BiConsumer<Deployer.Listener, ContextHandler> event, ContextHandler context) {
        for (Deployer.Listener listener : listeners) {
            try {
                event.accept(listener, context);
            } catch (RuntimeException e) {
                LOG.warn("Deployment listener {} failed for {}", listener, context, e);
            }
        }
    }

    private void notifyFailure(ContextHandler context, Throwable failure) {
        notify((listener, failed) -> listener.onFailure(failed, failure), context);
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x{contexts=%s,atomicRedeploy=%b}",
                getClass().getSimpleName(), hashCode(), contexts, atomicRedeploy);
    }

    /** Starting and stopping may be done by the collection as well, so the contexts themselves tell it. */
    private final class LifeCycleEvents implements LifeCycle.Listener {
        @Override
        public void lifeCycleStarting(LifeCycle event) {
            if (event instanceof ContextHandler context)
                StandardDeployer.this.notify(Deployer.Listener::onStarting, context);
        }

        @Override
        public void lifeCycleStarted(LifeCycle event) {
            if (event instanceof ContextHandler context)
                StandardDeployer.this.notify(Deployer.Listener::onStarted, context);
        }

        @Override
        public void lifeCycleStopping(LifeCycle event) {
            if (event instanceof ContextHandler context)
                StandardDeployer.this.notify(Deployer.Listener::onStopping, context);
        }

        @Override
        public void lifeCycleStopped(LifeCycle event) {
            if (event instanceof ContextHandler context)
                StandardDeployer.this.notify(Deployer.Listener::onStopped, context);
        }

        @Override
        public void lifeCycleFailure(LifeCycle event, Throwable cause) {
            if (event instanceof ContextHandler context) notifyFailure(context, cause);
        }
    }
}
