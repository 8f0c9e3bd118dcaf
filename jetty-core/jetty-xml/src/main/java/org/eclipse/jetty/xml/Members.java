package org.eclipse.jetty.xml;

import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.eclipse.jetty.util.annotation.Name;
import org.jspecify.annotations.Nullable;

/** Finds the constructor or method that takes some arguments best, and calls it. */
final class Members {
    /** A named argument, or one by position when the name is null. */
    record Argument(@Nullable String name, @Nullable Object value) {}

    private record Match(Executable executable, Object[] arguments, int cost) {}

    /** Nothing takes the arguments; the message tells the candidates. */
    static final class NoMatchException extends Exception {
        NoMatchException(String message) {
            super(message);
        }
    }

    /**
     * More than for a number or enum of a text, less than for a URI or another object of it: Paths.get("a") does not mean
     * the method for URIs.
     */
    private static final int VARARGS = 15;

    private static final int NAMES_IGNORED = 100;

    private Members() {}

    static Object construct(Class<?> type, List<Argument> arguments)
            throws NoMatchException, InvocationTargetException, IllegalAccessException, InstantiationException {
        Match best = null;
        for (Constructor<?> constructor : type.getConstructors()) {
            best = better(best, match(constructor, arguments));
        }
        if (best == null) {
            throw new NoMatchException("no public constructor " + type.getName() + describe(arguments) + ", there are: "
                    + List.of(type.getConstructors()));
        }
        return ((Constructor<?>) best.executable()).newInstance(best.arguments());
    }

    static @Nullable Object call(Class<?> type, @Nullable Object target, String name, List<Argument> arguments)
            throws NoMatchException, InvocationTargetException, IllegalAccessException {
        Match best = null;
        for (Method method : type.getMethods()) {
            if (!method.getName().equals(name) || isOverloadOfCompiler(method)) {
                continue;
            }
            if (target == null && !Modifier.isStatic(method.getModifiers())) {
                continue;
            }
            best = better(best, match(method, arguments));
        }
        if (best == null) {
            throw new NoMatchException(noMethod(type, target, name, arguments));
        }
        Method method = accessible((Method) best.executable());
        return method.invoke(target, best.arguments());
    }

    /**
     * Whether the compiler has added the method to one of the class that takes and returns more special types.
     *
     * <p>Another kind of bridge is the only form of a public method: one whose superclass is not public, as that of
     * {@link StringBuilder}.
     */
    static boolean isOverloadOfCompiler(Method bridge) {
        if (!bridge.isBridge()) {
            return false;
        }
        for (Method method : bridge.getDeclaringClass().getDeclaredMethods()) {
            if (!method.isBridge() && method.getName().equals(bridge.getName()) && takesNoMore(method, bridge)) {
                return true;
            }
        }
        return false;
    }

    private static boolean takesNoMore(Method method, Method bridge) {
        Class<?>[] types = method.getParameterTypes();
        Class<?>[] general = bridge.getParameterTypes();
        if (types.length != general.length) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            if (!general[i].isAssignableFrom(types[i])) {
                return false;
            }
        }
        return true;
    }

    private static String noMethod(Class<?> type, @Nullable Object target, String name, List<Argument> arguments) {
        List<String> same = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>();
        for (Method method : type.getMethods()) {
            if (target == null && !Modifier.isStatic(method.getModifiers())) {
                continue;
            }
            names.add(method.getName());
            if (method.getName().equals(name)) {
                same.add(method.toString());
            }
        }
        String kind = target == null ? "static method " : "method ";
        String message = "no public " + kind + type.getName() + "." + name + describe(arguments);
        return same.isEmpty() ? message + Similar.didYouMean(name, names) : message + ", there are: " + same;
    }

    private static String describe(List<Argument> arguments) {
        StringBuilder text = new StringBuilder("(");
        for (Argument argument : arguments) {
            if (text.length() > 1) {
                text.append(", ");
            }
            if (argument.name() != null) {
                text.append(argument.name()).append('=');
            }
            Object value = argument.value();
            if (value == null) {
                text.append("null");
            } else {
                text.append(value.getClass().getSimpleName())
                        .append(' ')
                        .append('"')
                        .append(value)
                        .append('"');
            }
        }
        return text.append(')').toString();
    }

    private static @Nullable Match better(@Nullable Match a, @Nullable Match b) {
        if (a == null) {
            return b;
        }
        if (b == null) {
            return a;
        }
        return b.cost() < a.cost() ? b : a;
    }

    private static @Nullable Match match(Executable executable, List<Argument> arguments) {
        Class<?>[] types = executable.getParameterTypes();
        Match fixed = types.length == arguments.size() ? matchFixed(executable, types, arguments) : null;
        if (!executable.isVarArgs()) {
            return fixed;
        }
        return better(fixed, matchVarArgs(executable, types, arguments));
    }

    private static @Nullable Match matchFixed(Executable executable, Class<?>[] types, List<Argument> arguments) {
        int cost = 0;
        Argument[] ordered = order(executable, types.length, arguments);
        if (ordered == null) {
            return null;
        }
        if (ordered.length > 0 && ordered[0] == null) {
            ordered = arguments.toArray(new Argument[0]);
            cost = NAMES_IGNORED;
        }
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            Coercion.Coerced coerced = Coercion.coerce(ordered[i].value(), types[i]);
            if (coerced == null) {
                return null;
            }
            values[i] = coerced.value();
            cost += coerced.cost();
        }
        return new Match(executable, values, cost);
    }

    /**
     * The arguments in the order of the parameters.
     *
     * @return null when a name is not that of a parameter; an array of null when parameters have no names
     */
    private static Argument @Nullable [] order(Executable executable, int count, List<Argument> arguments) {
        boolean named = false;
        for (Argument argument : arguments) {
            named |= argument.name() != null;
        }
        if (!named) {
            return arguments.toArray(new Argument[0]);
        }
        String[] names = names(executable, count);
        Argument[] ordered = new Argument[count];
        boolean hasNames = false;
        for (String name : names) {
            hasNames |= name != null;
        }
        if (!hasNames) {
            return ordered;
        }
        for (Argument argument : arguments) {
            if (argument.name() == null) {
                continue;
            }
            int index = List.of(nonNull(names)).indexOf(argument.name());
            if (index < 0 || ordered[index] != null) {
                return null;
            }
            ordered[index] = argument;
        }
        int next = 0;
        for (Argument argument : arguments) {
            if (argument.name() != null) {
                continue;
            }
            while (next < count && ordered[next] != null) {
                next++;
            }
            if (next == count) {
                return null;
            }
            ordered[next] = argument;
        }
        return ordered;
    }

    private static String[] nonNull(String[] names) {
        String[] result = new String[names.length];
        for (int i = 0; i < names.length; i++) {
            result[i] = names[i] == null ? "" : names[i];
        }
        return result;
    }

    private static String[] names(Executable executable, int count) {
        String[] names = new String[count];
        Annotation[][] annotations = executable.getParameterAnnotations();
        for (int i = 0; i < count && i < annotations.length; i++) {
            for (Annotation annotation : annotations[i]) {
                if (annotation instanceof Name name) {
                    names[i] = name.value();
                }
            }
        }
        return names;
    }

    private static @Nullable Match matchVarArgs(Executable executable, Class<?>[] types, List<Argument> arguments) {
        int fixed = types.length - 1;
        if (arguments.size() < fixed) {
            return null;
        }
        int cost = VARARGS;
        Object[] values = new Object[types.length];
        for (int i = 0; i < fixed; i++) {
            Coercion.Coerced coerced = Coercion.coerce(arguments.get(i).value(), types[i]);
            if (coerced == null) {
                return null;
            }
            values[i] = coerced.value();
            cost += coerced.cost();
        }
        Class<?> type = types[fixed].getComponentType();
        Object array = Array.newInstance(type, arguments.size() - fixed);
        for (int i = fixed; i < arguments.size(); i++) {
            Coercion.Coerced coerced = Coercion.coerce(arguments.get(i).value(), type);
            if (coerced == null) {
                return null;
            }
            Array.set(array, i - fixed, coerced.value());
            cost += coerced.cost();
        }
        values[fixed] = array;
        return new Match(executable, values, cost);
    }

    /** The same method of a public class or interface, when that of the object's class cannot be called. */
    static Method accessible(Method method) {
        if (isPublic(method.getDeclaringClass())) {
            return method;
        }
        Method found = search(method.getDeclaringClass(), method);
        return found == null ? method : found;
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && type.getModule().isExported(type.getPackageName(), Members.class.getModule());
    }

    private static @Nullable Method search(@Nullable Class<?> type, Method method) {
        if (type == null) {
            return null;
        }
        if (isPublic(type)) {
            try {
                return type.getMethod(method.getName(), method.getParameterTypes());
            } catch (NoSuchMethodException x) {
                // declared further up, or nowhere
                if (type == Object.class) {
                    return null;
                }
            }
        }
        for (Class<?> face : type.getInterfaces()) {
            Method found = search(face, method);
            if (found != null) {
                return found;
            }
        }
        return search(type.getSuperclass(), method);
    }
}
