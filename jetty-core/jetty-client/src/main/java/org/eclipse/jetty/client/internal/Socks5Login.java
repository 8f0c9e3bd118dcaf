package org.eclipse.jetty.client.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** A request to a SOCKS proxy whose answer has two octets (RFC 1929, section 2), and nothing beyond is read. Confined to its connection. */
public final class Socks5Login implements Callback {
    private final ByteBuffer reply = BufferUtil.allocate(2);
    private final EndPoint endPoint;
    private final Check check;
    private final Callback callback;

    /** Looks at the answer. */
    @FunctionalInterface
    public interface Check {
        /** @throws IOException if the proxy has refused */
        void check(byte version, byte status) throws IOException;
    }

    public Socks5Login(EndPoint endPoint, Check check, Callback callback) {
        this.endPoint = endPoint;
        this.check = check;
        this.callback = callback;
    }

    /** Sends the request, and reads the answer. */
    public void send(ByteBuffer request) {
        endPoint.write(this, request);
    }

    /** The request was written, or octets have come. */
    @Override
    public void succeeded() {
        try {
            while (reply.remaining() < 2) {
                int filled = endPoint.fill(reply);
                if (filled < 0) {
                    throw new EofException("The SOCKS5 proxy closed within the login");
                }
                if (filled == 0) {
                    endPoint.fillInterested(this);
                    return;
                }
            }
            check.check(reply.get(0), reply.get(1));
        } catch (Throwable x) {
            callback.failed(x);
            return;
        }
        callback.succeeded();
    }

    @Override
    public void failed(Throwable cause) {
        callback.failed(cause);
    }
}
