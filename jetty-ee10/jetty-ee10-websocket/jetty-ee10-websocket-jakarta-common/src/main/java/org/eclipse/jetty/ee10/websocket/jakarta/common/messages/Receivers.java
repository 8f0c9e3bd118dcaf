package org.eclipse.jetty.ee10.websocket.jakarta.common.messages;

import jakarta.websocket.DecodeException;
import jakarta.websocket.Decoder;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.eclipse.jetty.ee10.websocket.jakarta.common.Scope;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.CoderInstances;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Decoders;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Decoders.Entry;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Primitives;
import org.eclipse.jetty.ee10.websocket.jakarta.common.messages.Receiver.Delivery;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.messages.ByteArrayMessageSink;
import org.eclipse.jetty.websocket.core.messages.InputStreamMessageSink;
import org.eclipse.jetty.websocket.core.messages.MessageSink;
import org.eclipse.jetty.websocket.core.messages.PartialByteArrayMessageSink;
import org.eclipse.jetty.websocket.core.messages.PartialStringMessageSink;
import org.eclipse.jetty.websocket.core.messages.ReaderMessageSink;
import org.eclipse.jetty.websocket.core.messages.StringMessageSink;
import org.eclipse.jetty.websocket.core.util.MethodHolder;
import org.jspecify.annotations.Nullable;

/** Who takes the messages of a session: one receiver for each kind (WebSocket section 2.2.2). Guarded by lock. */
public final class Receivers {
    private final Map<MessageKind, Registered> registered = new EnumMap<>(MessageKind.class);
    private final CoreSession session;
    private final Decoders decoders;
    private final CoderInstances coders;
    private final Scope scope;
    private final Consumer<Throwable> onFailure;

    private record Registered(Receiver receiver, @Nullable MessageSink sink) {}

    /**
     * Makes it without receivers.
     *
     * @param scope where receivers are called
     * @param onFailure told what a receiver throws that reads messages as streams, in a thread of its own
     */
    public Receivers(
            CoreSession session, Decoders decoders, CoderInstances coders, Scope scope, Consumer<Throwable> onFailure) {
        this.session = session;
        this.decoders = decoders;
        this.coders = coders;
        this.scope = scope;
        this.onFailure = onFailure;
    }

    /**
     * Adds a receiver.
     *
     * @throws IllegalArgumentException where nothing makes its type of a message
     * @throws IllegalStateException where there is one already for the kind of messages
     */
    public synchronized void add(Receiver receiver) {
        Set<MessageKind> kinds = MessageKind.of(receiver.type(), receiver.partial(), decoders);
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException("No decoder makes a "
                    + receiver.type().getName() + (receiver.partial() ? " of a part of a message" : ""));
        }
        for (MessageKind kind : kinds) {
            Registered present = registered.get(kind);
            if (present != null) {
                throw new IllegalStateException("There is a receiver of "
                        + kind.name().toLowerCase() + " messages already: " + present.receiver.owner());
            }
        }
        for (MessageKind kind : kinds) {
            registered.put(kind, new Registered(receiver, sink(receiver, kind)));
        }
    }

    /** Removes what belongs to an owner; a message that is being received is received whole. */
    public synchronized void remove(Object owner) {
        registered.values().removeIf(each -> each.receiver.owner() == owner);
    }

    /** Returns the owners that are of this type, each once. */
    public synchronized <T> Set<T> owners(Class<T> type) {
        Set<T> owners = new LinkedHashSet<>();
        for (Registered each : registered.values()) {
            if (type.isInstance(each.receiver.owner())) {
                owners.add(type.cast(each.receiver.owner()));
            }
        }
        return owners;
    }

    /** Returns the sink of text or binary messages, or null. */
    public synchronized @Nullable MessageSink sink(MessageKind kind) {
        Registered found = registered.get(kind);
        return found == null ? null : found.sink;
    }

    /** Returns who takes pongs, or null. */
    public synchronized @Nullable Delivery pong() {
        Registered found = registered.get(MessageKind.PONG);
        return found == null ? null : found.receiver.delivery();
    }

    private @Nullable MessageSink sink(Receiver receiver, MessageKind kind) {
        Delivery delivery = receiver.delivery();
        return switch (kind) {
            case TEXT -> {
                if (receiver.maxSize() >= 0) {
                    session.setMaxTextMessageSize(receiver.maxSize());
                }
                yield receiver.partial()
                        ? new PartialStringMessageSink(session, part(delivery::deliver), true)
                        : text(receiver.type(), delivery);
            }
            case BINARY -> {
                if (receiver.maxSize() >= 0) {
                    session.setMaxBinaryMessageSize(receiver.maxSize());
                }
                yield receiver.partial()
                        ? new PartialByteArrayMessageSink(session, part(bytes(receiver.type(), delivery)), true)
                        : binary(receiver.type(), delivery);
            }
            case PONG -> null;
        };
    }

    /** What a sink calls with a whole message. */
    private MethodHolder whole(Delivery delivery) {
        return arguments -> {
            scope.callInScope(() -> delivery.deliver(arguments[0], true));
            return null;
        };
    }

    /** What a sink calls with a part of a message. */
    private MethodHolder part(Delivery delivery) {
        return arguments -> {
            scope.callInScope(() -> delivery.deliver(arguments[0], (Boolean) arguments[1]));
            return null;
        };
    }

    /** Passes on bytes as what the receiver takes. */
    private static Delivery bytes(Class<?> type, Delivery delivery) {
        return type == byte[].class
                ? delivery
                : (message, last) -> delivery.deliver(ByteBuffer.wrap((byte[]) message), last);
    }

    // text

    private MessageSink text(Class<?> type, Delivery delivery) {
        List<Entry> entries = decoders.find(type, true);
        if (entries.isEmpty()) {
            if (type == Reader.class) {
                return reader(delivery);
            }
            if (type == String.class) {
                return new StringMessageSink(session, whole(delivery), true);
            }
            return string(text -> Primitives.parse(type, text), delivery);
        }
        Entry first = entries.get(0);
        return first.form().isStream()
                ? reader((message, last) -> delivery.deliver(decode(first, (Reader) message), last))
                : string(text -> decode(entries, text), delivery);
    }

    private interface TextDecoding {
        Object decode(String text) throws Exception;
    }

    private MessageSink string(TextDecoding decoding, Delivery delivery) {
        Delivery decoded = (message, last) -> delivery.deliver(decoding.decode((String) message), last);
        return new StringMessageSink(session, whole(decoded), true);
    }

    private MessageSink reader(Delivery delivery) {
        return new ReaderMessageSink(session, whole(delivery), true, onFailure);
    }

    private Object decode(List<Entry> entries, String text) throws Exception {
        for (Entry entry : entries) {
            if (entry.form().isStream()) {
                return decode(entry, new StringReader(text));
            }
            Decoder.Text<?> decoder = (Decoder.Text<?>) coders.get(entry.decoder());
            if (decoder.willDecode(text)) {
                return decoder.decode(text);
            }
        }
        throw new DecodeException(text, "No decoder will decode the text");
    }

    private Object decode(Entry entry, Reader reader) throws Exception {
        return ((Decoder.TextStream<?>) coders.get(entry.decoder())).decode(reader);
    }

    // binary

    private MessageSink binary(Class<?> type, Delivery delivery) {
        List<Entry> entries = decoders.find(type, false);
        if (entries.isEmpty()) {
            return type == InputStream.class
                    ? stream(delivery)
                    : new ByteArrayMessageSink(session, whole(bytes(type, delivery)), true);
        }
        Entry first = entries.get(0);
        if (first.form().isStream()) {
            return stream((message, last) -> delivery.deliver(decode(first, (InputStream) message), last));
        }
        Delivery decoded = (message, last) -> delivery.deliver(decode(entries, (byte[]) message), last);
        return new ByteArrayMessageSink(session, whole(decoded), true);
    }

    private MessageSink stream(Delivery delivery) {
        return new InputStreamMessageSink(session, whole(delivery), true, onFailure);
    }

    private Object decode(List<Entry> entries, byte[] bytes) throws Exception {
        for (Entry entry : entries) {
            if (entry.form().isStream()) {
                return decode(entry, new ByteArrayInputStream(bytes));
            }
            Decoder.Binary<?> decoder = (Decoder.Binary<?>) coders.get(entry.decoder());
            if (decoder.willDecode(ByteBuffer.wrap(bytes))) {
                return decoder.decode(ByteBuffer.wrap(bytes));
            }
        }
        throw new DecodeException(ByteBuffer.wrap(bytes), "No decoder will decode the message");
    }

    private Object decode(Entry entry, InputStream in) throws Exception {
        return ((Decoder.BinaryStream<?>) coders.get(entry.decoder())).decode(in);
    }
}
