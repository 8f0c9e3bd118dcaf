package org.eclipse.jetty.server.internal.http1;

import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.internal.RequestEvents;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/** An HTTP/1.1 connection as those who serve its requests see it: the end point, what is counted, and the server beyond. */
interface Http1Link extends Http1Settings {
    EndPoint getEndPoint();

    /** The type of what is run when bytes come. */
    Invocable.InvocationType getInvocationType();

    boolean isSecure();

    /** The host and port of requests that name none. */
    @Nullable
    HostPort getServerAuthority();

    /** Takes violations that are allowed; null if no listener is configured. */
    ComplianceViolation.@Nullable Listener getComplianceViolationListener();

    /** Whether the connector is being shut down: no more requests are wanted. */
    boolean isShutdown();

    /** Waits for bytes. */
    void fillInterested();

    /** Waits for bytes, but looks again when the time is over; {@link Long#MAX_VALUE} leaves it to the idle timeout. */
    void awaitInput(long nanos);

    /** As {@link #awaitInput(long)}, for content of a request. */
    void awaitInput(long nanos, Callback callback);

    void addBytesIn(long length);

    /** Counts bytes that are written; returns the sum. */
    long addBytesOut(long length);

    long getBytesOut();

    /** What takes the next request. */
    RequestEvents newRequest();

    /** Whether the connector has a protocol to which a connection can be upgraded. */
    boolean isUpgradable(String protocol);

    /**
     * Makes the connection of another protocol.
     *
     * @param responseFields the fields of the 101 response, to which the protocol may add
     * @return the connection; null if the connector does not have the protocol, or refuses
     */
    @Nullable
    Connection upgrade(String protocol, MetaData.Request request, HttpFields.Mutable responseFields);
}
