package org.eclipse.jetty.deploy;

import java.io.File;
import java.io.IOException;
import java.util.EventListener;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.eclipse.jetty.deploy.internal.DeployException;
import org.eclipse.jetty.deploy.internal.RequestDrain;
import org.eclipse.jetty.deploy.internal.RetiredLoaders;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.LifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deploys into a {@link ContextHandlerCollection}: a context is started first and put into the collection then, so that no
 * request finds it half started.
 *
 * <p>An atomic redeployment starts the new context, swaps it with the old one and stops that: no request is refused, and when
 * the new one does not start, the old one goes on. A context is stopped when the requests that were in flight while it was taken
 * out have ended, or when the drain timeout is over.
 *
 * <p>Thread-safe; the deployments of one context run one after the other.
 */
@ManagedObject("Deploys into a collection of contexts")
public class StandardDeployer extends ContainerLifeCycle implements Deployer {
    private static final Logger LOG = LoggerFactory.getLogger(StandardDeployer.class);

    private final CopyOnWriteArrayList<Deployer.Listener> listeners = new CopyOnWriteArrayList<>();
    private final RetiredLoaders retiredLoaders = new RetiredLoaders();
    private final LifeCycleEvents lifeCycleEvents = new LifeCycleEvents();
    private final ContextHandlerCollection contexts;
    private final boolean atomicRedeploy;
    private volatile long drainTimeout = 10_000;

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

    @ManagedAttribute("Milliseconds that requests in flight hold up the stop of a context at most")
    public long getDrainTimeout() {
        return drainTimeout;
    }

    /** Sets for how many milliseconds a context that is replaced or removed waits for requests in flight; 0 for not at all. */
    public void setDrainTimeout(long milliseconds) {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("drainTimeout: " + milliseconds + " (expected: 0 or more milliseconds)");
        }
        drainTimeout = milliseconds;
    }

    /** The contexts that were taken out of service and whose class loaders are still in memory, the oldest first. */
    public List<RetiredContext> getRetiredContexts() {
        return retiredLoaders.inMemory();
    }

    @Override
    public boolean addEventListener(EventListener listener) {
        if (listener instanceof Deployer.Listener deployListener) {
            listeners.addIfAbsent(deployListener);
        }
        return super.addEventListener(listener);
    }

    @Override
    public boolean removeEventListener(EventListener listener) {
        if (listener instanceof Deployer.Listener deployListener) {
            listeners.remove(deployListener);
        }
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
        if (!atomicRedeploy || !separateTempDirectories(oldContext, newContext)) {
            undeploy(oldContext);
            deploy(newContext);
            return;
        }
        newContext.addEventListener(lifeCycleEvents);
        notify(Deployer.Listener::onCreated, newContext);
        notify(Deployer.Listener::onDeploying, newContext);
        start(newContext);
        refuseUnavailable(newContext, oldContext);
        notify(Deployer.Listener::onUndeploying, oldContext);
        try {
            disown(oldContext);
            block(callback -> contexts.redeployHandler(oldContext, newContext, callback));
            own(newContext);
        } catch (IOException | RuntimeException e) {
            own(oldContext);
            notifyFailure(newContext, e);
            stop(newContext);
            throw new DeployException("Unable to redeploy " + newContext, e);
        }
        notify(Deployer.Listener::onDeployed, newContext);
        retire(oldContext);
    }

    /** A context that keeps the failure of its start to itself must not replace one that serves. */
    private void refuseUnavailable(ContextHandler newContext, ContextHandler oldContext) {
        Throwable failure = newContext.getUnavailableException();
        if (failure == null || !oldContext.isAvailable()) {
            return;
        }
        notifyFailure(newContext, failure);
        stop(newContext);
        throw new DeployException("Unable to start " + newContext, failure);
    }

    /** The new context must not empty the directory that the old one works in; false when it has to keep what is there. */
    private static boolean separateTempDirectories(ContextHandler oldContext, ContextHandler newContext) {
        File directory = newContext.getTempDirectory();
        if (directory == null || !directory.equals(oldContext.getTempDirectory())) {
            return true;
        }
        if (newContext.isTempDirectoryPersistent()) {
            LOG.info("{} is stopped first: its temporary directory {} is persistent", oldContext, directory);
            return false;
        }
        newContext.setTempDirectory(new File(directory.getParentFile(), directory.getName() + "-next"));
        return true;
    }

    @Override
    public void undeploy(ContextHandler context) {
        notify(Deployer.Listener::onUndeploying, context);
        try {
            disown(context);
            block(callback -> contexts.undeployHandler(context, callback));
        } catch (IOException | RuntimeException e) {
            notifyFailure(context, e);
            throw new DeployException("Unable to undeploy " + context, e);
        }
        retire(context);
    }

    /** Ends a context that no further request is mapped to. */
    private void retire(ContextHandler context) {
        retiredLoaders.add(context);
        Server server = contexts.getServer();
        if (drainTimeout > 0 && context.isStarted() && server != null && !RequestDrain.await(server, drainTimeout)) {
            LOG.warn(
                    "Stopping {} although requests are in flight after the drain timeout of {} ms",
                    context,
                    drainTimeout);
        }
        stop(context);
        notify(Deployer.Listener::onUndeployed, context);
        context.removeEventListener(lifeCycleEvents);
        context.destroy();
        notify(Deployer.Listener::onRemoved, context);
    }

    /** A started bean is not managed by the collection unless it is told to, and would not be stopped with it. */
    private void own(ContextHandler context) {
        if (contexts.contains(context)) {
            contexts.manage(context);
        }
    }

    /** A managed bean would be stopped before it is taken out, and requests on their way to it would get 404. */
    private void disown(ContextHandler context) {
        if (contexts.contains(context)) {
            contexts.unmanage(context);
        }
    }

    private void start(ContextHandler context) {
        // a collection that does not run starts its contexts itself
        if (!contexts.isRunning()) {
            return;
        }
        try {
            context.setServer(contexts.getServer());
            context.start();
        } catch (Throwable e) {
            stop(context);
            if (e instanceof Error error && !(e instanceof LinkageError)) {
                throw error;
            }
            throw new DeployException("Unable to start " + context, e);
        }
    }

    /** The collection may have stopped it already. */
    private static void stop(ContextHandler context) {
        if (context.isStopped()) {
            return;
        }
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
            if (event instanceof ContextHandler context) {
                StandardDeployer.this.notify(Deployer.Listener::onStarting, context);
            }
        }

        @Override
        public void lifeCycleStarted(LifeCycle event) {
            if (event instanceof ContextHandler context) {
                StandardDeployer.this.notify(Deployer.Listener::onStarted, context);
            }
        }

        @Override
        public void lifeCycleStopping(LifeCycle event) {
            if (event instanceof ContextHandler context) {
                StandardDeployer.this.notify(Deployer.Listener::onStopping, context);
            }
        }

        @Override
        public void lifeCycleStopped(LifeCycle event) {
            if (event instanceof ContextHandler context) {
                StandardDeployer.this.notify(Deployer.Listener::onStopped, context);
            }
        }

        @Override
        public void lifeCycleFailure(LifeCycle event, Throwable cause) {
            if (event instanceof ContextHandler context) {
                notifyFailure(context, cause);
            }
        }
    }
}
