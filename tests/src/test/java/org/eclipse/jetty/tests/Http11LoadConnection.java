package org.eclipse.jetty.tests;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Speaks HTTP/1.1 (RFC 9112). Confined to its thread. */
final class Http11LoadConnection implements LoadConnection {
    private final Socket socket = new Socket();
    private final byte[] request;
    private final InputStream in;
    private boolean last;

    Http11LoadConnection(int port, String path, boolean keep) throws IOException {
        request = ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + (keep ? "" : "Connection: close\r\n") + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LoadClient.TIMEOUT_MILLIS);
        socket.setSoTimeout(LoadClient.TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    @Override
    public int exchange() throws IOException {
        socket.getOutputStream().write(request);
        String status = line();
        long length = -1;
        for (String field = line(); !field.isEmpty(); field = line()) {
            String lower = field.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(field.substring(15).trim());
            }
            if (lower.equals("connection: close")) {
                last = true;
            }
        }
        if (length < 0) {
            throw new IOException("no length: " + status);
        }
        if (in.readNBytes((int) length).length < length) {
            throw new IOException("cut off: " + status);
        }
        return Integer.parseInt(status.substring(9, 12));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("closed after '" + line + "'");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public boolean isLast() {
        return last;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
