package org.eclipse.jetty.http;

import org.eclipse.jetty.util.HostPort;

/** A Host or {@code :authority} field with its host and port apart. Thread-safe. */
public class HostPortHttpField extends HttpField {
    private final HostPort hostPort;

    public HostPortHttpField(String authority) {
        this(HttpHeader.HOST, HttpHeader.HOST.asString(), authority);
    }

    public HostPortHttpField(HttpHeader header, String name, String authority) {
        super(header, name, authority);
        try {
            this.hostPort = new HostPort(authority);
        } catch (IllegalArgumentException e) {
            throw new BadMessageException("Bad HostPort", e);
        }
    }

    public HostPortHttpField(String host, int port) {
        this(new HostPort(host, port));
    }

    public HostPortHttpField(HostPort hostPort) {
        this(HttpHeader.HOST, HttpHeader.HOST.asString(), hostPort);
    }

    public HostPortHttpField(HttpHeader header, String name, HostPort hostPort) {
        this(header, name, hostPort.toString(), hostPort);
    }

    HostPortHttpField(HttpHeader header, String name, String value, HostPort hostPort) {
        super(header, name, value);
        this.hostPort = hostPort;
    }

    /** The host, an IPv6 address in brackets. */
    public String getHost() {
        return hostPort.getHost();
    }

    /** The port, 0 when none is given. */
    public int getPort() {
        return getPort(0);
    }

    /** The port, or another one when none is given. */
    public int getPort(int defaultPort) {
        return hostPort.hasPort() ? hostPort.getPort() : defaultPort;
    }

    public HostPort getHostPort() {
        return hostPort;
    }
}
