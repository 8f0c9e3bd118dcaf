package org.eclipse.jetty.websocket.core.messages;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.exception.BadPayloadException;
import org.eclipse.jetty.websocket.core.util.Utf8Validator;

/** A text message as characters, read by one thread while frames come by others; as {@link MessageInputStream}. */
public class MessageReader extends Reader implements MessageSink {
    private final Utf8Validator validator = new Utf8Validator();
    private final MessageInputStream stream;
    private final Reader reader;

    public MessageReader(CoreSession coreSession) {
        stream = new MessageInputStream(coreSession);
        reader = new InputStreamReader(stream, StandardCharsets.UTF_8);
    }

    void onEnd(Runnable task) {
        stream.onEnd(task);
    }

    @Override
    public int read(char[] cbuf, int off, int len) throws IOException {
        return reader.read(cbuf, off, len);
    }

    @Override
    public void accept(Frame frame, Callback callback) {
        if (frame.hasPayload() && !validator.update(MessageBytes.payload(frame))
                || frame.isFin() && !validator.isComplete()) {
            BadPayloadException.InvalidUtf8 invalid = new BadPayloadException.InvalidUtf8();
            fail(invalid);
            callback.failed(invalid);
        } else {
            stream.accept(frame, callback);
        }
    }

    @Override
    public void fail(Throwable failure) {
        stream.fail(failure);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
