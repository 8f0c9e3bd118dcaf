package org.eclipse.jetty.util;

import java.io.IOException;
import java.lang.module.ModuleReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Helps with types and their texts. */
public class TypeUtil {
    public static final Class<?>[] NO_ARGS = {};
    public static final int CR = '\r';
    public static final int LF = '\n';
    private static final Logger LOG = LoggerFactory.getLogger(TypeUtil.class);

    private TypeUtil() {}

    public static <T> List<T> asList(T @Nullable [] a) {
        return a == null ? List.of() : Arrays.asList(a);
    }

    public static <T> ListIterator<T> listIteratorAtEnd(List<T> list) {
        return list.listIterator(list.size());
    }

    /** The primitive or well-known class of a short or full name. */
    public static @Nullable Class<?> fromName(String name) {
        return switch (name) {
            case "boolean" -> boolean.class;
            case "byte" -> byte.class;
            case "char" -> char.class;
            case "double" -> double.class;
            case "float" -> float.class;
            case "int" -> int.class;
            case "long" -> long.class;
            case "short" -> short.class;
            case "void" -> void.class;
            case "Boolean", "java.lang.Boolean.TYPE", "java.lang.Boolean" -> Boolean.class;
            case "Byte", "java.lang.Byte" -> Byte.class;
            case "Character", "java.lang.Character" -> Character.class;
            case "Double", "java.lang.Double" -> Double.class;
            case "Float", "java.lang.Float" -> Float.class;
            case "Integer", "java.lang.Integer" -> Integer.class;
            case "Long", "java.lang.Long" -> Long.class;
            case "Short", "java.lang.Short" -> Short.class;
            case "String", "java.lang.String" -> String.class;
            case "Object", "java.lang.Object" -> Object.class;
            default -> null;
        };
    }

    /** The class name with its packages shortened to their first letters: o.e.j.u.TypeUtil. */
    public static String toShortName(Class<?> type) {
        if (type.isArray()) {
            return toShortName(type.getComponentType()) + "[]";
        }
        String[] parts = type.getName().split("\\.");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < parts.length - 1; i++) {
            text.append(parts[i].charAt(0));
        }
        return (text.isEmpty() ? "" : text + ".") + parts[parts.length - 1];
    }

    public static String toClassReference(Class<?> clazz) {
        return toClassReference(clazz.getName());
    }

    public static String toClassReference(String className) {
        return className.replace('.', '/') + ".class";
    }

    /** The value of this type of which this is the text, or null when that type has no text form. */
    public static @Nullable Object valueOf(Class<?> type, String value) {
        if (type == String.class) {
            return value;
        }
        if (type == int.class || type == Integer.class) {
            return Integer.valueOf(value.trim());
        }
        if (type == long.class || type == Long.class) {
            return Long.valueOf(value.trim());
        }
        if (type == boolean.class || type == Boolean.class) {
            return Boolean.valueOf(value.trim());
        }
        if (type == double.class || type == Double.class) {
            return Double.valueOf(value.trim());
        }
        if (type == float.class || type == Float.class) {
            return Float.valueOf(value.trim());
        }
        if (type == short.class || type == Short.class) {
            return Short.valueOf(value.trim());
        }
        if (type == byte.class || type == Byte.class) {
            return Byte.valueOf(value.trim());
        }
        if (type == char.class || type == Character.class) {
            return value.charAt(0);
        }
        try {
            if (!Modifier.isAbstract(type.getModifiers()) && !type.isPrimitive()) {
                for (Constructor<?> constructor : type.getConstructors()) {
                    if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == String.class) {
                        return constructor.newInstance(value);
                    }
                }
            }
            Method method = type.getMethod("valueOf", String.class);
            return method.invoke(null, value);
        } catch (NoSuchMethodException | IllegalAccessException | InstantiationException x) {
            LOG.trace("no text form of {}", type, x);
            return null;
        } catch (InvocationTargetException x) {
            if (x.getCause() instanceof Error error) {
                throw error;
            }
            LOG.trace("not a {}: {}", type, value, x);
            return null;
        }
    }

    public static @Nullable Object valueOf(String type, String value) {
        Class<?> c = fromName(type);
        return c == null ? null : valueOf(c, value);
    }

    /** Parses digits of a base; a negative length means to the end. */
    public static int parseInt(String s, int offset, int length, int base) throws NumberFormatException {
        int end = length < 0 ? s.length() : offset + length;
        int value = 0;
        for (int i = offset; i < end; i++) {
            int digit = Character.digit(s.charAt(i), base);
            if (digit < 0 || value > (Integer.MAX_VALUE - digit) / base) {
                throw new NumberFormatException(s.substring(offset, end));
            }
            value = value * base + digit;
        }
        return value;
    }

    public static int parseInt(byte[] b, int offset, int length, int base) throws NumberFormatException {
        int end = length < 0 ? b.length : offset + length;
        int value = 0;
        for (int i = offset; i < end; i++) {
            int digit = Character.digit((char) (b[i] & 0xff), base);
            if (digit < 0 || value > (Integer.MAX_VALUE - digit) / base) {
                throw new NumberFormatException(new String(b, offset, end - offset));
            }
            value = value * base + digit;
        }
        return value;
    }

    public static String toString(byte[] bytes, int base) {
        StringBuilder text = new StringBuilder();
        for (byte b : bytes) {
            StringUtil.append(text, b, base);
        }
        return text.toString();
    }

    public static byte convertHexDigit(byte c) {
        return (byte) convertHexDigit((char) (c & 0xff));
    }

    public static int convertHexDigit(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        if (c >= 'a' && c <= 'f') {
            return c - 'a' + 10;
        }
        if (c >= 'A' && c <= 'F') {
            return c - 'A' + 10;
        }
        throw new NumberFormatException("not a hexadecimal digit: 0x" + Integer.toHexString(c));
    }

    public static int convertHexDigit(int c) {
        return convertHexDigit((char) c);
    }

    public static boolean isHex(String str, int offset, int length) {
        return StringUtil.isHex(str, offset, length);
    }

    public static void toHex(byte b, Appendable buf) {
        try {
            buf.append(Character.toUpperCase(Character.forDigit(b >> 4 & 0xf, 16)));
            buf.append(Character.toUpperCase(Character.forDigit(b & 0xf, 16)));
        } catch (IOException x) {
            throw ExceptionUtil.asRuntimeException(x);
        }
    }

    public static void toHex(int value, Appendable buf) throws IOException {
        for (int shift = 24; shift >= 0; shift -= 8) {
            toHex((byte) (value >>> shift), buf);
        }
    }

    public static void toHex(long value, Appendable buf) throws IOException {
        toHex((int) (value >>> 32), buf);
        toHex((int) value, buf);
    }

    public static boolean isTrue(@Nullable Object o) {
        if (o == null) {
            return false;
        }
        return o instanceof Boolean b ? b : Boolean.parseBoolean(o.toString());
    }

    public static boolean isFalse(@Nullable Object o) {
        if (o == null) {
            return false;
        }
        return o instanceof Boolean b ? !b : "false".equalsIgnoreCase(o.toString());
    }

    /** Where the class was loaded from: its code source, or module, or class file; null when unknown. */
    public static @Nullable URI getLocationOfClass(Class<?> clazz) {
        URI location = getCodeSourceLocation(clazz);
        if (location == null) {
            location = getModuleLocation(clazz);
        }
        if (location == null) {
            location = getClassLoaderLocation(clazz);
        }
        return location == null ? getSystemClassLoaderLocation(clazz) : location;
    }

    public static @Nullable URI getSystemClassLoaderLocation(Class<?> clazz) {
        return getClassLoaderLocation(clazz, ClassLoader.getSystemClassLoader());
    }

    public static @Nullable URI getClassLoaderLocation(Class<?> clazz) {
        return getClassLoaderLocation(clazz, clazz.getClassLoader());
    }

    public static @Nullable URI getClassLoaderLocation(Class<?> clazz, @Nullable ClassLoader loader) {
        if (loader == null) {
            return null;
        }
        URL url = loader.getResource(toClassReference(clazz));
        if (url == null) {
            return null;
        }
        try {
            String text = url.toURI().toASCIIString();
            if (text.startsWith("jar:file:")) {
                return URI.create(text.substring(4, text.indexOf("!/")));
            }
            if (text.startsWith("jrt:")) {
                return URI.create(text);
            }
            return URI.create(
                    text.substring(0, text.length() - toClassReference(clazz).length()));
        } catch (URISyntaxException x) {
            LOG.trace("no location of {}", clazz, x);
            return null;
        }
    }

    public static @Nullable URI getCodeSourceLocation(Class<?> clazz) {
        CodeSource source = clazz.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            return null;
        }
        try {
            return source.getLocation().toURI();
        } catch (URISyntaxException x) {
            LOG.trace("no location of {}", clazz, x);
            return null;
        }
    }

    public static @Nullable URI getModuleLocation(Class<?> clazz) {
        Module module = clazz.getModule();
        if (module == null || module.getLayer() == null) {
            return null;
        }
        return module.getLayer()
                .configuration()
                .findModule(module.getName())
                .map(resolved -> resolved.reference())
                .flatMap(ModuleReference::location)
                .orElse(null);
    }

    public static <T> Iterator<T> concat(Iterator<T> i1, Iterator<T> i2) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return i1.hasNext() || i2.hasNext();
            }

            @Override
            public T next() {
                return i1.hasNext() ? i1.next() : i2.next();
            }
        };
    }

    /** The services that can be made; the others are logged. */
    public static <T> Stream<T> serviceStream(ServiceLoader<T> serviceLoader) {
        return serviceProviderStream(serviceLoader)
                .map(provider -> {
                    try {
                        return provider.get();
                    } catch (ServiceConfigurationError x) {
                        LOG.warn("Service provider failed to load", x);
                        return null;
                    }
                })
                .filter(java.util.Objects::nonNull);
    }

    /** The providers of services that can be found; the others are logged. */
    public static <T> Stream<ServiceLoader.Provider<T>> serviceProviderStream(ServiceLoader<T> serviceLoader) {
        List<ServiceLoader.Provider<T>> providers = new ArrayList<>();
        Iterator<ServiceLoader.Provider<T>> iterator = serviceLoader.stream().iterator();
        int failures = 0;
        while (failures < 100) {
            try {
                if (!iterator.hasNext()) {
                    break;
                }
                providers.add(iterator.next());
            } catch (ServiceConfigurationError x) {
                failures++;
                LOG.warn("Service provider failed to load", x);
            }
        }
        return providers.stream();
    }

    public static <T> Predicate<T> truePredicate() {
        return t -> true;
    }

    public static <T> Predicate<T> falsePredicate() {
        return t -> false;
    }

    /** Whether the class of the object declares the method itself. */
    public static boolean isDeclaredMethodOn(Object object, String methodName, Class<?>... args) {
        try {
            object.getClass().getDeclaredMethod(methodName, args);
            return true;
        } catch (NoSuchMethodException x) {
            return false;
        }
    }

    public static String toString(@Nullable Map<?, ?> map) {
        return map == null ? "null" : map.toString();
    }

    /** Checks that offset and length lie within the size, and returns the length; a negative one means all after offset. */
    public static long checkOffsetLengthSize(long offset, long length, long size)
            throws IndexOutOfBoundsException, ArithmeticException {
        if (offset < 0 || offset > size) {
            throw new IndexOutOfBoundsException("offset " + offset + ", size " + size);
        }
        if (length < 0) {
            return size - offset;
        }
        if (Math.addExact(offset, length) > size) {
            throw new IndexOutOfBoundsException("offset " + offset + ", length " + length + ", size " + size);
        }
        return length;
    }
}
