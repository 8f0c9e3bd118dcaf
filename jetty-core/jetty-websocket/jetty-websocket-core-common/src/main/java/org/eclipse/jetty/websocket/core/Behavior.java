package org.eclipse.jetty.websocket.core;

/** Which side of a connection it is: a client masks its frames, a server does not (RFC 6455, section 5.1). */
public enum Behavior {
    CLIENT,
    SERVER
}
