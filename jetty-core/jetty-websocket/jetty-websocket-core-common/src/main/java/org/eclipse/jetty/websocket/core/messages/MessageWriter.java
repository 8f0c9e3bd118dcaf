package org.eclipse.jetty.websocket.core.messages;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.OpCode;

/**
 * Sends a text message as it is written, in fragments of the size of the output buffer. Closing it ends the message.
 * Characters that UTF-8 does not have fail. Blocking; confined to one thread at a time.
 */
public class MessageWriter extends Writer {
    private final MessageOutputStream stream;
    private final Writer writer;

    public MessageWriter(CoreSession coreSession, ByteBufferPool bufferPool) {
        stream = new MessageOutputStream(coreSession, bufferPool, OpCode.TEXT);
        writer = new OutputStreamWriter(
                stream,
                StandardCharsets.UTF_8
                        .newEncoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    @Override
    public void write(char[] cbuf, int off, int len) throws IOException {
        writer.write(cbuf, off, len);
    }

    @Override
    public void flush() throws IOException {
        writer.flush();
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }

    /** Who is told when the message was sent. */
    public void setCallback(Callback callback) {
        stream.setCallback(callback);
    }
}
