package org.eclipse.jetty.operations;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.ToLongFunction;
import org.eclipse.jetty.server.AcceptRateLimit;
import org.eclipse.jetty.server.ConnectionLimit;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.DoSHandler;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.server.handler.ThreadLimitHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/** What limits and pools have refused. Stateless. */
final class Refusals {
    private Refusals() {}

    static long of(Server server) {
        long refused = sum(
                server,
                QoSHandler.class,
                qos -> qos.getTotalExceededRequestCount() + qos.getTotalExpiredRequestCount());
        refused += sum(server, DoSHandler.class, DoSHandler::getTotalRejectedRequestCount);
        refused += sum(server, ThreadLimitHandler.class, ThreadLimitHandler::getTotalRefusedRequestCount);
        refused += sum(
                server,
                SizeLimitHandler.class,
                limit -> limit.getTotalRefusedRequestCount() + limit.getTotalRefusedResponseCount());
        refused += sum(server, NetworkConnectionLimit.class, NetworkConnectionLimit::getLimitReachedCount);
        refused += sum(server, ConnectionLimit.class, ConnectionLimit::getLimitReachedCount);
        refused += sum(server, AcceptRateLimit.class, AcceptRateLimit::getLimitReachedCount);
        Set<Executor> pools = new LinkedHashSet<>();
        pools.add(server.getThreadPool());
        for (Connector connector : server.getConnectors()) {
            pools.add(connector.getExecutor());
        }
        for (Executor pool : pools) {
            if (pool instanceof QueuedThreadPool queued) {
                refused += queued.getRejections();
            }
            if (VirtualThreads.getVirtualThreadsExecutor(pool) instanceof VirtualThreadPool virtual) {
                refused += virtual.getRefusedTasks();
            }
        }
        return refused;
    }

    private static <T> long sum(Server server, Class<T> type, ToLongFunction<T> count) {
        return ServerReport.distinct(server.getContainedBeans(type)).stream()
                .mapToLong(count)
                .sum();
    }
}
