package org.eclipse.jetty.ee10.websocket.jakarta.common.endpoint;

import jakarta.websocket.CloseReason;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.server.PathParam;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Decoders;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Encoders;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Primitives;
import org.eclipse.jetty.ee10.websocket.jakarta.common.endpoint.EndpointMethod.Parameter;
import org.eclipse.jetty.ee10.websocket.jakarta.common.endpoint.EndpointMethod.Role;
import org.eclipse.jetty.ee10.websocket.jakarta.common.messages.MessageKind;
import org.jspecify.annotations.Nullable;

/**
 * Reads the annotated methods of an endpoint class, and refuses what WebSocket chapter 4 does not allow, with the names of
 * the class, the method and the rule. Confined to one call.
 */
final class EndpointParser {
    private static final List<Class<? extends Annotation>> ANNOTATIONS =
            List.of(OnOpen.class, OnMessage.class, OnClose.class, OnError.class);

    private final Class<?> type;
    private final Decoders decoders;
    private final Encoders encoders;
    private final @Nullable Set<String> pathVariables;
    private @Nullable EndpointMethod open;
    private @Nullable EndpointMethod close;
    private @Nullable EndpointMethod error;
    private final Map<MessageKind, MessageMethod> messages = new EnumMap<>(MessageKind.class);

    EndpointParser(Class<?> type, Decoders decoders, Encoders encoders, @Nullable Set<String> pathVariables) {
        this.type = type;
        this.decoders = decoders;
        this.encoders = encoders;
        this.pathVariables = pathVariables;
    }

    AnnotatedEndpoint parse() throws DeploymentException {
        for (Method method : methods()) {
            if (method.isAnnotationPresent(OnOpen.class)) {
                open = one(open, lifeCycle(method, OnOpen.class), OnOpen.class);
            }
            if (method.isAnnotationPresent(OnClose.class)) {
                close = one(close, lifeCycle(method, OnClose.class), OnClose.class);
            }
            if (method.isAnnotationPresent(OnError.class)) {
                error = one(error, lifeCycle(method, OnError.class), OnError.class);
            }
            OnMessage onMessage = method.getAnnotation(OnMessage.class);
            if (onMessage != null) {
                addMessage(method, onMessage);
            }
        }
        return new AnnotatedEndpoint(type, open, close, error, messages);
    }

    /**
     * Returns the annotated methods of the class and those above it, but for those that are overridden: annotations of
     * methods are not inherited (WebSocket section 4.8).
     */
    private List<Method> methods() throws DeploymentException {
        List<Method> annotated = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (method.isBridge() || method.isSynthetic()) {
                    continue;
                }
                boolean first = seen.add(method.getName() + Arrays.toString(method.getParameterTypes()));
                if (!first || ANNOTATIONS.stream().noneMatch(method::isAnnotationPresent)) {
                    continue;
                }
                int modifiers = method.getModifiers();
                if (!Modifier.isPublic(modifiers) || Modifier.isStatic(modifiers) || Modifier.isAbstract(modifiers)) {
                    throw refused(method, "must be public, and neither static nor abstract");
                }
                annotated.add(method);
            }
        }
        return annotated;
    }

    private EndpointMethod one(
            @Nullable EndpointMethod before, EndpointMethod method, Class<? extends Annotation> annotation)
            throws DeploymentException {
        if (before == null) {
            return method;
        }
        throw new DeploymentException(
                type.getName() + " has two methods with " + name(annotation) + ": " + before + " and " + method);
    }

    // open, close, error

    private EndpointMethod lifeCycle(Method method, Class<? extends Annotation> annotation) throws DeploymentException {
        Class<?> subject =
                annotation == OnClose.class ? CloseReason.class : annotation == OnError.class ? Throwable.class : null;
        if (method.getReturnType() != void.class) {
            throw refused(method, name(annotation) + " must return void");
        }
        List<Parameter> parameters = new ArrayList<>();
        for (java.lang.reflect.Parameter each : method.getParameters()) {
            Parameter parameter = common(method, each);
            if (parameter == null && subject != null && each.getType() == subject) {
                parameter = new Parameter(Role.SUBJECT, subject, null);
            }
            if (parameter == null && annotation == OnOpen.class && each.getType() == EndpointConfig.class) {
                parameter = new Parameter(Role.CONFIG, EndpointConfig.class, null);
            }
            if (parameter == null) {
                throw refused(
                        method,
                        name(annotation) + " has no parameter of type "
                                + each.getType().getName());
            }
            add(method, parameters, parameter);
        }
        EndpointMethod found = new EndpointMethod(method, parameters);
        if (annotation == OnError.class && found.subjectType() == null) {
            throw refused(method, "@OnError must have a parameter of type Throwable");
        }
        return found;
    }

    /** Returns the parameter if it is a session or a path parameter, else null. */
    private @Nullable Parameter common(Method method, java.lang.reflect.Parameter parameter)
            throws DeploymentException {
        PathParam path = parameter.getAnnotation(PathParam.class);
        if (path == null) {
            return parameter.getType() == Session.class ? new Parameter(Role.SESSION, Session.class, null) : null;
        }
        if (pathVariables == null) {
            throw refused(method, "@PathParam is for server endpoints");
        }
        if (!Primitives.isOne(parameter.getType())) {
            throw refused(
                    method,
                    "@PathParam \"" + path.value() + "\" must be a String, a primitive type or a wrapper of one, not "
                            + parameter.getType().getName());
        }
        if (parameter.getType().isPrimitive() && !pathVariables.contains(path.value())) {
            throw refused(method, "the path of the endpoint has no {" + path.value() + "} for a primitive @PathParam");
        }
        return new Parameter(Role.PATH, parameter.getType(), path.value());
    }

    private void add(Method method, List<Parameter> parameters, Parameter parameter) throws DeploymentException {
        if (parameter.role() != Role.PATH && parameters.stream().anyMatch(each -> each.role() == parameter.role())) {
            throw refused(
                    method, "has two parameters of type " + parameter.type().getName());
        }
        parameters.add(parameter);
    }

    // messages

    private void addMessage(Method method, OnMessage annotation) throws DeploymentException {
        boolean partial = isPartial(method);
        List<Parameter> parameters = new ArrayList<>();
        for (java.lang.reflect.Parameter each : method.getParameters()) {
            Parameter parameter = common(method, each);
            if (parameter == null) {
                parameter = new Parameter(
                        partial && Primitives.boxed(each.getType()) == Boolean.class ? Role.LAST : Role.SUBJECT,
                        each.getType(),
                        null);
            }
            add(method, parameters, parameter);
        }
        EndpointMethod found = new EndpointMethod(method, parameters);
        Class<?> subject = found.subjectType();
        if (subject == null) {
            throw refused(method, "@OnMessage must have a parameter for the message");
        }
        EnumSet<MessageKind> kinds = MessageKind.of(subject, partial, decoders);
        if (kinds.isEmpty()) {
            throw refused(method, noMessage(subject, partial));
        }
        checkReturn(method);
        MessageMethod message = new MessageMethod(found, subject, partial, annotation.maxMessageSize());
        for (MessageKind kind : kinds) {
            MessageMethod before = messages.put(kind, message);
            if (before != null) {
                throw new DeploymentException(type.getName() + " has two methods for "
                        + kind.name().toLowerCase() + " messages: " + before.method() + " and " + found);
            }
        }
    }

    private static String noMessage(Class<?> subject, boolean partial) {
        return partial
                ? "parts of messages are String, byte[] or ByteBuffer, not " + subject.getName()
                : "no decoder of the endpoint makes a " + subject.getName();
    }

    /** Two parameters beside session and path are a part of a message and the flag of the last one. */
    private static boolean isPartial(Method method) throws DeploymentException {
        List<Class<?>> rest = Arrays.stream(method.getParameters())
                .filter(each -> !each.isAnnotationPresent(PathParam.class) && each.getType() != Session.class)
                .<Class<?>>map(java.lang.reflect.Parameter::getType)
                .toList();
        if (rest.size() < 2) {
            return false;
        }
        long flags = rest.stream()
                .filter(each -> Primitives.boxed(each) == Boolean.class)
                .count();
        if (rest.size() > 2 || flags != 1) {
            throw refused(
                    method,
                    "@OnMessage takes one message, or a part of one and a boolean, but has "
                            + rest.stream().map(Class::getName).collect(Collectors.joining(", ")));
        }
        return true;
    }

    private void checkReturn(Method method) throws DeploymentException {
        Class<?> result = method.getReturnType();
        if (result == void.class
                || Primitives.isOne(result)
                || result == byte[].class
                || ByteBuffer.class.isAssignableFrom(result)
                || encoders.canEncodeSome(result)) {
            return;
        }
        throw refused(method, "no encoder of the endpoint takes the " + result.getName() + " that it returns");
    }

    private static String name(Class<? extends Annotation> annotation) {
        return "@" + annotation.getSimpleName();
    }

    private static DeploymentException refused(Method method, String rule) {
        return new DeploymentException(method.getDeclaringClass().getName() + "." + method.getName() + "("
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", "))
                + "): " + rule);
    }
}
