package org.eclipse.jetty.websocket.core.messages;

import java.io.IOException;
import java.io.OutputStream;
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
 * Blocking; confined to one thread at a time.
 *
 * <p>Characters that UTF-8 does not have fail, the first half of a surrogate pair at the end too. A failure of any method
 * abandons the message: its end is not sent, further writes fail, and closing has no effect. If a part of it was sent, the
 * session is closed with 1011, as a part cannot be taken back (RFC 6455, section 5.4).
 */
public class MessageWriter extends Writer {
    private final MessageOutputStream stream;
    private final Writer writer;
    private boolean abandoned;

    public MessageWriter(CoreSession coreSession, ByteBufferPool bufferPool) {
        stream = new MessageOutputStream(coreSession, bufferPool, OpCode.TEXT);
        writer = new OutputStreamWriter(
                new Unended(stream),
                StandardCharsets.UTF_8
                        .newEncoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    @Override
    public void write(char[] cbuf, int off, int len) throws IOException {
        if (abandoned) {
            throw new IOException("message abandoned after a failure");
        }
        try {
            writer.write(cbuf, off, len);
        } catch (IOException x) {
            abandon(x);
            throw x;
        }
    }

    @Override
    public void flush() throws IOException {
        if (abandoned) {
            return;
        }
        try {
            writer.flush();
            stream.flush();
        } catch (IOException x) {
            abandon(x);
            throw x;
        }
    }

    @Override
    public void close() throws IOException {
        if (abandoned) {
            return;
        }
        try {
            writer.close();
        } catch (IOException x) {
            abandon(x);
            throw x;
        }
        stream.close();
    }

    /** Ends without the rest of the message, as {@link MessageOutputStream#abandon} does. */
    public void abandon(Throwable cause) {
        abandoned = true;
        stream.abandon(cause);
    }

    /** Who is told when the message was sent. */
    public void setCallback(Callback callback) {
        stream.setCallback(callback);
    }

    /**
     * The bytes of the message without its end, which is sent once all characters are known to be encoded. Does not flush: the
     * writer does so when it is closed, and the last fragment is to be sent with the end.
     */
    private static final class Unended extends OutputStream {
        private final OutputStream stream;

        Unended(OutputStream stream) {
            this.stream = stream;
        }

        @Override
        public void write(int b) throws IOException {
            stream.write(b);
        }

        @Override
        public void write(byte[] bytes, int off, int len) throws IOException {
            stream.write(bytes, off, len);
        }
    }
}
