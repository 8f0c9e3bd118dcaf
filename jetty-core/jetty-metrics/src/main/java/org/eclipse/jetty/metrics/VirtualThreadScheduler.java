package org.eclipse.jetty.metrics;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Reads what the JVM knows of its virtual threads, those of applications included: from Java 24 on. */
final class VirtualThreadScheduler {
    private static final int FIRST_JAVA = 24;

    private VirtualThreadScheduler() {}

    static void collect(Snapshots snapshots) {
        if (Runtime.version().feature() < FIRST_JAVA) {
            return;
        }
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            ObjectName name = new ObjectName("jdk.management:type=VirtualThreadScheduler");
            Snapshots.Family threads = snapshots.gauge(
                    "jetty_virtual_threads", "The virtual threads of the JVM that run, and that wait for a carrier.");
            threads.point(number(server, name, "MountedVirtualThreadCount"), "state", "running");
            threads.point(number(server, name, "QueuedVirtualThreadCount"), "state", "queued");
            snapshots
                    .gauge("jetty_virtual_thread_carriers", "The platform threads that carry virtual threads.")
                    .point(number(server, name, "PoolSize"));
        } catch (JMException x) {
            // a JVM without the module jdk.management
            return;
        }
    }

    /** Returns a number; below 0 is one that is not known, and counts as 0. */
    private static double number(MBeanServer server, ObjectName name, String attribute) throws JMException {
        return Math.max(0, ((Number) server.getAttribute(name, attribute)).doubleValue());
    }
}
