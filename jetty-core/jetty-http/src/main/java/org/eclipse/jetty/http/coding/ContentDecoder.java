package org.eclipse.jetty.http.coding;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;

/** Decodes the content of one message. Confined to the reader of that message. */
public interface ContentDecoder {
    /**
     * Decodes until the input is used up or the output is full. Where the output is full, more may follow from what was
     * taken already.
     *
     * @param input the encoded bytes
     * @param output the buffer, to be filled from its position
     * @throws HttpException.RuntimeException with status 400 if the input is malformed
     */
    void decode(ByteBuffer input, ByteBuffer output);

    /** Whether the content may end here; it may if there was none. */
    boolean isComplete();

    /** Gives back what decoding needs; nothing is decoded afterwards. */
    void release();

    /** The failure of malformed input. */
    static HttpException.RuntimeException malformed(String coding, String reason) {
        return new HttpException.RuntimeException(HttpStatus.BAD_REQUEST_400, "Bad " + coding + " content: " + reason);
    }
}
