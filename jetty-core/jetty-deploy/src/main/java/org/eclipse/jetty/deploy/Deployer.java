package org.eclipse.jetty.deploy;

import java.util.EventListener;
import org.eclipse.jetty.server.handler.ContextHandler;

/** Puts contexts into service and takes them out again. */
public interface Deployer {
    /**
     * Starts a context and lets requests reach it. Returns when both is done.
     *
     * @throws RuntimeException when it does not start; then it is not deployed
     */
    void deploy(ContextHandler contextHandler);

    /**
     * Replaces a deployed context by another one.
     *
     * @throws RuntimeException when the new one does not start; whether the old one still serves is told by its state
     */
    default void redeploy(ContextHandler oldContextHandler, ContextHandler newContextHandler) {
        undeploy(oldContextHandler);
        deploy(newContextHandler);
    }

    /** Takes a context out of service and stops it. */
    void undeploy(ContextHandler contextHandler);

    /** Is told what a deployer does, on the thread that does it. */
    interface Listener extends EventListener {
        /** The context is handed to the deployer. */
        default void onCreated(ContextHandler contextHandler) {}

        /** The deployment begins. */
        default void onDeploying(ContextHandler contextHandler) {}

        /** The context is about to be started. */
        default void onStarting(ContextHandler contextHandler) {}

        /** The context has been started. */
        default void onStarted(ContextHandler contextHandler) {}

        /** Requests reach the context. */
        default void onDeployed(ContextHandler contextHandler) {}

        /** The undeployment begins. */
        default void onUndeploying(ContextHandler contextHandler) {}

        /** The context is about to be stopped. */
        default void onStopping(ContextHandler contextHandler) {}

        /** The context has been stopped. */
        default void onStopped(ContextHandler contextHandler) {}

        /** No requests reach the context any more, and it is stopped. */
        default void onUndeployed(ContextHandler contextHandler) {}

        /** The context did not start or stop. */
        default void onFailure(ContextHandler contextHandler, Throwable failure) {}

        /** The deployer knows nothing of the context any more. */
        default void onRemoved(ContextHandler contextHandler) {}
    }
}
