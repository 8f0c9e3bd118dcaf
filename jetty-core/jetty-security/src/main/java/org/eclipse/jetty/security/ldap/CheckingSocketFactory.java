package org.eclipse.jetty.security.ldap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Makes sockets whose handshake fails unless the certificate is for the host (RFC 4513, section 3.1.3). Thread-safe. */
final class CheckingSocketFactory extends SSLSocketFactory {
    private final SSLSocketFactory sockets;

    CheckingSocketFactory(SSLSocketFactory sockets) {
        this.sockets = sockets;
    }

    private static Socket checking(Socket socket) {
        SSLSocket secure = (SSLSocket) socket;
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("LDAPS");
        secure.setSSLParameters(parameters);
        return secure;
    }

    @Override
    public Socket createSocket() throws IOException {
        return checking(sockets.createSocket());
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
        return checking(sockets.createSocket(socket, host, port, autoClose));
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return checking(sockets.createSocket(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return checking(sockets.createSocket(host, port, local, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return checking(sockets.createSocket(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return checking(sockets.createSocket(host, port, local, localPort));
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return sockets.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return sockets.getSupportedCipherSuites();
    }
}
