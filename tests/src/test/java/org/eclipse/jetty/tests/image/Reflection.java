package org.eclipse.jetty.tests.image;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * What code calls in place of the JDK's reflection after {@link Rewriting}: each use that finds something is a line in the file
 * of the system property "reflection". Thread-safe.
 */
public final class Reflection {
    private static final Set<String> LINES = ConcurrentHashMap.newKeySet();

    private Reflection() {}

    private static <T> T record(T found, String line) {
        if (found != null && LINES.add(line)) {
            synchronized (LINES) {
                try {
                    Files.writeString(
                            Path.of(System.getProperty("reflection")),
                            line + "\n",
                            StandardOpenOption.CREATE,
                            StandardOpenOption.APPEND);
                } catch (IOException x) {
                    throw new UncheckedIOException(x);
                }
            }
        }
        return found;
    }

    static String line(Executable executable) {
        String name = executable instanceof Method ? executable.getName() : "<init>";
        return "method " + executable.getDeclaringClass().getName() + "." + name
                + Arrays.stream(executable.getParameterTypes())
                        .map(Class::getTypeName)
                        .collect(Collectors.joining(",", "(", ")"));
    }

    public static Class<?> forName(String name) throws ClassNotFoundException {
        return record(Class.forName(name), "type " + name);
    }

    public static Class<?> forName(String name, boolean initialize, ClassLoader loader) throws ClassNotFoundException {
        return record(Class.forName(name, initialize, loader), "type " + name);
    }

    public static Class<?> loadClass(ClassLoader loader, String name) throws ClassNotFoundException {
        return record(loader.loadClass(name), "type " + name);
    }

    public static URL getResource(ClassLoader loader, String name) {
        return record(loader.getResource(name), "resource " + name);
    }

    public static InputStream getResourceAsStream(ClassLoader loader, String name) {
        return record(loader.getResourceAsStream(name), "resource " + name);
    }

    public static URL getResource(Class<?> type, String name) {
        return record(type.getResource(name), "resource " + absolute(type, name));
    }

    public static InputStream getResourceAsStream(Class<?> type, String name) {
        return record(type.getResourceAsStream(name), "resource " + absolute(type, name));
    }

    private static String absolute(Class<?> type, String name) {
        return name.startsWith("/") ? name.substring(1) : type.getPackageName().replace('.', '/') + "/" + name;
    }

    public static ResourceBundle getBundle(String name) {
        return record(ResourceBundle.getBundle(name), "bundle " + name);
    }

    public static ResourceBundle getBundle(String name, Locale locale) {
        return record(ResourceBundle.getBundle(name, locale), "bundle " + name);
    }

    public static ResourceBundle getBundle(String name, Locale locale, ClassLoader loader) {
        return record(ResourceBundle.getBundle(name, locale, loader), "bundle " + name);
    }

    public static Constructor<?> getConstructor(Class<?> type, Class<?>... parameters) throws NoSuchMethodException {
        Constructor<?> found = type.getConstructor(parameters);
        return record(found, line(found));
    }

    public static Constructor<?> getDeclaredConstructor(Class<?> type, Class<?>... parameters)
            throws NoSuchMethodException {
        Constructor<?> found = type.getDeclaredConstructor(parameters);
        return record(found, line(found));
    }

    public static Method getMethod(Class<?> type, String name, Class<?>... parameters) throws NoSuchMethodException {
        Method found = type.getMethod(name, parameters);
        return record(found, line(found));
    }

    public static Method getDeclaredMethod(Class<?> type, String name, Class<?>... parameters)
            throws NoSuchMethodException {
        Method found = type.getDeclaredMethod(name, parameters);
        return record(found, line(found));
    }

    public static Field getDeclaredField(Class<?> type, String name) throws NoSuchFieldException {
        return record(type.getDeclaredField(name), "field " + type.getName() + "." + name);
    }

    public static Method[] getDeclaredMethods(Class<?> type) {
        return record(type.getDeclaredMethods(), "methods " + type.getName());
    }

    public static Method[] getMethods(Class<?> type) {
        return record(type.getMethods(), "methods " + type.getName());
    }
}
