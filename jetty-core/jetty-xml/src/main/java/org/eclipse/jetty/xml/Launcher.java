package org.eclipse.jetty.xml;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program of {@link XmlConfiguration#main(String...)}. Confined to its thread. */
final class Launcher {
    private static final Logger LOG = LoggerFactory.getLogger(XmlConfiguration.class);

    /** Files and properties of the server, or of an environment. */
    private static final class Section {
        private final EnvironmentBuilder environment;
        private final String name;
        private final Map<String, String> properties = new HashMap<>();
        private final List<Resource> files = new ArrayList<>();

        private Section(String name) {
            this.name = name;
            this.environment = name == null ? null : new EnvironmentBuilder(name);
        }
    }

    private final ResourceFactory resources;
    private final List<Section> sections = new ArrayList<>();
    private final Map<String, Object> ids = new HashMap<>();
    private final List<Object> objects = new ArrayList<>();
    private final Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());

    Launcher(ResourceFactory resources) {
        this.resources = resources;
    }

    void launch(String... args) throws Exception {
        long launched = Uptime.getUptime();
        parse(args);
        Map<String, String> server = new HashMap<>();
        for (Map.Entry<Object, Object> entry : System.getProperties().entrySet())
            server.put(entry.getKey().toString(), String.valueOf(entry.getValue()));
        try {
            for (Section section : sections) {
                if (section.name == null) {
                    server.putAll(section.properties);
                    configure(section.files, server);
                } else {
                    configureEnvironment(section, server);
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
        for (Object object : objects) if (object instanceof Attributes attributes) attributes.setAttribute(name, value);
    }

    private void configureEnvironment(Section section, Map<String, String> server) throws Exception {
        Environment environment = section.environment.build();
        section.properties.forEach(environment::setAttribute);
        Map<String, String> properties = new HashMap<>(server);
        properties.putAll(section.properties);
        try (ThreadClassLoaderScope scope = new ThreadClassLoaderScope(environment.getClassLoader())) {
            configure(section.files, properties);
        }
    }

    private void configure(List<Resource> files, Map<String, String> properties) throws Exception {
        for (Resource file : files) {
            Object object = new XmlConfiguration(file, ids, properties).configure();
            if (object != null && known.add(object)) objects.add(object);
        }
    }

    /** What is a part of another object is started by that, and so is stopped with it; the rest comes last. */
    private void start() throws Exception {
        List<LifeCycle> started = new ArrayList<>();
        for (Object object : objects) if (owner(object) == null) start(object, started);
        for (Object object : objects)
            if (owner(object) instanceof LifeCycle owner && owner.isRunning()) start(object, started);
    }

    /** The object that another one is a part of, or null: not one that only refers to it, as a connector to its server. */
    private Object owner(Object object) {
        for (Object owner : objects)
            if (owner != object
                    && owner instanceof Container container
                    && container.getBeans().contains(object)
                    && !(owner instanceof ContainerLifeCycle parts && parts.isUnmanaged(object))) return owner;
        return null;
    }

    private static void start(Object object, List<LifeCycle> started) throws Exception {
        if (!(object instanceof LifeCycle lifeCycle) || lifeCycle.isRunning() || started.contains(lifeCycle)) return;
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

    private void parse(String... args) throws IOException {
        Section section = new Section(null);
        sections.add(section);
        for (int i = 0; i < args.length; i++) {
            String arg = args[i];
            switch (arg) {
                case "--env" -> {
                    section = section(value(args, ++i, arg));
                }
                case "-cp", "-classpath", "--class-path" -> {
                    environment(section, arg).addClassPath(value(args, ++i, arg));
                }
                case "-p", "--module-path" -> {
                    environment(section, arg).addModulePath(value(args, ++i, arg));
                }
                default -> add(section, arg);
            }
        }
    }

    private Section section(String name) {
        for (Section section : sections) if (name.equalsIgnoreCase(section.name)) return section;
        Section section = new Section(name);
        sections.add(section);
        return section;
    }

    private static EnvironmentBuilder environment(Section section, String option) {
        if (section.environment == null)
            throw new IllegalArgumentException(option + " is only known after --env <name>");
        return section.environment;
    }

    private static String value(String[] args, int i, String option) {
        if (i >= args.length) throw new IllegalArgumentException("a value is missing after " + option);
        return args[i];
    }

    private void add(Section section, String arg) throws IOException {
        int equals = arg.indexOf('=');
        if (equals > 0 && !isFile(arg)) {
            section.properties.put(arg.substring(0, equals), arg.substring(equals + 1));
        } else if (arg.startsWith("-")) {
            throw new IllegalArgumentException("unknown option: " + arg
                    + " (expected: name=value, file.properties, file.xml, --env name, -cp path, -p path)");
        } else if (arg.toLowerCase(java.util.Locale.ENGLISH).endsWith(".properties")) {
            Properties properties = new Properties();
            try (Reader reader = Files.newBufferedReader(path(file(arg)), StandardCharsets.UTF_8)) {
                properties.load(reader);
            }
            for (String name : properties.stringPropertyNames())
                section.properties.put(name, properties.getProperty(name));
        } else {
            section.files.add(file(arg));
        }
    }

    private static boolean isFile(String arg) {
        try {
            return (arg.endsWith(".xml") || arg.endsWith(".properties")) && Files.isRegularFile(Path.of(arg));
        } catch (InvalidPathException x) {
            return false;
        }
    }

    private static Path path(Resource resource) {
        return resource.getPath();
    }

    private Resource file(String arg) {
        Resource resource = resources.newResource(arg);
        if (resource == null || !resource.exists() || resource.isDirectory())
            throw new IllegalArgumentException("Cannot read file: " + arg);
        return resource;
    }
}
