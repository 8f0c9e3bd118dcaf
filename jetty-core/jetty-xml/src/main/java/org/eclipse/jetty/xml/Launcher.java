package org.eclipse.jetty.xml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.ExceptionUtil;
import org.eclipse.jetty.util.StartTimes;
import org.eclipse.jetty.util.Uptime;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Environment;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.thread.ThreadClassLoaderScope;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program of {@link XmlConfiguration#main(String...)}. Confined to its thread. */
final class Launcher {
    private static final Logger LOG = LoggerFactory.getLogger(XmlConfiguration.class);

    private final ResourceFactory resources;
    private final XmlParser parser;
    private final Map<String, Object> ids = new HashMap<>();
    private final List<Object> objects = new ArrayList<>();
    private final Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());

    Launcher(ResourceFactory resources) {
        this.resources = resources;
        this.parser = new XmlParser();
    }

    void launch(String... args) throws Exception {
        long launched = Uptime.getUptime();
        List<LaunchArguments.Section> sections = new LaunchArguments(resources).parse(args);
        Map<String, String> server = new HashMap<>();
        for (Map.Entry<Object, Object> entry : System.getProperties().entrySet()) {
            server.put(entry.getKey().toString(), String.valueOf(entry.getValue()));
        }
        try {
            for (LaunchArguments.Section section : sections) {
                SecretFiles.apply(section);
                EnvironmentBuilder environment = section.environment();
                if (environment == null) {
                    server.putAll(section.properties());
                    configure(section.files(), server);
                } else {
                    configureEnvironment(section, environment, server);
                }
            }
        } catch (Throwable x) {
            LOG.debug("Unable to configure", x);
            throw x;
        }
        publish(XmlScope.ATTRIBUTE, new XmlScope(withoutNulls(ids), withoutNulls(server)));
        publish(StartTimes.ATTRIBUTE, new StartTimes(launched, Uptime.getUptime() - launched));
        start();
    }

    private static <T> Map<String, T> withoutNulls(Map<String, T> map) {
        Map<String, T> copy = new HashMap<>(map);
        copy.values().removeIf(java.util.Objects::isNull);
        return copy;
    }

    /** Files that are read later, those of applications, refer to the ids and properties of the server. */
    private void publish(String name, Object value) {
        for (Object object : objects) {
            if (object instanceof Attributes attributes) {
                attributes.setAttribute(name, value);
            }
        }
    }

    private void configureEnvironment(
            LaunchArguments.Section section, EnvironmentBuilder builder, Map<String, String> server) throws Exception {
        Environment environment = builder.build();
        section.properties().forEach(environment::setAttribute);
        Map<String, String> properties = new HashMap<>(server);
        properties.putAll(section.properties());
        try (ThreadClassLoaderScope scope = new ThreadClassLoaderScope(environment.getClassLoader())) {
            configure(section.files(), properties);
        }
    }

    private void configure(List<Resource> files, Map<String, String> properties) throws Exception {
        for (Resource file : files) {
            Object object = new XmlConfiguration(file, ids, properties, parser).configure();
            if (object != null && known.add(object)) {
                objects.add(object);
            }
        }
    }

    /** What is a part of another object is started by that, and so is stopped with it; the rest comes last. */
    private void start() throws Exception {
        List<LifeCycle> started = new ArrayList<>();
        for (Object object : objects) {
            if (owner(object) == null) {
                start(object, started);
            }
        }
        for (Object object : objects) {
            if (owner(object) instanceof LifeCycle owner && owner.isRunning()) {
                start(object, started);
            }
        }
    }

    /** The object that another one is a part of, or null: not one that only refers to it, as a connector to its server. */
    private @Nullable Object owner(Object object) {
        for (Object owner : objects) {
            if (owner != object
                    && owner instanceof Container container
                    && container.getBeans().contains(object)
                    && !(owner instanceof ContainerLifeCycle parts && parts.isUnmanaged(object))) {
                return owner;
            }
        }
        return null;
    }

    private static void start(Object object, List<LifeCycle> started) throws Exception {
        if (!(object instanceof LifeCycle lifeCycle) || lifeCycle.isRunning() || started.contains(lifeCycle)) {
            return;
        }
        started.add(lifeCycle);
        try {
            lifeCycle.start();
        } catch (Throwable x) {
            LOG.debug("Unable to start {}", lifeCycle, x);
            stop(started, x);
            throw x;
        }
    }

    private static void stop(List<LifeCycle> started, Throwable cause) {
        for (int i = started.size() - 1; i >= 0; i--) {
            try {
                started.get(i).stop();
            } catch (Throwable x) {
                ExceptionUtil.addSuppressedIfNotAssociated(cause, x);
            }
        }
    }
}
