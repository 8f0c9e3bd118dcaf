package org.eclipse.jetty.server;

import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/** What a CONNECT request needs to become a tunnel. */
public interface TunnelSupport {
    /** The protocol that the tunnel shall carry (RFC 8441), or null. */
    @Nullable
    String getProtocol();

    /** The endpoint of the tunnel. */
    EndPoint getEndPoint();
}
