package org.eclipse.jetty.server.internal.page;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.thread.ReservedThreadExecutor;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the scheduling of a server does now, as a tree of maps, lists, numbers and texts.
 *
 * <pre>
 * threadPool   its managed attributes: threads, idle ones, queue, budget ...
 *   reserved     capacity, free and pending ones, misses
 *   virtual      the pool of virtual threads: tasks at work, waiting, refused
 * lateContent  threads that handle requests whose content has not come, and requests that wait for one
 * connectors
 *   selectors    keys, selects
 *     strategy     production, mode, tasks by mode
 * counters     those of statistics and of limits
 * </pre>
 *
 * <p>The values are those of the attributes that management sees ({@link ManagedAttribute}) and that are numbers, texts
 * or truth values, so that a counter which is added there is shown here. They are read one after the other while the
 * server works on. Thread-safe.
 */
public final class SchedulingReport {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulingReport.class);
    private static final ClassValue<Map<String, Method>> ATTRIBUTES = new ClassValue<>() {
        @Override
        protected Map<String, Method> computeValue(Class<?> type) {
            return attributes(type);
        }
    };

    private SchedulingReport() {}

    /**
     * Reads all that is reported.
     *
     * @param counting the classes of handlers and beans whose attributes are reported as well
     */
    public static Map<String, Object> of(Server server, List<Class<?>> counting) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("server", server.getState());
        report.put("threadPool", pool(server.getThreadPool()));
        report.put("lateContent", values(server.getLateContentLimit()));
        List<Object> connectors = new ArrayList<>();
        for (Connector connector : server.getConnectors()) {
            connectors.add(connector(connector, server));
        }
        report.put("connectors", connectors);
        List<Object> counters = counters(server, counting);
        if (!counters.isEmpty()) {
            report.put("counters", counters);
        }
        return report;
    }

    private static List<Object> counters(Server server, List<Class<?>> counting) {
        // one that all connectors share is a bean of each
        Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Object> counters = new ArrayList<>();
        for (Class<?> type : counting) {
            for (Object counter : server.getContainedBeans(type)) {
                if (found.add(counter)) {
                    Map<String, Object> values = new LinkedHashMap<>();
                    values.put("class", counter.getClass().getSimpleName());
                    values.putAll(values(counter));
                    counters.add(values);
                }
            }
        }
        return counters;
    }

    private static Map<String, Object> connector(Connector connector, Server server) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("connector", connector.toString());
        if (connector.getExecutor() != server.getThreadPool()) {
            map.put("threadPool", pool(connector.getExecutor()));
        }
        List<Object> selectors = new ArrayList<>();
        for (ManagedSelector selector : connector.getContainedBeans(ManagedSelector.class)) {
            Map<String, Object> values = values(selector);
            AdaptiveExecutionStrategy strategy = selector.getBean(AdaptiveExecutionStrategy.class);
            if (strategy != null) {
                values.put("strategy", values(strategy));
            }
            selectors.add(values);
        }
        map.put("selectors", selectors);
        return map;
    }

    private static Map<String, Object> pool(Executor pool) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("class", pool.getClass().getSimpleName());
        if (pool instanceof ThreadPool threads) {
            map.put("threads", threads.getThreads());
            map.put("idleThreads", threads.getIdleThreads());
            map.put("lowOnThreads", threads.isLowOnThreads());
        }
        map.putAll(values(pool));
        if (pool instanceof Container container) {
            ReservedThreadExecutor reserved = container.getBean(ReservedThreadExecutor.class);
            if (reserved != null) {
                map.put("reserved", values(reserved));
            }
        }
        Executor virtual = VirtualThreads.getVirtualThreadsExecutor(pool);
        if (virtual != null && virtual != pool) {
            map.put("virtual", pool(virtual));
        }
        return map;
    }

    private static Map<String, Object> values(Object object) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Map.Entry<String, Method> attribute :
                ATTRIBUTES.get(object.getClass()).entrySet()) {
            try {
                Object value = attribute.getValue().invoke(object);
                if (value instanceof Enum<?> constant) {
                    value = constant.name();
                }
                if (value instanceof Number || value instanceof Boolean || value instanceof String) {
                    values.put(attribute.getKey(), value);
                }
            } catch (ReflectiveOperationException x) {
                LOG.debug("no value of {} of {}", attribute.getKey(), object, x);
            }
        }
        return values;
    }

    /** The getters of managed attributes by the name of the attribute, those of superclasses included. */
    private static Map<String, Method> attributes(Class<?> type) {
        Map<String, Method> attributes = new TreeMap<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            if (!Modifier.isPublic(c.getModifiers())) {
                continue;
            }
            for (Method method : c.getDeclaredMethods()) {
                ManagedAttribute annotation = method.getAnnotation(ManagedAttribute.class);
                if (annotation == null
                        || method.getParameterCount() > 0
                        || method.isBridge()
                        || !Modifier.isPublic(method.getModifiers())) {
                    continue;
                }
                attributes.putIfAbsent(name(annotation, method), method);
            }
        }
        return attributes;
    }

    private static String name(ManagedAttribute annotation, Method method) {
        if (!annotation.name().isEmpty()) {
            return annotation.name();
        }
        String name = method.getName();
        if (name.startsWith("get") && name.length() > 3) {
            name = name.substring(3);
        } else if (name.startsWith("is") && name.length() > 2) {
            name = name.substring(2);
        }
        // PCTasksConsumed and the like become pcTasksConsumed: all capitals but the one that begins the next word
        int capitals = 0;
        while (capitals < name.length() && Character.isUpperCase(name.charAt(capitals))) {
            capitals++;
        }
        int lower = capitals > 1 && capitals < name.length() ? capitals - 1 : capitals;
        return name.substring(0, lower).toLowerCase(java.util.Locale.ROOT) + name.substring(lower);
    }

    /** The report as indented lines {@code name: value}. */
    public static String toText(Map<String, Object> report) {
        StringBuilder out = new StringBuilder(4096);
        text(out, report, "");
        return out.toString();
    }

    private static void text(StringBuilder out, Map<?, ?> map, String indent) {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(indent).append(entry.getKey()).append(':');
            if (entry.getValue() instanceof Map<?, ?> inner) {
                out.append('\n');
                text(out, inner, indent + "  ");
            } else if (entry.getValue() instanceof List<?> list) {
                out.append(' ').append(list.size()).append('\n');
                for (Object element : list) {
                    int start = out.length();
                    text(out, (Map<?, ?>) element, indent + "    ");
                    // the first line of an element is marked
                    if (out.length() > start) {
                        out.setCharAt(start + indent.length() + 2, '-');
                    }
                }
            } else {
                out.append(' ').append(entry.getValue()).append('\n');
            }
        }
    }
}
