package org.eclipse.jetty.operations;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.openmbean.CompositeData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** When the garbage collector looked at the heap. Stateless. */
final class GarbageCollections {
    private static final Logger LOG = LoggerFactory.getLogger(GarbageCollections.class);

    /** Collectors that look at a part of the heap only, or at its pauses, by parts of their names. */
    private static final List<String> PARTIAL = List.of("Young", "Scavenge", "Copy", "Minor", "ParNew", "Pauses");

    private GarbageCollections() {}

    /** When the last collection of the whole heap began: what is in memory after it was reachable, or came later. */
    static Instant lastOfWholeHeap() {
        Instant last = Instant.EPOCH;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (PARTIAL.stream().noneMatch(collector.getName()::contains)) {
                Instant begin = begin(collector);
                last = begin.isAfter(last) ? begin : last;
            }
        }
        return last;
    }

    private static Instant begin(GarbageCollectorMXBean collector) {
        try {
            for (Attribute attribute : ManagementFactory.getPlatformMBeanServer()
                    .getAttributes(collector.getObjectName(), new String[] {"LastGcInfo"})
                    .asList()) {
                if (attribute.getValue() instanceof CompositeData info
                        && info.get("startTime") instanceof Long millis) {
                    return Instant.ofEpochMilli(
                            ManagementFactory.getRuntimeMXBean().getStartTime() + millis);
                }
            }
        } catch (JMException x) {
            LOG.debug("no last collection of {}", collector.getName(), x);
        }
        return Instant.EPOCH;
    }
}
