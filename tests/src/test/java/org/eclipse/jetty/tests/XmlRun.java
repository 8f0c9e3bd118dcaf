package org.eclipse.jetty.tests;

import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The XML files of a start, applied without starting what they make: the classes of the server are in a class loader, and reached by
 * reflection. Confined to its test.
 */
final class XmlRun {
    private final ClassLoader loader;
    private final Object resources;
    private final Method newResource;
    private final Constructor<?> configuration;
    private final Method configure;
    private final Class<?> builder;
    private final Class<?> environment;

    /** @param loader of the libraries of the server */
    XmlRun(ClassLoader loader) throws ReflectiveOperationException {
        this.loader = loader;
        Class<?> factory = loader.loadClass("org.eclipse.jetty.util.resource.ResourceFactory");
        resources = factory.getMethod("root").invoke(null);
        newResource = factory.getMethod("newResource", Path.class);
        Class<?> resource = loader.loadClass("org.eclipse.jetty.util.resource.Resource");
        Class<?> xml = loader.loadClass("org.eclipse.jetty.xml.XmlConfiguration");
        configuration = xml.getConstructor(resource, Map.class, Map.class);
        configure = xml.getMethod("configure");
        builder = loader.loadClass("org.eclipse.jetty.xml.EnvironmentBuilder");
        environment = loader.loadClass("org.eclipse.jetty.util.component.Environment");
    }

    /** Applies all files, and returns what they made, by id; properties of {@code overrides} win. */
    Map<String, Object> apply(List<String> arguments, Map<String, String> overrides) throws Throwable {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        // which one module redirects
        PrintStream out = System.out;
        PrintStream err = System.err;
        Thread.currentThread().setContextClassLoader(loader);
        try {
            return applyAll(arguments, overrides);
        } catch (InvocationTargetException x) {
            throw x.getCause();
        } finally {
            environment.getMethod("removeAll").invoke(null);
            Thread.currentThread().setContextClassLoader(before);
            System.setOut(out);
            System.setErr(err);
        }
    }

    private Map<String, Object> applyAll(List<String> arguments, Map<String, String> overrides) throws Throwable {
        Map<String, String> properties = new HashMap<>();
        Map<String, Object> ids = new HashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals("--env")) {
                Object built = builder.getConstructor(String.class).newInstance(arguments.get(++i));
                for (; i + 2 < arguments.size() && arguments.get(i + 1).equals("-cp"); i += 2) {
                    builder.getMethod("addClassPath", String[].class)
                            .invoke(built, (Object) new String[] {arguments.get(i + 2)});
                }
                Object made = builder.getMethod("build").invoke(built);
                Thread.currentThread().setContextClassLoader((ClassLoader)
                        environment.getMethod("getClassLoader").invoke(made));
            } else if (argument.endsWith(".xml") && !argument.contains("=")) {
                Object resource = newResource.invoke(resources, Path.of(argument));
                properties.putAll(overrides);
                configure.invoke(configuration.newInstance(resource, ids, properties));
            } else {
                int equals = argument.indexOf('=');
                properties.put(argument.substring(0, equals), argument.substring(equals + 1));
            }
        }
        return ids;
    }
}
