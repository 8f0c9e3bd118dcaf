package org.eclipse.jetty.websocket.core;

import java.util.Objects;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** A frame to be sent, and how. Immutable. */
public class OutgoingEntry {
    private final Frame frame;
    private final Callback callback;
    private final boolean batch;
    private final long frameTimeout;
    private final long messageTimeout;

    /** The entry behind this one in the queue that it is in. */
    @Nullable
    OutgoingEntry next;

    private OutgoingEntry(
            @Nullable Frame frame, @Nullable Callback callback, boolean batch, long frameTimeout, long messageTimeout) {
        this.frame = Objects.requireNonNull(frame, "frame missing");
        this.callback = callback == null ? Callback.NOOP : callback;
        this.batch = batch;
        this.frameTimeout = frameTimeout;
        this.messageTimeout = messageTimeout;
    }

    public Frame getFrame() {
        return frame;
    }

    public Callback getCallback() {
        return callback;
    }

    /** Whether the frame may wait for others. */
    public boolean isBatch() {
        return batch;
    }

    /** Milliseconds in which the frame must be written; 0 or less for no limit. */
    public long getFrameTimeout() {
        return frameTimeout;
    }

    /** Milliseconds in which the message that begins with this frame must be written; 0 or less for no limit. */
    public long getMessageTimeout() {
        return messageTimeout;
    }

    @Override
    public String toString() {
        return "OutgoingEntry[" + frame + ",batch=" + batch + "]";
    }

    /** Makes entries. */
    public static class Builder {
        private @Nullable Frame frame;
        private @Nullable Callback callback;
        private boolean batch;
        private long frameTimeout = -1;
        private long messageTimeout = -1;

        public Builder() {}

        public Builder(Frame frame, @Nullable Callback callback) {
            this.frame = frame;
            this.callback = callback;
        }

        /** Begins with what another entry says. */
        public Builder(OutgoingEntry entry) {
            frame = entry.frame;
            callback = entry.callback;
            batch = entry.batch;
            frameTimeout = entry.frameTimeout;
            messageTimeout = entry.messageTimeout;
        }

        public Builder frame(Frame frame) {
            this.frame = frame;
            return this;
        }

        public Builder callback(@Nullable Callback callback) {
            this.callback = callback;
            return this;
        }

        public Builder batch(boolean batch) {
            this.batch = batch;
            return this;
        }

        /** @param milliseconds 0 or less for no limit */
        public Builder frameTimeout(long milliseconds) {
            frameTimeout = milliseconds;
            return this;
        }

        /** @param milliseconds 0 or less for no limit */
        public Builder messageTimeout(long milliseconds) {
            messageTimeout = milliseconds;
            return this;
        }

        public OutgoingEntry build() {
            return new OutgoingEntry(frame, callback, batch, frameTimeout, messageTimeout);
        }
    }
}
