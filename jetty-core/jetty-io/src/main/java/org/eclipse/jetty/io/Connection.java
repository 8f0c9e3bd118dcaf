package org.eclipse.jetty.io;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.EventListener;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A protocol at work on an {@link EndPoint}: it interprets the bytes that come and produces those that go. */
public interface Connection extends Closeable {
    /** Adds a listener; those of type {@link Listener} are notified of opening and closing. */
    void addEventListener(EventListener listener);

    void removeEventListener(EventListener listener);

    /** Called once the endpoint is ready, or when this connection replaced another one. */
    void onOpen();

    /** Called once, when the endpoint is closed or this connection is replaced. */
    void onClose(@Nullable Throwable cause);

    EndPoint getEndPoint();

    @Override
    void close();

    /**
     * Called when nothing happened for the idle timeout.
     *
     * @return whether the endpoint shall be closed
     */
    boolean onIdleExpired(TimeoutException timeout);

    long getMessagesIn();

    long getMessagesOut();

    long getBytesIn();

    long getBytesOut();

    /** When it was created, in milliseconds since 1970. */
    long getCreatedTimeStamp();

    /** A connection that gives way to another one and hands over the bytes that it read and did not use. */
    interface UpgradeFrom {
        /** The bytes read and not used, or null; the caller owns the buffer. */
        @Nullable
        ByteBuffer onUpgradeFrom();
    }

    /** A connection that replaces another one and takes over its bytes. */
    interface UpgradeTo {
        void onUpgradeTo(@Nullable ByteBuffer prefilled);
    }

    /** Is notified of connections that open and close. */
    interface Listener extends EventListener {
        default void onOpened(Connection connection) {}

        default void onClosed(Connection connection) {}
    }
}
