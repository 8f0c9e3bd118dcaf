package org.eclipse.jetty.websocket.common.internal;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Frame;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketClose;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketError;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketFrame;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketMessage;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketOpen;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketPing;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketPong;
import org.eclipse.jetty.websocket.api.annotations.WebSocket;
import org.eclipse.jetty.websocket.api.exceptions.InvalidWebSocketException;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.exception.InvalidSignatureException;
import org.eclipse.jetty.websocket.core.messages.MessageSink;
import org.eclipse.jetty.websocket.core.util.InvokerUtils;
import org.eclipse.jetty.websocket.core.util.InvokerUtils.Arg;
import org.eclipse.jetty.websocket.core.util.MethodHolder;
import org.eclipse.jetty.websocket.core.util.ReflectUtils;
import org.jspecify.annotations.Nullable;

/**
 * The methods of an endpoint class, found once: each takes the endpoint, its session, and what it is told. Immutable.
 *
 * <p>A class is a {@link Session.Listener}, of which the overridden methods count, or annotated with {@link WebSocket}.
 */
public final class EndpointMethods {
    /** What an endpoint is told, the annotation for it, the listener's method, and what is given to it. */
    public enum Event {
        OPEN(OnWebSocketOpen.class, "onWebSocketOpen"),
        CLOSE(
                OnWebSocketClose.class,
                "onWebSocketClose",
                new Arg(int.class),
                new Arg(String.class),
                new Arg(Callback.class)),
        ERROR(OnWebSocketError.class, "onWebSocketError", new Arg(Throwable.class).required()),
        FRAME(
                OnWebSocketFrame.class,
                "onWebSocketFrame",
                new Arg(Frame.class).required(),
                new Arg(Callback.class).required()),
        PING(OnWebSocketPing.class, "onWebSocketPing", new Arg(ByteBuffer.class).required()),
        PONG(OnWebSocketPong.class, "onWebSocketPong", new Arg(ByteBuffer.class).required());

        private final Class<? extends Annotation> annotation;
        private final String method;
        private final Arg[] arguments;

        Event(Class<? extends Annotation> annotation, String method, Arg... arguments) {
            this.annotation = annotation;
            this.method = method;
            this.arguments = arguments;
        }
    }

    private static final Map<Sinks, String> LISTENER_MESSAGES = Map.of(
            Sinks.TEXT, "onWebSocketText",
            Sinks.PARTIAL_TEXT, "onWebSocketPartialText",
            Sinks.BINARY, "onWebSocketBinary",
            Sinks.PARTIAL_BINARY, "onWebSocketPartialBinary");

    private final Map<Event, MethodHolder> events = new EnumMap<>(Event.class);
    private final boolean autoDemand;
    private final boolean closeTakesCallback;
    private @Nullable Messages text;
    private @Nullable Messages binary;

    /** The method for messages of a kind, and what brings these into its form. */
    private record Messages(Sinks sink, MethodHolder method) {}

    private EndpointMethods(Class<?> type) {
        if (Session.Listener.class.isAssignableFrom(type)) {
            autoDemand = Session.Listener.AutoDemanding.class.isAssignableFrom(type);
            closeTakesCallback = true;
            findListener(type);
        } else {
            autoDemand = type.getAnnotation(WebSocket.class).autoDemand();
            closeTakesCallback = findAnnotated(type);
        }
        if (!autoDemand && (isStreaming(text) || isStreaming(binary))) {
            throw new InvalidWebSocketException(
                    type.getName() + ": methods that read messages need an endpoint with autoDemand");
        }
    }

    private static boolean isStreaming(@Nullable Messages messages) {
        return messages != null && messages.sink.isStreaming();
    }

    /**
     * Finds the methods of a class.
     *
     * @throws InvalidWebSocketException if it is no endpoint, or one of its methods is not as its annotation wants it
     */
    public static EndpointMethods of(Class<?> type) {
        if (!Session.Listener.class.isAssignableFrom(type) && !type.isAnnotationPresent(WebSocket.class)) {
            throw new InvalidWebSocketException(type.getName() + " is no endpoint (expected: @WebSocket, or a "
                    + Session.Listener.class.getName() + ")");
        }
        try {
            return new EndpointMethods(type);
        } catch (org.eclipse.jetty.websocket.core.exception.InvalidWebSocketException x) {
            throw new InvalidWebSocketException(x.getMessage(), x);
        }
    }

    public boolean isAutoDemand() {
        return autoDemand;
    }

    /** Whether the method for the end completes the callback that it is given. */
    public boolean isCloseTakesCallback() {
        return closeTakesCallback;
    }

    /** The method for an event. */
    public @Nullable MethodHolder get(Event event) {
        return events.get(event);
    }

    /** A sink for a kind of messages. */
    public @Nullable MessageSink newSink(boolean ofText, Object endpoint, Session session, CoreSession coreSession) {
        Messages messages = ofText ? text : binary;
        if (messages == null) {
            return null;
        }
        MethodHolder bound = messages.method.bindTo(endpoint).bindTo(session);
        return messages.sink.newSink(coreSession, bound, autoDemand);
    }

    // ---- listeners

    private void findListener(Class<?> type) {
        for (Event event : Event.values()) {
            Method method = listenerMethod(event.method, event == Event.CLOSE, types(event));
            boolean overridden = isOverridden(type, method)
                    || event == Event.CLOSE
                            && isOverridden(type, listenerMethod(event.method, false, int.class, String.class));
            if (overridden) {
                events.put(event, listenerHolder(method, event == Event.OPEN ? new Arg[0] : event.arguments));
            }
        }
        for (Map.Entry<Sinks, String> entry : LISTENER_MESSAGES.entrySet()) {
            Arg[] arguments = entry.getKey().arguments();
            Method method = listenerMethod(entry.getValue(), false, types(arguments));
            if (isOverridden(type, method)) {
                add(type, entry.getKey(), listenerHolder(method, arguments));
            }
        }
    }

    private static Class<?>[] types(Event event) {
        return event == Event.OPEN ? new Class<?>[] {Session.class} : types(event.arguments);
    }

    private static Class<?>[] types(Arg... arguments) {
        Class<?>[] types = new Class<?>[arguments.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = arguments[i].getType();
        }
        return types;
    }

    private static Method listenerMethod(String name, boolean ofClose, Class<?>... types) {
        Method method = ReflectUtils.findMethod(Session.Listener.class, name, types);
        if (method == null) {
            throw new IllegalStateException(name + (ofClose ? " with callback" : ""));
        }
        return method;
    }

    private static boolean isOverridden(Class<?> type, Method method) {
        Method found = ReflectUtils.findMethod(type, method.getName(), method.getParameterTypes());
        return found != null && found.getDeclaringClass() != Session.Listener.class;
    }

    /** By the interface, so that the class itself need not be public. */
    private static MethodHolder listenerHolder(Method method, Arg... arguments) {
        return MethodHolder.from(InvokerUtils.mutatedInvoker(
                MethodHandles.publicLookup(), Session.Listener.class, method, withSession(arguments)));
    }

    // ---- annotations

    /** Returns whether the method for the end takes a callback. */
    private boolean findAnnotated(Class<?> type) {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup().in(type);
        boolean closeCallback = false;
        for (Event event : Event.values()) {
            Method method = ReflectUtils.findAnnotatedMethod(type, event.annotation);
            if (method != null) {
                check(type, event.annotation, method);
                events.put(
                        event,
                        MethodHolder.from(
                                InvokerUtils.mutatedInvoker(lookup, type, method, withSession(event.arguments))));
                closeCallback |= event == Event.CLOSE
                        && java.util.List.of(method.getParameterTypes()).contains(Callback.class);
            }
        }
        for (Method method : ReflectUtils.findAnnotatedMethods(type, OnWebSocketMessage.class)) {
            check(type, OnWebSocketMessage.class, method);
            addMessage(lookup, type, method);
        }
        return closeCallback;
    }

    private void addMessage(MethodHandles.Lookup lookup, Class<?> type, Method method) {
        for (Sinks sink : Sinks.values()) {
            MethodHandle handle =
                    InvokerUtils.optionalMutatedInvoker(lookup, type, method, withSession(sink.arguments()));
            if (handle != null) {
                add(type, sink, MethodHolder.from(handle));
                return;
            }
        }
        throw new InvalidSignatureException(ReflectUtils.toString(type, method) + ": @OnWebSocketMessage (expected: "
                + Sinks.signatures() + ", each with or without a Session)");
    }

    private static void check(Class<?> type, Class<? extends Annotation> annotation, Method method) {
        if (!Modifier.isPublic(method.getModifiers())
                || Modifier.isStatic(method.getModifiers())
                || method.getReturnType() != void.class) {
            throw new InvalidSignatureException(ReflectUtils.toString(type, method) + ": @" + annotation.getSimpleName()
                    + " (expected: a public method that is not static and returns nothing)");
        }
    }

    private static Arg[] withSession(Arg... arguments) {
        Arg[] all = new Arg[arguments.length + 1];
        all[0] = new Arg(Session.class);
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return all;
    }

    private void add(Class<?> type, Sinks sink, MethodHolder method) {
        if ((sink.isText() ? text : binary) != null) {
            throw new InvalidWebSocketException(
                    type.getName() + ": more than one method for " + (sink.isText() ? "text" : "binary") + " messages");
        }
        if (sink.isText()) {
            text = new Messages(sink, method);
        } else {
            binary = new Messages(sink, method);
        }
    }
}
