package org.eclipse.jetty.xml;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the constructors, setters and factories of classes what they have against values, by giving them the values.
 *
 * <p>That is done where it has no effect:
 *
 * <ul>
 *   <li>components of the server ({@link LifeCycle}), which do nothing before they are started, are made as the files make them, of
 *       values and of other objects that can be tried;
 *   <li>other classes of the server are made of values without texts, as a text may name a file that is opened;
 *   <li>on these objects, setters are called, and methods that include, exclude, add or put;
 *   <li>static methods whose names say that they only make a value of others: {@code of}, {@code from}, {@code valueOf} ...
 * </ul>
 *
 * <p>What cannot be tried is not judged. Confined to the check.
 */
final class Trial {
    private static final Logger LOG = LoggerFactory.getLogger(Trial.class);
    private static final List<String> PURE_PREFIXES = List.of("of", "from", "valueOf", "parse");
    private static final Set<String> PURE = Set.of("csvSplit", "timeZone");
    private static final List<String> SETTERS = List.of("set", "include", "exclude", "add", "put");

    /**
     * What came of a call.
     *
     * @param isKnown whether {@code value} is what it returned
     * @param refusal what it had against its arguments
     */
    record Outcome(
            boolean isKnown,
            @Nullable Object value,
            @Nullable String refusal) {
        private static final Outcome UNKNOWN = new Outcome(false, null, null);
    }

    private final @Nullable Object object;
    private final @Nullable String refusal;

    Trial(CheckedObject checked) {
        Outcome made = make(checked);
        object = made.value();
        refusal = made.refusal();
    }

    /** What the constructor has against its arguments. */
    @Nullable
    String refusal() {
        return refusal;
    }

    private static Outcome make(CheckedObject checked) {
        Class<?> type = checked.type();
        if (!type.getName().startsWith("org.eclipse.jetty.")) {
            return Outcome.UNKNOWN;
        }
        List<Members.Argument> arguments = arguments(checked, LifeCycle.class.isAssignableFrom(type));
        if (arguments == null) {
            if (!hasPlainConstructor(type)) {
                return Outcome.UNKNOWN;
            }
            arguments = List.of();
        }
        try {
            return new Outcome(true, Members.construct(type, arguments), null);
        } catch (Members.NoMatchException | ReflectiveOperationException | LinkageError x) {
            return failed(checked, x);
        }
    }

    /** What the constructor is given; null when that cannot be tried. */
    private static @Nullable List<Members.Argument> arguments(CheckedObject checked, boolean isComponent) {
        List<Members.Argument> arguments = new ArrayList<>();
        for (CheckedObject.Argument argument : checked.constructorArguments()) {
            Object value = argument.value();
            if (argument.object() != null) {
                value = argument.object().trial().object;
                if (value == null) {
                    return null;
                }
            } else if (!argument.isKnown() || !isComponent && value instanceof CharSequence) {
                return null;
            }
            arguments.add(new Members.Argument(argument.name(), value));
        }
        return arguments;
    }

    private static boolean hasPlainConstructor(Class<?> type) {
        for (Constructor<?> constructor : type.getConstructors()) {
            if (constructor.getParameterCount() == 0) {
                return true;
            }
        }
        return false;
    }

    /** Sets a value; what the setter has against it. */
    @Nullable
    String set(String method, Object value) {
        return call(method, List.of(new Members.Argument(null, value)));
    }

    /** Calls a method that only takes settings; what it has against them. */
    @Nullable
    String call(String method, List<Members.Argument> arguments) {
        if (object == null || SETTERS.stream().noneMatch(method::startsWith)) {
            return null;
        }
        return call(object.getClass(), object, method, arguments).refusal();
    }

    /** Calls a static method if all that it does is to make a value. */
    static Outcome make(Class<?> type, String method, List<Members.Argument> arguments) {
        boolean pure = PURE.contains(method) || type == XmlConfiguration.class;
        for (String prefix : PURE_PREFIXES) {
            pure |= method.startsWith(prefix)
                    && (method.length() == prefix.length() || Character.isUpperCase(method.charAt(prefix.length())));
        }
        String name = type.getName();
        boolean isTrusted = name.startsWith("org.eclipse.jetty.") || name.startsWith("java.");
        return pure && isTrusted ? call(type, null, method, arguments) : Outcome.UNKNOWN;
    }

    private static Outcome call(
            Class<?> type, @Nullable Object target, String method, List<Members.Argument> arguments) {
        try {
            return new Outcome(true, Members.call(type, target, method, arguments), null);
        } catch (Members.NoMatchException | ReflectiveOperationException | LinkageError x) {
            return failed(method + arguments, x);
        }
    }

    private static Outcome failed(Object what, Throwable x) {
        Throwable cause = x instanceof InvocationTargetException ? x.getCause() : null;
        if ((cause instanceof IllegalArgumentException || cause instanceof DateTimeException)
                && cause.getMessage() != null) {
            return new Outcome(false, null, cause.getMessage());
        }
        LOG.debug("not judged: {}", what, x);
        return Outcome.UNKNOWN;
    }

    /** A value as text, also that of an array, or an empty one. */
    static String text(@Nullable Object value) {
        if ("".equals(value)) {
            return "(empty)";
        }
        if (value == null || !value.getClass().isArray()) {
            return String.valueOf(value);
        }
        List<String> items = new ArrayList<>();
        for (int i = 0; i < Array.getLength(value); i++) {
            items.add(String.valueOf(Array.get(value, i)));
        }
        return String.join(",", items);
    }
}
