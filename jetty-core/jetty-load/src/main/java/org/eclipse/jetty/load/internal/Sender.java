package org.eclipse.jetty.load.internal;

import org.eclipse.jetty.load.LoadPlan;
import org.eclipse.jetty.load.Resource;

/** Sends requests over one protocol. Thread-safe, once started. */
interface Sender extends AutoCloseable {
    /** What becomes of a request; one of its methods is called, once, by any thread. */
    interface Reply {
        /**
         * @param status of the response; 0 where the protocol has none
         * @param bytes of its content
         */
        void answered(int status, long bytes);

        void failed(Throwable cause);
    }

    /** A resource in the form in which it is sent. */
    interface Prepared {}

    static Sender of(LoadPlan plan, int connections) {
        return plan.protocol() == LoadPlan.Protocol.WEBSOCKET
                ? new WebSocketSender(plan, connections)
                : new HttpSender(plan, connections);
    }

    void start() throws Exception;

    /** @throws IllegalArgumentException if the target of the resource is none */
    Prepared prepare(Resource resource);

    /** Sends a request; never throws. */
    void send(Prepared prepared, Reply reply);

    /** Runs a task later, or at once in another thread. */
    void later(Runnable task, long nanos);

    @Override
    void close() throws Exception;
}
