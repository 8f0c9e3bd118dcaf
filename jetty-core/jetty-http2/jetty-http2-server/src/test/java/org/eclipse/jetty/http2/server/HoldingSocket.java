package org.eclipse.jetty.http2.server;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;

/** A socket that holds back what is written until something is read, or it is released: so that it leaves in one flight. */
final class HoldingSocket extends Socket {
    private final Socket socket;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();

    HoldingSocket(Socket socket) {
        this.socket = socket;
    }

    void release() throws IOException {
        byte[] bytes = held.toByteArray();
        held.reset();
        if (bytes.length > 0) {
            socket.getOutputStream().write(bytes);
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(socket.getInputStream()) {
            @Override
            public int read() throws IOException {
                release();
                return super.read();
            }

            @Override
            public int read(byte[] b, int off, int len) throws IOException {
                release();
                return super.read(b, off, len);
            }
        };
    }

    @Override
    public OutputStream getOutputStream() {
        return held;
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public InetAddress getInetAddress() {
        return socket.getInetAddress();
    }

    @Override
    public int getPort() {
        return socket.getPort();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return socket.getRemoteSocketAddress();
    }

    @Override
    public void setSoTimeout(int timeout) throws java.net.SocketException {
        socket.setSoTimeout(timeout);
    }

    @Override
    public int getSoTimeout() throws java.net.SocketException {
        return socket.getSoTimeout();
    }

    @Override
    public void setTcpNoDelay(boolean on) throws java.net.SocketException {
        socket.setTcpNoDelay(on);
    }

    @Override
    public boolean isClosed() {
        return socket.isClosed();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
