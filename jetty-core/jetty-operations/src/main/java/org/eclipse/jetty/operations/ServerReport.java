package org.eclipse.jetty.operations;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.OperatingSystemMXBean;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.RuntimeErrorException;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Jetty;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.ssl.X509;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process, the connectors and the certificates of a server. Stateless. */
final class ServerReport {
    private static final Logger LOG = LoggerFactory.getLogger(ServerReport.class);

    private ServerReport() {}

    /** Versions, process, processor, memory and file descriptors. */
    static Map<String, Object> of(Server server) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", server.getName());
        map.put("version", "Jetty " + Jetty.VERSION);
        map.put("state", server.getState());
        map.put("upMillis", server.getUptimeMillis());
        map.put("time", Instant.now().toString());
        map.put("process", ProcessHandle.current().pid());
        map.put("java", System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")");
        map.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        map.put("processors", system.getAvailableProcessors());
        map.put("loadAverage", system.getSystemLoadAverage());
        Number load = number(system.getObjectName(), "ProcessCpuLoad");
        map.put("processLoad", load == null ? null : load.doubleValue());
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        map.put("heapUsed", heap.getUsed());
        map.put("heapMax", heap.getMax());
        map.put("openFiles", openFiles());
        map.put("maxFiles", maxFiles());
        List<Object> collectors = new ArrayList<>();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", collector.getName());
            one.put("collections", collector.getCollectionCount());
            one.put("millis", collector.getCollectionTime());
            collectors.add(one);
        }
        map.put("collectors", collectors);
        return map;
    }

    /**
     * The file descriptors that the process has open; null where the JVM does not know. It needs one to count them: where it cannot
     * have it, all are open.
     */
    static @Nullable Long openFiles() {
        try {
            Number open =
                    number(ManagementFactory.getOperatingSystemMXBean().getObjectName(), "OpenFileDescriptorCount");
            return open == null ? null : open.longValue();
        } catch (RuntimeErrorException x) {
            LOG.debug("open file descriptors cannot be counted", x);
            return maxFiles();
        }
    }

    /** The file descriptors that the process may have; null where the JVM does not know. */
    static @Nullable Long maxFiles() {
        Number max = number(ManagementFactory.getOperatingSystemMXBean().getObjectName(), "MaxFileDescriptorCount");
        return max == null ? null : max.longValue();
    }

    private static @Nullable Number number(ObjectName bean, String attribute) {
        try {
            for (Attribute found : ManagementFactory.getPlatformMBeanServer()
                    .getAttributes(bean, new String[] {attribute})
                    .asList()) {
                if (found.getValue() instanceof Number value) {
                    return value;
                }
            }
        } catch (JMException x) {
            LOG.debug("no {} of {}", attribute, bean, x);
        }
        return null;
    }

    /** Its name, else its protocols and address. */
    static String name(Connector connector) {
        String name = connector.getName();
        Object transport = connector.getTransport();
        String where = connector instanceof NetworkConnector network
                ? (network.getHost() == null ? "*" : network.getHost()) + ":" + network.getLocalPort()
                : String.valueOf(transport == null ? connector : transport);
        return name == null ? where : name + " " + where;
    }

    static List<Object> connectors(Server server) {
        List<Object> connectors = new ArrayList<>();
        for (Connector connector : server.getConnectors()) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("connector", name(connector));
            map.put("protocols", String.join(", ", connector.getProtocols()));
            map.put("state", connector.isRunning() ? "STARTED" : "STOPPED");
            map.put("connections", connector.getConnectedEndPoints().size());
            map.put("idleTimeoutMillis", connector.getIdleTimeout());
            connectors.add(map);
        }
        return connectors;
    }

    /** One certificate of a key store of the server. */
    record Certificate(String alias, String subject, String issuer, Instant from, Instant until, Set<String> hosts) {
        /** The whole days that are left; negative when it has expired. */
        long daysLeft() {
            return Math.floorDiv(Duration.between(Instant.now(), until).toSeconds(), 86_400L);
        }

        String state() {
            if (Instant.now().isAfter(until)) {
                return "EXPIRED";
            }
            return Instant.now().isBefore(from) ? "NOT YET VALID" : "VALID";
        }

        Map<String, Object> toMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("alias", alias);
            map.put("state", state());
            map.put("daysLeft", daysLeft());
            map.put("validFrom", from.toString());
            map.put("validUntil", until.toString());
            map.put("subject", subject);
            map.put("issuer", issuer);
            map.put("hosts", String.join(", ", hosts));
            return map;
        }
    }

    static List<Certificate> certificates(Server server) {
        List<Certificate> certificates = new ArrayList<>();
        for (SslContextFactory.Server factory : distinct(server.getContainedBeans(SslContextFactory.Server.class))) {
            for (String alias : factory.getAliases()) {
                X509 x509 = factory.getX509(alias);
                if (x509 == null) {
                    // the key store was read again meanwhile, and has it no longer
                    continue;
                }
                X509Certificate certificate = x509.getCertificate();
                certificates.add(new Certificate(
                        alias,
                        certificate.getSubjectX500Principal().getName(),
                        certificate.getIssuerX500Principal().getName(),
                        certificate.getNotBefore().toInstant(),
                        certificate.getNotAfter().toInstant(),
                        x509.getHosts()));
            }
        }
        return certificates;
    }

    /** Each bean once, though several components have it. */
    static <T> Set<T> distinct(Collection<T> beans) {
        Set<T> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
        distinct.addAll(beans);
        return distinct;
    }
}
