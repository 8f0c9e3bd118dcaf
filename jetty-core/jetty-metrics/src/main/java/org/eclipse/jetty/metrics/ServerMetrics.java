package org.eclipse.jetty.metrics;

import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.AcceptRateLimit;
import org.eclipse.jetty.server.ConnectionLimit;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.LowResourceMonitor;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.DoSHandler;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.server.handler.ThreadLimitHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.ssl.X509;

/** Reads the figures of buffer pools, limits, contexts and certificates. */
final class ServerMetrics {
    private static final int MAX_CONTEXTS = RequestSeries.MAX_CONTEXTS;

    private ServerMetrics() {}

    static void collect(Server server, Snapshots snapshots) {
        snapshots
                .gauge("jetty_uptime_seconds", "The seconds since the server was made.")
                .point(server.getUptimeMillis() / 1000.0);
        buffers(server, snapshots);
        limits(server, snapshots);
        contexts(server, snapshots);
        certificates(server, snapshots);
    }

    private static void buffers(Server server, Snapshots snapshots) {
        Snapshots.Family idle =
                snapshots.gauge("jetty_buffer_pool_idle_bytes", "The memory of pooled buffers that are not in use.");
        Snapshots.Family limit = snapshots.gauge("jetty_buffer_pool_max_bytes", "The most memory of pooled buffers.");
        Map<ByteBufferPool, String> owners = new IdentityHashMap<>();
        owners.put(server.getByteBufferPool(), "server");
        for (Connector connector : server.getConnectors()) {
            owners.putIfAbsent(connector.getByteBufferPool(), ThreadMetrics.name(connector));
        }
        for (ArrayByteBufferPool pool : distinct(server.getContainedBeans(ArrayByteBufferPool.class))) {
            owners.putIfAbsent(pool, "other");
        }
        owners.forEach((pool, owner) -> {
            if (pool instanceof ArrayByteBufferPool array) {
                idle.point(array.getAvailableHeapMemory(), "owner", owner, "memory", "heap");
                idle.point(array.getAvailableDirectMemory(), "owner", owner, "memory", "direct");
                limit.point(array.getMaxHeapMemory(), "owner", owner, "memory", "heap");
                limit.point(array.getMaxDirectMemory(), "owner", owner, "memory", "direct");
            }
        });
    }

    private static <T> Set<T> distinct(Collection<T> beans) {
        // one that several components share is a bean of each
        Set<T> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
        distinct.addAll(beans);
        return distinct;
    }

    private static void limits(Server server, Snapshots snapshots) {
        Snapshots.Family refused =
                snapshots.counter("jetty_limit_reached", "How often limits refused, suspended or cut off, by limit.");
        add(server, QoSHandler.class, QoSHandler::getTotalSuspendedRequestCount, refused, "qos_suspended");
        add(server, QoSHandler.class, QoSHandler::getTotalExpiredRequestCount, refused, "qos_expired");
        add(server, QoSHandler.class, QoSHandler::getTotalExceededRequestCount, refused, "qos_refused");
        add(server, DoSHandler.class, DoSHandler::getTotalRejectedRequestCount, refused, "dos");
        add(
                server,
                ThreadLimitHandler.class,
                ThreadLimitHandler::getTotalSuspendedRequestCount,
                refused,
                "thread_limit_suspended");
        add(
                server,
                ThreadLimitHandler.class,
                ThreadLimitHandler::getTotalRefusedRequestCount,
                refused,
                "thread_limit_refused");
        add(server, SizeLimitHandler.class, SizeLimitHandler::getTotalRefusedRequestCount, refused, "request_size");
        add(server, SizeLimitHandler.class, SizeLimitHandler::getTotalRefusedResponseCount, refused, "response_size");
        add(
                server,
                NetworkConnectionLimit.class,
                NetworkConnectionLimit::getLimitReachedCount,
                refused,
                "network_connections");
        add(server, ConnectionLimit.class, ConnectionLimit::getLimitReachedCount, refused, "connections");
        add(server, AcceptRateLimit.class, AcceptRateLimit::getLimitReachedCount, refused, "accept_rate");
        add(server, LowResourceMonitor.class, LowResourceMonitor::getLowResourcesCount, refused, "low_resources");
        refused.point(server.getLateContentLimit().getDelayedRequests(), "limit", "late_content");
    }

    private static <T> void add(
            Server server, Class<T> type, ToLongFunction<T> count, Snapshots.Family family, String limit) {
        for (T found : distinct(server.getContainedBeans(type))) {
            family.point(count.applyAsLong(found), "limit", limit);
        }
    }

    private static void contexts(Server server, Snapshots snapshots) {
        Snapshots.Family available =
                snapshots.gauge("jetty_context_available", "1 for a context that is available, 0 for another one.");
        int count = 0;
        for (ContextHandler context : server.getDescendants(ContextHandler.class)) {
            if (++count > MAX_CONTEXTS) {
                break;
            }
            String host = context.getVirtualHosts().isEmpty()
                    ? ""
                    : context.getVirtualHosts().get(0);
            available.greatest(context.isAvailable() ? 1 : 0, ContextLabels.of(context, "host", host));
        }
    }

    private static void certificates(Server server, Snapshots snapshots) {
        Snapshots.Family expiry = snapshots.gauge(
                "jetty_tls_certificate_expiry_timestamp_seconds",
                "When certificates of key stores expire, in seconds since 1970.");
        for (SslContextFactory.Server factory : distinct(server.getContainedBeans(SslContextFactory.Server.class))) {
            for (String alias : factory.getAliases()) {
                X509 x509 = factory.getX509(alias);
                // the key store may have been reloaded in between
                if (x509 == null) {
                    continue;
                }
                X509Certificate certificate = x509.getCertificate();
                // several connectors may have keys of one alias: the one that expires first counts
                expiry.least(certificate.getNotAfter().getTime() / 1000.0, "alias", alias);
            }
        }
    }
}
