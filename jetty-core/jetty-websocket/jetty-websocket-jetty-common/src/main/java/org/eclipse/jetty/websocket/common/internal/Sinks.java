package org.eclipse.jetty.websocket.common.internal;

import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.messages.ByteBufferMessageSink;
import org.eclipse.jetty.websocket.core.messages.InputStreamMessageSink;
import org.eclipse.jetty.websocket.core.messages.MessageSink;
import org.eclipse.jetty.websocket.core.messages.PartialByteBufferMessageSink;
import org.eclipse.jetty.websocket.core.messages.PartialStringMessageSink;
import org.eclipse.jetty.websocket.core.messages.ReaderMessageSink;
import org.eclipse.jetty.websocket.core.messages.StringMessageSink;
import org.eclipse.jetty.websocket.core.util.InvokerUtils.Arg;
import org.eclipse.jetty.websocket.core.util.MethodHolder;

/** The forms in which a method takes messages, and the sinks that bring them into these. */
enum Sinks {
    TEXT(true, StringMessageSink::new, new Arg(String.class).required()),
    PARTIAL_TEXT(
            true, PartialStringMessageSink::new, new Arg(String.class).required(), new Arg(boolean.class).required()),
    READER(true, ReaderMessageSink::new, new Arg(Reader.class).required()),
    BINARY(
            false,
            Sinks::binary,
            new Arg(ByteBuffer.class).required(),
            new Arg(org.eclipse.jetty.websocket.api.Callback.class).required()),
    PARTIAL_BINARY(
            false,
            Sinks::partialBinary,
            new Arg(ByteBuffer.class).required(),
            new Arg(boolean.class).required(),
            new Arg(org.eclipse.jetty.websocket.api.Callback.class).required()),
    STREAM(false, InputStreamMessageSink::new, new Arg(InputStream.class).required());

    private final boolean text;
    private final Factory factory;
    private final Arg[] arguments;

    Sinks(boolean text, Factory factory, Arg... arguments) {
        this.text = text;
        this.factory = factory;
        this.arguments = arguments;
    }

    boolean isText() {
        return text;
    }

    /** Whether its method reads in a thread of its own, so that only the sink knows when to demand. */
    boolean isStreaming() {
        return this == READER || this == STREAM;
    }

    /** The parameters of all forms, for those who use others. */
    static String signatures() {
        return Stream.of(values())
                .map(sink -> Stream.of(sink.arguments)
                        .map(argument -> argument.getType().getSimpleName())
                        .collect(Collectors.joining(", ", "(", ")")))
                .collect(Collectors.joining(" or "));
    }

    Arg[] arguments() {
        return arguments;
    }

    MessageSink newSink(CoreSession session, MethodHolder method, boolean autoDemand) {
        return factory.newSink(session, method, autoDemand);
    }

    private static MessageSink binary(CoreSession session, MethodHolder method, boolean autoDemand) {
        return new ByteBufferMessageSink(session, method, autoDemand) {
            @Override
            protected void invoke(MethodHolder holder, ByteBuffer bytes, Callback callback) throws Throwable {
                holder.invoke(bytes, Callbacks.toApi(callback));
            }
        };
    }

    private static MessageSink partialBinary(CoreSession session, MethodHolder method, boolean autoDemand) {
        return new PartialByteBufferMessageSink(session, method, autoDemand) {
            @Override
            protected void invoke(MethodHolder holder, ByteBuffer bytes, boolean fin, Callback callback)
                    throws Throwable {
                holder.invoke(bytes, fin, Callbacks.toApi(callback));
            }
        };
    }

    private interface Factory {
        MessageSink newSink(CoreSession session, MethodHolder method, boolean autoDemand);
    }
}
