package org.eclipse.jetty.client;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/** Content that is written to a stream, which blocks until the bytes have been sent. Closing the stream ends the content. */
public class OutputStreamRequestContent extends AsyncRequestContent {
    private final OutputStream output = new Output();

    public OutputStreamRequestContent() {
        this("application/octet-stream");
    }

    public OutputStreamRequestContent(String contentType) {
        super(contentType);
    }

    public OutputStream getOutputStream() {
        return output;
    }

    private final class Output extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            if (length > 0) {
                writeAndWait(bytes, offset, length);
            }
        }

        @Override
        public void close() {
            OutputStreamRequestContent.this.close();
        }
    }
}
