package org.eclipse.jetty.client;

import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Has the connection of a request go on with another protocol, if the server agrees by 101 (RFC 9110, section 7.8). Over HTTP/2
 * it is the stream of the request that goes on, if the server agrees by a status such as 200 (RFC 8441).
 *
 * <pre>
 * client.newRequest(uri).attribute(HttpUpgrader.class.getName(), upgrader).send(listener);
 * </pre>
 *
 * <p>A server that does not agree answers as if nothing had been asked.
 */
public interface HttpUpgrader {
    /**
     * Adds the fields to the request by which the server is asked, before it is sent: over HTTP/1.1 Connection and Upgrade. The
     * version of the request is that by which it is sent.
     */
    void prepare(Request request);

    /**
     * Returns the protocol that is asked for over HTTP/2, as registered for {@code :protocol}; null, by default, if there is none:
     * the request fails there.
     */
    default @Nullable String getProtocol() {
        return null;
    }

    /**
     * The server has agreed: the endpoint is the caller's no more. Called before the listeners of the response know its end.
     *
     * <p>Bytes that followed the response are given to a connection by {@link EndPoint#upgrade}, if it is an
     * {@link org.eclipse.jetty.io.Connection.UpgradeTo}.
     *
     * @param callback failed to have the endpoint closed
     */
    void upgrade(Response response, EndPoint endPoint, Callback callback);
}
