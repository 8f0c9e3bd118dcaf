package org.eclipse.jetty.server.internal.log;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** The address at one end of a connection; the texts of addresses of late are remembered. Thread-safe. */
final class LogAddress implements LogFormat.Part {
    private static final int SIZE = 64;

    private final AtomicReferenceArray<Known> known = new AtomicReferenceArray<>(SIZE);
    private final Function<Request, SocketAddress> getter;

    /** An address of version 4, whose text nothing else has a part in, and its text. */
    private record Known(InetAddress address, byte[] text, int length) {}

    LogAddress(Function<Request, SocketAddress> getter) {
        this.getter = getter;
    }

    @Override
    public void append(LogLine line, Request request, Response response) {
        SocketAddress address = getter.apply(request);
        if (!(address instanceof InetSocketAddress inet)) {
            LogText.append(line, address == null ? null : address.toString());
            return;
        }
        if (!(inet.getAddress() instanceof Inet4Address version4)) {
            LogText.append(line, Request.getHostName(inet));
            return;
        }
        int slot = version4.hashCode() & SIZE - 1;
        Known last = known.get(slot);
        if (last == null || !last.address.equals(version4)) {
            LogLine text = new LogLine(16);
            LogText.append(text, Request.getHostName(inet));
            last = new Known(version4, text.array(), text.length());
            known.setRelease(slot, last);
        }
        line.append(last.text, last.length);
    }
}
