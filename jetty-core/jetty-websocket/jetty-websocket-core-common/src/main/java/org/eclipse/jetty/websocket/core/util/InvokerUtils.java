package org.eclipse.jetty.websocket.core.util;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.websocket.core.exception.InvalidSignatureException;
import org.jspecify.annotations.Nullable;

/**
 * Adapts methods of endpoints, whose parameters may come in any order and be left out, to one calling order.
 *
 * <pre>
 * @OnWebSocketClose void closed(String reason, Session session)
 * mutatedInvoker(lookup, type, method, new Arg(Session.class), new Arg(int.class), new Arg(String.class))
 * -&gt; (Endpoint, Session, int, String)void
 * </pre>
 */
public final class InvokerUtils {
    /** A parameter is identified by its type. */
    public static final ParamIdentifier PARAM_IDENTITY = (method, type, index) -> new Arg(type);

    private static final String[] NONE = {};

    private InvokerUtils() {}

    /** Something that is given to a method: a type, and a name if it is one of several of the type. */
    public static class Arg {
        private final Class<?> type;
        private final @Nullable String name;
        private boolean required;
        private boolean convertible;

        public Arg(Class<?> type) {
            this(type, null);
        }

        public Arg(Class<?> type, @Nullable String name) {
            this.type = type;
            this.name = name;
        }

        public @Nullable String getName() {
            return name;
        }

        /** Whether a parameter described by {@code other} takes this. */
        public boolean matches(Arg other) {
            if (name != null) {
                return name.equals(other.name);
            }
            return other.name == null && (convertible ? other.type.isAssignableFrom(type) : other.type == type);
        }

        /** A method without a parameter for it is not accepted. */
        public Arg required() {
            required = true;
            return this;
        }

        /** A parameter of a supertype takes it too. */
        public Arg convertible() {
            convertible = true;
            return this;
        }

        public Class<?> getType() {
            return type;
        }

        public boolean isRequired() {
            return required;
        }

        @Override
        public String toString() {
            return (required ? "required " : "") + type.getName() + (name == null ? "" : " " + name);
        }
    }

    /** Says what a parameter of a method wants. */
    public interface ParamIdentifier {
        Arg getParamArg(Method method, Class<?> paramType, int idx);
    }

    /** Binds the first arguments of a method. */
    @NullContract("!null, _ -> !null")
    public static @Nullable MethodHolder bindTo(@Nullable MethodHolder methodHolder, Object... args) {
        MethodHolder bound = methodHolder;
        if (bound != null) {
            for (Object arg : args) {
                bound = bound.bindTo(arg);
            }
        }
        return bound;
    }

    /**
     * The method as (Endpoint, calling arguments...).
     *
     * @throws InvalidSignatureException if a parameter is not among them, or a required one is missing
     */
    public static MethodHandle mutatedInvoker(
            MethodHandles.Lookup lookup, Class<?> targetClass, Method method, Arg... callingArgs) {
        return mutatedInvoker(lookup, targetClass, method, PARAM_IDENTITY, null, callingArgs);
    }

    /**
     * The method as (Endpoint, named variables as String..., calling arguments...).
     *
     * @param namedVariables names of variables that parameters may ask for, such as those of a path
     * @throws InvalidSignatureException if a parameter is not among them, or a required one is missing
     */
    public static MethodHandle mutatedInvoker(
            MethodHandles.Lookup lookup,
            Class<?> targetClass,
            Method method,
            ParamIdentifier paramIdentifier,
            String @Nullable [] namedVariables,
            Arg... callingArgs) {
        MethodHandle invoker = invoker(lookup, targetClass, method, paramIdentifier, namedVariables, true, callingArgs);
        assert invoker != null; // as it fails otherwise
        return invoker;
    }

    /** As {@link #mutatedInvoker}; null instead of an exception. */
    public static @Nullable MethodHandle optionalMutatedInvoker(
            MethodHandles.Lookup lookup,
            Class<?> targetClass,
            Method method,
            ParamIdentifier paramIdentifier,
            String @Nullable [] namedVariables,
            Arg... callingArgs) {
        return invoker(lookup, targetClass, method, paramIdentifier, namedVariables, false, callingArgs);
    }

    /** As {@link #mutatedInvoker}; null instead of an exception. */
    public static @Nullable MethodHandle optionalMutatedInvoker(
            MethodHandles.Lookup lookup, Class<?> targetClass, Method method, Arg... callingArgs) {
        return invoker(lookup, targetClass, method, PARAM_IDENTITY, null, false, callingArgs);
    }

    private static @Nullable MethodHandle invoker(
            MethodHandles.Lookup lookup,
            Class<?> targetClass,
            Method method,
            ParamIdentifier identifier,
            String @Nullable [] namedVariables,
            boolean failing,
            Arg... callingArgs) {
        Arg[] given = given(namedVariables, callingArgs);
        Class<?>[] parameters = method.getParameterTypes();
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        int[] order = new int[parameters.length + (isStatic ? 0 : 1)];
        boolean[] used = new boolean[given.length];
        for (int i = 0; i < parameters.length; i++) {
            int index = find(given, used, identifier.getParamArg(method, parameters[i], i));
            if (index < 0) {
                return refuse(
                        failing,
                        targetClass,
                        method,
                        "parameter " + i + " of type " + parameters[i].getName() + " (expected: each once, of "
                                + Stream.of(given).map(Arg::toString).collect(Collectors.joining(", ")) + ")");
            }
            used[index] = true;
            order[i + (isStatic ? 0 : 1)] = 1 + index;
        }
        for (int i = 0; i < given.length; i++) {
            if (given[i].isRequired() && !used[i]) {
                return refuse(failing, targetClass, method, "no parameter (expected: " + given[i] + ")");
            }
        }
        MethodHandle handle = unreflect(lookup, targetClass, method);
        MethodType type = MethodType.methodType(method.getReturnType(), targetClass);
        for (Arg arg : given) {
            type = type.appendParameterTypes(arg.getType());
        }
        // parameters of a supertype take what is given
        MethodType direct = handle.type();
        for (int i = 0; i < order.length; i++) {
            direct = direct.changeParameterType(i, type.parameterType(order[i]));
        }
        return MethodHandles.permuteArguments(handle.asType(direct), type, order);
    }

    private static Arg[] given(String @Nullable [] namedVariables, Arg... callingArgs) {
        String[] variables = namedVariables == null ? NONE : namedVariables;
        int names = variables.length;
        Arg[] given = new Arg[names + callingArgs.length];
        for (int i = 0; i < names; i++) {
            given[i] = new Arg(String.class, variables[i]);
        }
        System.arraycopy(callingArgs, 0, given, names, callingArgs.length);
        return given;
    }

    private static int find(Arg[] given, boolean[] used, Arg wanted) {
        for (int i = 0; i < given.length; i++) {
            if (!used[i] && given[i].matches(wanted)) {
                return i;
            }
        }
        // a name may be asked for twice
        for (int i = 0; i < given.length; i++) {
            if (given[i].getName() != null && given[i].matches(wanted)) {
                return i;
            }
        }
        return -1;
    }

    private static @Nullable MethodHandle refuse(boolean failing, Class<?> targetClass, Method method, String what) {
        if (failing) {
            throw new InvalidSignatureException(ReflectUtils.toString(targetClass, method) + ": " + what);
        }
        return null;
    }

    private static MethodHandle unreflect(MethodHandles.Lookup lookup, Class<?> targetClass, Method method) {
        try {
            MethodHandle handle = lookup.unreflect(method);
            return Modifier.isStatic(method.getModifiers())
                    ? handle
                    : handle.asType(handle.type().changeParameterType(0, targetClass));
        } catch (IllegalAccessException x) {
            throw new InvalidSignatureException(
                    ReflectUtils.toString(targetClass, method)
                            + ": not accessible (expected: a public method of a public class, in a package that is exported)",
                    x);
        }
    }
}
