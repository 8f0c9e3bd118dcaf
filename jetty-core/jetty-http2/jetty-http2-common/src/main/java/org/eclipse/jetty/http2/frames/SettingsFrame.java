package org.eclipse.jetty.http2.frames;

import java.util.Map;
import org.eclipse.jetty.http2.FrameType;

/** The settings of the other side, or the acknowledgement of those of this one (RFC 9113, section 6.5). Immutable. */
public class SettingsFrame extends Frame {
    public static final int HEADER_TABLE_SIZE = FrameType.SETTINGS_HEADER_TABLE_SIZE;
    public static final int ENABLE_PUSH = FrameType.SETTINGS_ENABLE_PUSH;
    public static final int MAX_CONCURRENT_STREAMS = FrameType.SETTINGS_MAX_CONCURRENT_STREAMS;
    public static final int INITIAL_WINDOW_SIZE = FrameType.SETTINGS_INITIAL_WINDOW_SIZE;
    public static final int MAX_FRAME_SIZE = FrameType.SETTINGS_MAX_FRAME_SIZE;
    public static final int MAX_HEADER_LIST_SIZE = FrameType.SETTINGS_MAX_HEADER_LIST_SIZE;
    public static final int ENABLE_CONNECT_PROTOCOL = FrameType.SETTINGS_ENABLE_CONNECT_PROTOCOL;

    /** The most keys that a frame may have, unless the connection is told otherwise. */
    public static final int DEFAULT_MAX_KEYS = 64;

    private final Map<Integer, Integer> settings;
    private final boolean reply;

    /** @param settings values by their keys; values are unsigned */
    public SettingsFrame(Map<Integer, Integer> settings, boolean reply) {
        this.settings = Map.copyOf(settings);
        this.reply = reply;
    }

    public Map<Integer, Integer> getSettings() {
        return settings;
    }

    /** Returns whether it acknowledges settings. */
    public boolean isReply() {
        return reply;
    }

    @Override
    public String toString() {
        return "SettingsFrame[" + settings + ",reply=" + reply + "]";
    }
}
