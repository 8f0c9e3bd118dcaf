package org.eclipse.jetty.xml;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.util.annotation.Name;
import org.jspecify.annotations.Nullable;

/** Finds the members that may take some arguments, without calling them: the counterpart of {@link Members}. */
final class StaticMembers {
    /** A named argument, or one by position when the name is null. */
    record Argument(@Nullable String name, StaticValue value) {}

    private StaticMembers() {}

    static List<Constructor<?>> constructors(Class<?> type, List<Argument> arguments) {
        List<Constructor<?>> found = new ArrayList<>();
        for (Constructor<?> constructor : type.getConstructors()) {
            if (takes(constructor, arguments)) {
                found.add(constructor);
            }
        }
        return found;
    }

    /** The methods of this name that may take the arguments. */
    static List<Method> methods(Class<?> type, boolean onlyStatic, String name, List<Argument> arguments) {
        List<Method> found = new ArrayList<>();
        for (Method method : type.getMethods()) {
            if (!method.getName().equals(name) || Members.isOverloadOfCompiler(method)) {
                continue;
            }
            if (onlyStatic && !Modifier.isStatic(method.getModifiers())) {
                continue;
            }
            if (takes(method, arguments)) {
                found.add(method);
            }
        }
        return found;
    }

    private static boolean takes(Executable executable, List<Argument> arguments) {
        Class<?>[] types = executable.getParameterTypes();
        if (types.length == arguments.size() && takesAll(executable, types, arguments)) {
            return true;
        }
        if (!executable.isVarArgs() || arguments.size() < types.length - 1) {
            return false;
        }
        for (int i = 0; i < arguments.size(); i++) {
            Class<?> type = i < types.length - 1 ? types[i] : types[types.length - 1].getComponentType();
            if (!arguments.get(i).value().mayBe(type)) {
                return false;
            }
        }
        return true;
    }

    private static boolean takesAll(Executable executable, Class<?>[] types, List<Argument> arguments) {
        String[] names = names(executable);
        boolean[] taken = new boolean[types.length];
        List<Argument> rest = new ArrayList<>();
        for (Argument argument : arguments) {
            int index = argument.name() == null || names == null
                    ? -1
                    : List.of(names).indexOf(argument.name());
            if (index < 0) {
                if (argument.name() != null && names != null) {
                    return false;
                }
                rest.add(argument);
                continue;
            }
            if (taken[index] || !argument.value().mayBe(types[index])) {
                return false;
            }
            taken[index] = true;
        }
        int next = 0;
        for (Argument argument : rest) {
            while (taken[next]) {
                next++;
            }
            if (!argument.value().mayBe(types[next])) {
                return false;
            }
            taken[next] = true;
        }
        return true;
    }

    /** The names of the parameters, empty where one has none; null when none has. */
    private static String @Nullable [] names(Executable executable) {
        Annotation[][] annotations = executable.getParameterAnnotations();
        String[] names = new String[executable.getParameterCount()];
        boolean any = false;
        for (int i = 0; i < names.length; i++) {
            names[i] = "";
            if (i >= annotations.length) {
                continue;
            }
            for (Annotation annotation : annotations[i]) {
                if (annotation instanceof Name name) {
                    names[i] = name.value();
                    any = true;
                }
            }
        }
        return any ? names : null;
    }

    static boolean hasMethod(Class<?> type, String name) {
        for (Method method : type.getMethods()) {
            if (method.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** The types that setters of this name take; a public field counts, too. */
    static Set<Class<?>> settable(Class<?> type, String name) {
        Set<Class<?>> types = new LinkedHashSet<>();
        for (Method method : type.getMethods()) {
            if (method.getName().equals(setter(name)) && method.getParameterCount() == 1) {
                types.add(method.getParameterTypes()[0]);
            }
        }
        Field field = field(type, name);
        if (field != null && !Modifier.isFinal(field.getModifiers())) {
            types.add(field.getType());
        }
        return types;
    }

    static String setter(String name) {
        return "set" + capital(name);
    }

    /** What a getter or field of this name gives; null when there is none. */
    static @Nullable Class<?> gettable(Class<?> type, String name) {
        for (String method : List.of("get" + capital(name), "is" + capital(name), name)) {
            for (Method candidate : type.getMethods()) {
                if (candidate.getName().equals(method) && candidate.getParameterCount() == 0) {
                    return candidate.getReturnType();
                }
            }
        }
        Field field = field(type, name);
        return field == null ? null : field.getType();
    }

    private static @Nullable Field field(Class<?> type, String name) {
        try {
            return type.getField(name);
        } catch (NoSuchFieldException x) {
            return null;
        }
    }

    private static String capital(String name) {
        return name.substring(0, 1).toUpperCase(java.util.Locale.ENGLISH) + name.substring(1);
    }

    /** The names behind this prefix, for suggestions. */
    static Set<String> names(Class<?> type, String prefix, int parameters) {
        Set<String> names = new TreeSet<>();
        for (Method method : type.getMethods()) {
            String name = method.getName();
            if (!name.startsWith(prefix) || name.length() == prefix.length()) {
                continue;
            }
            if (parameters >= 0 && method.getParameterCount() != parameters) {
                continue;
            }
            int start = prefix.length();
            names.add(start == 0 ? name : Character.toLowerCase(name.charAt(start)) + name.substring(start + 1));
        }
        return names;
    }

    static String describe(List<Argument> arguments) {
        StringBuilder text = new StringBuilder("(");
        for (Argument argument : arguments) {
            if (text.length() > 1) {
                text.append(", ");
            }
            if (argument.name() != null) {
                text.append(argument.name()).append('=');
            }
            StaticValue value = argument.value();
            if (value.isNull()) {
                text.append("null");
            } else {
                text.append(value.type().getSimpleName());
                if (value.isKnown()) {
                    text.append(" \"").append(value.literal()).append('"');
                }
            }
        }
        return text.append(')').toString();
    }
}
