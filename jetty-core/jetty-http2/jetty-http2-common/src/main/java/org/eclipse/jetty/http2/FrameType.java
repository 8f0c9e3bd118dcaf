package org.eclipse.jetty.http2;

/** Types and flags of frames, and the keys of settings (RFC 9113, sections 6 and 6.5.2). */
public final class FrameType {
    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int PRIORITY = 2;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PUSH_PROMISE = 5;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;

    public static final int END_STREAM = 0x1;
    public static final int ACK = 0x1;
    public static final int END_HEADERS = 0x4;
    public static final int PADDED = 0x8;
    public static final int PRIORITISED = 0x20;

    public static final int SETTINGS_HEADER_TABLE_SIZE = 1;
    public static final int SETTINGS_ENABLE_PUSH = 2;
    public static final int SETTINGS_MAX_CONCURRENT_STREAMS = 3;
    public static final int SETTINGS_INITIAL_WINDOW_SIZE = 4;
    public static final int SETTINGS_MAX_FRAME_SIZE = 5;
    public static final int SETTINGS_MAX_HEADER_LIST_SIZE = 6;
    /** RFC 8441, section 3. */
    public static final int SETTINGS_ENABLE_CONNECT_PROTOCOL = 8;

    /** The octets before the payload of a frame. */
    public static final int HEADER_LENGTH = 9;

    /** The largest payload before settings allow more, which is also the least that they may allow. */
    public static final int DEFAULT_MAX_FRAME_SIZE = 1 << 14;

    public static final int LARGEST_MAX_FRAME_SIZE = (1 << 24) - 1;

    /** What a client sends first (section 3.4). */
    public static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    private FrameType() {}
}
