package org.eclipse.jetty.xml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.thread.ThreadClassLoaderScope;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * A configuration that is looked at without being started: what its XML files would make, and what is wrong with it.
 *
 * <pre>
 * start.jar --check ── arguments of the main class ──> check(args, findings)
 *    each XML file:  StaticEvaluator ── types in place of objects ──> CheckedObjects, findings
 *    each service:   ConfigurationCheck.check(this)  ── ports, key stores, applications ... ──> findings
 * </pre>
 *
 * <p>The type of a value is that of the setter, constructor or method that takes it. Its range is that of the type, 0-65535 for
 * ports, and else what the setter itself refuses, which is asked by setting it on an object made for that ({@link Trial}). Only what
 * is certainly wrong is told. Confined to the thread of the check.
 */
public final class CheckedConfiguration {
    private final Consumer<Map<String, String>> findings;
    private final List<CheckedObject> objects = new ArrayList<>();
    private final Map<String, StaticValue> ids = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>();
    private final Set<String> known = new HashSet<>();
    private final Map<String, ClassLoader> environments = new LinkedHashMap<>();
    private int ofServer;
    private boolean lenient;

    CheckedConfiguration(Consumer<Map<String, String>> findings) {
        this.findings = findings;
    }

    /**
     * Checks what {@link XmlConfiguration#main(String...)} would start with these arguments.
     *
     * <p>A finding is a map: {@code severity} ({@code error}, {@code warning}), {@code message}, {@code remedy}, and as far as they
     * are known {@code expected}, {@code file} (a path), {@code line} (from 1), and {@code property}, whose value is the cause.
     */
    public static void check(String[] args, Consumer<Map<String, String>> findings) throws IOException {
        try (ResourceFactory.Closeable resources = ResourceFactory.closeable()) {
            new CheckedConfiguration(findings).check(new LaunchArguments(resources).parse(args));
        }
    }

    private void check(List<LaunchArguments.Section> sections) throws IOException {
        for (Map.Entry<Object, Object> entry : System.getProperties().entrySet()) {
            properties.put(entry.getKey().toString(), String.valueOf(entry.getValue()));
        }
        known.addAll(properties.keySet());
        for (LaunchArguments.Section section : sections) {
            new SecretFiles(SecretFiles.base(section.properties()), System::getenv, this::report)
                    .apply(section, section.name() == null);
            known.addAll(section.properties().keySet());
            EnvironmentBuilder environment = section.environment();
            if (environment == null) {
                properties.putAll(section.properties());
                for (Resource file : section.files()) {
                    evaluate(file, ids, properties, null);
                }
                ofServer = objects.size();
                continue;
            }
            ClassLoader loader = environment.newClassLoader();
            environments.put(section.name(), loader);
            Map<String, String> own = new HashMap<>(properties);
            own.putAll(section.properties());
            try (ThreadClassLoaderScope scope = new ThreadClassLoaderScope(loader)) {
                for (Resource file : section.files()) {
                    evaluate(file, ids, own, null);
                }
            }
        }
        ClassLoader server = CheckedConfiguration.class.getClassLoader();
        List<ConfigurationCheck> last = new ArrayList<>();
        for (ConfigurationCheck check : ServiceLoader.load(ConfigurationCheck.class, server)) {
            if (check.isOfApplications()) {
                last.add(check);
            } else {
                check.check(this);
            }
        }
        for (ConfigurationCheck check : last) {
            check.check(this);
        }
    }

    private void report(SecretFiles.Problem problem) {
        if (problem.isError()) {
            wrong(null, problem.property(), problem.message(), problem.expected());
        } else {
            tell("warning", null, problem.property(), problem.message(), null, problem.expected());
        }
    }

    private StaticValue evaluate(
            Resource file,
            Map<String, StaticValue> known,
            Map<String, String> values,
            @Nullable CheckedObject applied) {
        try (InputStream in = file.newInputStream()) {
            InputSource source = new InputSource(in);
            source.setSystemId(XmlConfiguration.place(file));
            return new StaticEvaluator(this, known, values).configure(new XmlParser().parse(source), applied);
        } catch (SAXException x) {
            malformed(String.valueOf(x.getMessage()));
        } catch (IOException x) {
            error(XmlConfiguration.place(file), "cannot be read: " + x, "let the server read it");
        }
        return StaticValue.UNKNOWN;
    }

    /** Reports an XML file that is not well-formed; the message begins with its place. */
    public void malformed(String message) {
        Matcher matcher = FindingParts.PLACE.matcher(message);
        boolean placed = matcher.matches() && matcher.group(4) != null;
        error(
                placed ? matcher.group(1) + ":" + matcher.group(2) : null,
                placed ? matcher.group(4) : message,
                "make it well-formed XML");
    }

    /**
     * Checks the XML file of an application, which sees the objects and properties of the server.
     *
     * @param loader finds the classes that it names
     * @param isComplete whether it finds all; else only missing classes of the server are told
     * @param own the properties of the application
     * @param className the class of what the file is applied to, unless the file names another
     * @return the object of its root element; null when that is not known
     */
    public @Nullable CheckedObject checkFile(
            Path file, ClassLoader loader, boolean isComplete, Map<String, String> own, @Nullable String className) {
        Map<String, String> values = new HashMap<>(properties);
        values.putAll(own);
        known.addAll(own.keySet());
        lenient = !isComplete;
        try (ThreadClassLoaderScope scope = new ThreadClassLoaderScope(loader)) {
            Resource resource = ResourceFactory.root().newResource(file);
            if (resource == null) {
                error(file.toUri().toASCIIString(), "does not exist", "an existing file");
                return null;
            }
            CheckedObject applied = applied(className, loader, file);
            return evaluate(resource, new HashMap<>(ids), values, applied).object();
        } finally {
            lenient = false;
        }
    }

    private static @Nullable CheckedObject applied(@Nullable String className, ClassLoader loader, Path file) {
        if (className == null) {
            return null;
        }
        try {
            return new CheckedObject(loader.loadClass(className), null, file.toUri() + ":1");
        } catch (ClassNotFoundException | LinkageError x) {
            // whoever names the class is told
            return null;
        }
    }

    void add(CheckedObject object) {
        objects.add(object);
    }

    /** Whether a class of this name can be missing only by mistake. */
    boolean expects(String className) {
        return !lenient || className.startsWith("org.eclipse.jetty.");
    }

    /** What the files make of the class of this name or of its subclasses. */
    public List<CheckedObject> objects(String className) {
        return objects.stream().filter(object -> object.isA(className)).toList();
    }

    /** Whether an object is made by the files of the server, not by those of an environment or application. */
    public boolean isOfServer(CheckedObject object) {
        return objects.indexOf(object) < ofServer;
    }

    /** The properties of the server. */
    public Map<String, String> properties() {
        return properties;
    }

    /** Whether a property is set, rather than read with its default; null is not. */
    public boolean isSet(@Nullable String property) {
        return known.contains(property);
    }

    /** The class loader of an environment; null when there is no such. */
    public @Nullable ClassLoader environment(String name) {
        for (Map.Entry<String, ClassLoader> environment : environments.entrySet()) {
            if (environment.getKey().equalsIgnoreCase(name)) {
                return environment.getValue();
            }
        }
        return null;
    }

    /** ": did you mean ...?" when one of the names is similar, else what there is. */
    public static String didYouMean(String name, Collection<String> names) {
        return Similar.didYouMean(name, names);
    }

    /**
     * Tells what stops the server or an application.
     *
     * @param place {@code file}, {@code file:line} or {@code file:line:column}, where the file is a path or URI
     */
    public void error(@Nullable String place, String message, String remedy) {
        tell("error", place, null, message, null, remedy);
    }

    /** Tells what the server starts with, although it is hardly meant. */
    public void warning(String place, String message, String remedy) {
        tell("warning", place, null, message, null, remedy);
    }

    /**
     * Reports a value that is wrong.
     *
     * @param property the property that it came from, or whose default it is
     */
    public void wrong(@Nullable String place, @Nullable String property, String message, @Nullable String expected) {
        tell("error", place, property, message, expected, FindingParts.remedy(property, known));
    }

    private void tell(
            String severity,
            @Nullable String place,
            @Nullable String property,
            String message,
            @Nullable String expected,
            String remedy) {
        findings.accept(FindingParts.of(severity, place, property, message, expected, remedy));
    }
}
