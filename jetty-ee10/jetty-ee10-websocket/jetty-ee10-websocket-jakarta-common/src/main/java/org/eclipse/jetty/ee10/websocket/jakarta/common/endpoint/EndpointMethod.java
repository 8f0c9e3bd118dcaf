package org.eclipse.jetty.ee10.websocket.jakarta.common.endpoint;

import jakarta.websocket.DecodeException;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Primitives;
import org.eclipse.jetty.websocket.core.util.MethodHolder;
import org.jspecify.annotations.Nullable;

/** A method of an annotated endpoint, with what each of its parameters takes. Immutable. */
public final class EndpointMethod {
    /** What a parameter takes; the subject is the message, the reason of closing or the failure. */
    enum Role {
        SUBJECT,
        LAST,
        SESSION,
        CONFIG,
        PATH
    }

    record Parameter(Role role, Class<?> type, @Nullable String pathVariable) {}

    private final Method method;
    private final MethodHolder unbound;
    private final List<Parameter> parameters;

    EndpointMethod(Method method, List<Parameter> parameters) {
        this.method = method;
        this.parameters = List.copyOf(parameters);
        try {
            method.setAccessible(true);
            unbound = MethodHolder.from(MethodHandles.lookup().unreflect(method));
        } catch (IllegalAccessException x) {
            throw new IllegalStateException("Cannot call " + method, x);
        }
    }

    /** Returns the type of the subject, or null where there is none. */
    @Nullable
    Class<?> subjectType() {
        for (Parameter parameter : parameters) {
            if (parameter.role == Role.SUBJECT) {
                return parameter.type;
            }
        }
        return null;
    }

    boolean isPartial() {
        return parameters.stream().anyMatch(parameter -> parameter.role == Role.LAST);
    }

    /** Puts in place what stays the same in a session. */
    Bound bind(Object instance, Session session, EndpointConfig config, Map<String, String> path)
            throws DecodeException {
        MethodHolder holder = unbound;
        // from the last, as those that are bound are not counted
        for (int i = parameters.size() - 1; i >= 0; i--) {
            Parameter parameter = parameters.get(i);
            switch (parameter.role) {
                case SESSION -> holder = holder.bindTo(session, i + 1);
                case CONFIG -> holder = holder.bindTo(config, i + 1);
                case PATH -> holder = holder.bindTo(pathValue(parameter, path), i + 1);
                case SUBJECT, LAST -> {}
            }
        }
        return new Bound(
                holder.bindTo(instance),
                parameters.stream()
                        .map(Parameter::role)
                        .filter(Bound.VARYING::contains)
                        .toList());
    }

    private static @Nullable Object pathValue(Parameter parameter, Map<String, String> path) throws DecodeException {
        String value = path.get(parameter.pathVariable);
        return value == null ? null : Primitives.parse(parameter.type, value);
    }

    @Override
    public String toString() {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }

    /** The method in one session; {@code varying} are the roles of the parameters that are not bound. Thread-safe. */
    record Bound(MethodHolder holder, List<Role> varying) {
        private static final Set<Role> VARYING = Set.of(Role.SUBJECT, Role.LAST);

        @Nullable
        Object invoke(@Nullable Object subject, boolean last) throws Throwable {
            return switch (varying.size()) {
                case 0 -> holder.invoke();
                case 1 -> holder.invoke(new Object[] {subject});
                default -> varying.get(0) == Role.SUBJECT ? holder.invoke(subject, last) : holder.invoke(last, subject);
            };
        }
    }
}
