package org.eclipse.jetty.ee10.websocket.jakarta.common.endpoint;

import jakarta.websocket.CloseReason;
import jakarta.websocket.DecodeException;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Decoders;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Encoders;
import org.eclipse.jetty.ee10.websocket.jakarta.common.messages.MessageKind;
import org.eclipse.jetty.ee10.websocket.jakarta.common.messages.Receiver;
import org.jspecify.annotations.Nullable;

/** The methods of an annotated endpoint class (WebSocket chapter 4). Immutable. */
public final class AnnotatedEndpoint {
    private final Class<?> type;
    private final @Nullable EndpointMethod open;
    private final @Nullable EndpointMethod close;
    private final @Nullable EndpointMethod error;
    private final Set<MessageMethod> messages;

    AnnotatedEndpoint(
            Class<?> type,
            @Nullable EndpointMethod open,
            @Nullable EndpointMethod close,
            @Nullable EndpointMethod error,
            Map<MessageKind, MessageMethod> messages) {
        this.type = type;
        this.open = open;
        this.close = close;
        this.error = error;
        this.messages = new LinkedHashSet<>(new EnumMap<>(messages).values());
    }

    /**
     * Reads a class.
     *
     * @param pathVariables the names of variables in the path of a server endpoint; null for a client endpoint
     * @throws DeploymentException where a method is not as chapter 4 asks, with class, method and rule
     */
    public static AnnotatedEndpoint of(
            Class<?> type, Decoders decoders, Encoders encoders, @Nullable Set<String> pathVariables)
            throws DeploymentException {
        return new EndpointParser(type, decoders, encoders, pathVariables).parse();
    }

    /** Returns an endpoint that calls the methods of an instance. */
    public LocalEndpoint of(Object instance) {
        if (!type.isInstance(instance)) {
            throw new IllegalArgumentException("Not a " + type.getName() + ": " + instance);
        }
        return new Instance(instance);
    }

    private final class Instance implements LocalEndpoint {
        private final Object instance;
        private EndpointMethod.@Nullable Bound onOpen;
        private EndpointMethod.@Nullable Bound onClose;
        private EndpointMethod.@Nullable Bound onError;

        Instance(Object instance) {
            this.instance = instance;
        }

        @Override
        public Object instance() {
            return instance;
        }

        @Override
        public List<Receiver> bind(Session session, EndpointConfig config, Map<String, String> path)
                throws DecodeException {
            // first, as it is called when another one cannot be bound
            if (error != null) {
                onError = error.bind(instance, session, config, path);
            }
            if (open != null) {
                onOpen = open.bind(instance, session, config, path);
            }
            if (close != null) {
                onClose = close.bind(instance, session, config, path);
            }
            if (messages.isEmpty()) {
                return List.of();
            }
            Receiver[] receivers = new Receiver[messages.size()];
            int i = 0;
            for (MessageMethod message : messages) {
                EndpointMethod.Bound bound = message.method().bind(instance, session, config, path);
                receivers[i++] = new Receiver(
                        message.method(),
                        message.type(),
                        message.partial(),
                        message.maxMessageSize(),
                        (value, last) -> answer(session, bound.invoke(value, last)));
            }
            return List.of(receivers);
        }

        /** What a method returns goes to the peer. */
        private static void answer(Session session, @Nullable Object result) throws Throwable {
            if (result != null) {
                session.getBasicRemote().sendObject(result);
            }
        }

        @Override
        public void open(Session session, EndpointConfig config) throws Throwable {
            if (onOpen != null) {
                onOpen.invoke(null, false);
            }
        }

        @Override
        public void close(Session session, CloseReason reason) throws Throwable {
            if (onClose != null) {
                onClose.invoke(reason, false);
            }
        }

        @Override
        public boolean error(Session session, Throwable failure) throws Throwable {
            if (onError == null) {
                return false;
            }
            onError.invoke(failure, false);
            return true;
        }
    }
}
