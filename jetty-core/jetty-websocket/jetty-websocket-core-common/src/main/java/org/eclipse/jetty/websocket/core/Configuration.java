package org.eclipse.jetty.websocket.core;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The limits and sizes of a session. */
public interface Configuration {
    /** The time without a byte in either direction after which the session is closed by 1001; zero or less for never. */
    Duration getIdleTimeout();

    void setIdleTimeout(Duration timeout);

    /**
     * Whether frames larger than {@link #getMaxFrameSize()} are sent as fragments, and received frames larger than the
     * input buffer are handed on as fragments, before they are whole.
     */
    boolean isAutoFragment();

    void setAutoFragment(boolean autoFragment);

    /**
     * The bytes of payload of the largest frame; zero or less for any. Without {@link #isAutoFragment()} a larger one that
     * is received closes the session by 1009, before its payload is read.
     */
    long getMaxFrameSize();

    void setMaxFrameSize(long maxFrameSize);

    /** The bytes in which small frames are gathered for one write. */
    int getOutputBufferSize();

    void setOutputBufferSize(int outputBufferSize);

    /** The bytes to be read at once. */
    int getInputBufferSize();

    void setInputBufferSize(int inputBufferSize);

    /** The bytes of the largest binary message that is gathered in memory; zero or less for any. */
    long getMaxBinaryMessageSize();

    void setMaxBinaryMessageSize(long maxSize);

    /** The bytes in UTF-8 of the largest text message that is gathered in memory; zero or less for any. */
    long getMaxTextMessageSize();

    void setMaxTextMessageSize(long maxSize);

    /** How many frames may wait to be written; with more the session fails by 1008. Zero or less for any number. */
    int getMaxOutgoingFrames();

    void setMaxOutgoingFrames(int maxOutgoingFrames);

    /**
     * How many bytes may wait behind the frame being written; with more the session fails by 1008. Zero or less for any. A
     * frame counts as 256 bytes and its payload, so that the memory for small ones, and empty ones, is bounded too.
     */
    default long getMaxOutgoingBytes() {
        return WebSocketConstants.DEFAULT_MAX_OUTGOING_BYTES;
    }

    default void setMaxOutgoingBytes(long maxOutgoingBytes) {
        throw new UnsupportedOperationException("bounded queue of bytes");
    }

    /**
     * The time without a byte in either direction after which a Ping is sent; when nothing comes for as long after it, the
     * session fails. Zero or less for no pings.
     */
    default Duration getPingInterval() {
        return WebSocketConstants.DEFAULT_PING_INTERVAL;
    }

    default void setPingInterval(Duration interval) {
        throw new UnsupportedOperationException("pings by interval");
    }

    /** Changes a configuration. */
    interface Customizer {
        void customize(Configuration configurable);
    }

    /** Holds the values that were set, and gives these to other configurations; what was not set has its default. */
    class ConfigurationCustomizer implements Configuration, Customizer {
        private @Nullable Duration idleTimeout;
        private @Nullable Boolean autoFragment;
        private @Nullable Long maxFrameSize;
        private @Nullable Integer outputBufferSize;
        private @Nullable Integer inputBufferSize;
        private @Nullable Long maxBinaryMessageSize;
        private @Nullable Long maxTextMessageSize;
        private @Nullable Integer maxOutgoingFrames;
        private @Nullable Long maxOutgoingBytes;
        private @Nullable Duration pingInterval;

        public ConfigurationCustomizer() {}

        @Override
        public Duration getIdleTimeout() {
            return idleTimeout == null ? WebSocketConstants.DEFAULT_IDLE_TIMEOUT : idleTimeout;
        }

        @Override
        public void setIdleTimeout(Duration timeout) {
            idleTimeout = timeout;
        }

        @Override
        public boolean isAutoFragment() {
            return autoFragment == null ? WebSocketConstants.DEFAULT_AUTO_FRAGMENT : autoFragment;
        }

        @Override
        public void setAutoFragment(boolean autoFragment) {
            this.autoFragment = autoFragment;
        }

        @Override
        public long getMaxFrameSize() {
            return maxFrameSize == null ? WebSocketConstants.DEFAULT_MAX_FRAME_SIZE : maxFrameSize;
        }

        @Override
        public void setMaxFrameSize(long maxFrameSize) {
            this.maxFrameSize = maxFrameSize;
        }

        @Override
        public int getOutputBufferSize() {
            return outputBufferSize == null ? WebSocketConstants.DEFAULT_OUTPUT_BUFFER_SIZE : outputBufferSize;
        }

        @Override
        public void setOutputBufferSize(int outputBufferSize) {
            this.outputBufferSize = outputBufferSize;
        }

        @Override
        public int getInputBufferSize() {
            return inputBufferSize == null ? WebSocketConstants.DEFAULT_INPUT_BUFFER_SIZE : inputBufferSize;
        }

        @Override
        public void setInputBufferSize(int inputBufferSize) {
            this.inputBufferSize = inputBufferSize;
        }

        @Override
        public long getMaxBinaryMessageSize() {
            return maxBinaryMessageSize == null
                    ? WebSocketConstants.DEFAULT_MAX_BINARY_MESSAGE_SIZE
                    : maxBinaryMessageSize;
        }

        @Override
        public void setMaxBinaryMessageSize(long maxSize) {
            maxBinaryMessageSize = maxSize;
        }

        @Override
        public long getMaxTextMessageSize() {
            return maxTextMessageSize == null ? WebSocketConstants.DEFAULT_MAX_TEXT_MESSAGE_SIZE : maxTextMessageSize;
        }

        @Override
        public void setMaxTextMessageSize(long maxSize) {
            maxTextMessageSize = maxSize;
        }

        @Override
        public int getMaxOutgoingFrames() {
            return maxOutgoingFrames == null ? WebSocketConstants.DEFAULT_MAX_OUTGOING_FRAMES : maxOutgoingFrames;
        }

        @Override
        public void setMaxOutgoingFrames(int maxOutgoingFrames) {
            this.maxOutgoingFrames = maxOutgoingFrames;
        }

        @Override
        public long getMaxOutgoingBytes() {
            return maxOutgoingBytes == null ? WebSocketConstants.DEFAULT_MAX_OUTGOING_BYTES : maxOutgoingBytes;
        }

        @Override
        public void setMaxOutgoingBytes(long maxOutgoingBytes) {
            this.maxOutgoingBytes = maxOutgoingBytes;
        }

        @Override
        public Duration getPingInterval() {
            return pingInterval == null ? WebSocketConstants.DEFAULT_PING_INTERVAL : pingInterval;
        }

        @Override
        public void setPingInterval(Duration interval) {
            pingInterval = interval;
        }

        @Override
        public void customize(Configuration configurable) {
            if (idleTimeout != null) {
                configurable.setIdleTimeout(idleTimeout);
            }
            if (autoFragment != null) {
                configurable.setAutoFragment(autoFragment);
            }
            if (maxFrameSize != null) {
                configurable.setMaxFrameSize(maxFrameSize);
            }
            if (inputBufferSize != null) {
                configurable.setInputBufferSize(inputBufferSize);
            }
            if (outputBufferSize != null) {
                configurable.setOutputBufferSize(outputBufferSize);
            }
            if (maxBinaryMessageSize != null) {
                configurable.setMaxBinaryMessageSize(maxBinaryMessageSize);
            }
            if (maxTextMessageSize != null) {
                configurable.setMaxTextMessageSize(maxTextMessageSize);
            }
            if (maxOutgoingFrames != null) {
                configurable.setMaxOutgoingFrames(maxOutgoingFrames);
            }
            if (maxOutgoingBytes != null) {
                configurable.setMaxOutgoingBytes(maxOutgoingBytes);
            }
            if (pingInterval != null) {
                configurable.setPingInterval(pingInterval);
            }
        }

        @Override
        public String toString() {
            return String.format(
                    "%s@%x{idleTimeout=%s,maxFrameSize=%d,autoFragment=%b,maxBinaryMessageSize=%d,maxTextMessageSize=%d}",
                    getClass().getSimpleName(),
                    hashCode(),
                    getIdleTimeout(),
                    getMaxFrameSize(),
                    isAutoFragment(),
                    getMaxBinaryMessageSize(),
                    getMaxTextMessageSize());
        }
    }
}
