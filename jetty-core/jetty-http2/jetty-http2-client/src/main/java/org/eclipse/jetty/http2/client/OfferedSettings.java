package org.eclipse.jetty.http2.client;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.FrameParser;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.eclipse.jetty.http2.internal.FrameOutput;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a client, as far as the server knows them (RFC 9113, section 6.5.3).
 *
 * <pre>
 * nothing --send--&gt; sent: what they allow more is allowed --acknowledge--&gt; acknowledged: what they allow less is enforced
 * </pre>
 *
 * <p>So a limit is the largest of the value that is acknowledged and of those that are on their way. Guarded by the lock of the
 * connection.
 */
final class OfferedSettings {
    private final ArrayDeque<Map<Integer, Integer>> sent = new ArrayDeque<>();
    private final Map<Integer, Integer> acknowledged = new HashMap<>(Map.of(
            FrameType.SETTINGS_HEADER_TABLE_SIZE, HpackDecoder.DEFAULT_CAPACITY,
            FrameType.SETTINGS_INITIAL_WINDOW_SIZE, FlowControlStrategy.DEFAULT_WINDOW_SIZE,
            FrameType.SETTINGS_MAX_FRAME_SIZE, FrameType.DEFAULT_MAX_FRAME_SIZE));
    private final FrameOutput<?> output;
    private final Runnable enforcement;

    /** @param enforcement called with the lock when limits may have changed */
    OfferedSettings(FrameOutput<?> output, Runnable enforcement) {
        this.output = output;
        this.enforcement = enforcement;
    }

    /**
     * Sends the first ones, and opens the window of the session.
     *
     * @param own those of the client
     * @param wanted those that the application wants in place of them
     * @param sessionWindow the octets that the server may send without an update
     * @throws IllegalArgumentException for values that are not allowed
     */
    void sendFirst(Map<Integer, Integer> own, @Nullable Map<Integer, Integer> wanted, int sessionWindow) {
        Map<Integer, Integer> first = new LinkedHashMap<>(own);
        if (wanted != null) {
            check(wanted);
            first.putAll(wanted);
        }
        send(first);
        if (sessionWindow > FlowControlStrategy.DEFAULT_WINDOW_SIZE) {
            output.writeWindowUpdate(0, sessionWindow - FlowControlStrategy.DEFAULT_WINDOW_SIZE);
        }
    }

    /** Sends settings that the application wants to change. */
    void send(SettingsFrame frame, Callback callback) {
        try {
            if (frame.isReply()) {
                throw new IllegalArgumentException(frame + " (expected: one that is no reply)");
            }
            check(frame.getSettings());
        } catch (IllegalArgumentException x) {
            callback.failed(x);
            return;
        }
        send(frame.getSettings());
        output.flushIfDue();
        callback.succeeded();
    }

    /** Sections 6.5.2; the limit of fields is the decoder's, which has it for ever. */
    private static void check(Map<Integer, Integer> settings) {
        if (settings.containsKey(FrameType.SETTINGS_MAX_HEADER_LIST_SIZE)) {
            throw new IllegalArgumentException(
                    "MAX_HEADER_LIST_SIZE (expected: as HTTP2Client.setMaxResponseHeadersSize sets it)");
        }
        settings.forEach((key, value) -> {
            try {
                FrameParser.checkSetting(key, value);
            } catch (HTTP2Exception x) {
                throw new IllegalArgumentException(x.getMessage(), x);
            }
        });
    }

    private void send(Map<Integer, Integer> settings) {
        try (AutoLock l = output.lock()) {
            sent.add(settings);
            enforcement.run();
            output.writeSettings(settings);
        }
    }

    /** The server has acknowledged the settings that were sent first, of those that it had not. */
    void acknowledge() {
        try (AutoLock l = output.lock()) {
            Map<Integer, Integer> settings = sent.poll();
            if (settings != null) {
                acknowledged.putAll(settings);
                enforcement.run();
            }
        }
    }

    /** Returns the largest value, unsigned, that the server may know; 0 for a setting that was never sent. With the lock. */
    int limit(int key) {
        int limit = acknowledged.getOrDefault(key, 0);
        for (Map<Integer, Integer> settings : sent) {
            int value = settings.getOrDefault(key, limit);
            limit = Integer.compareUnsigned(value, limit) > 0 ? value : limit;
        }
        return limit;
    }

    /** Returns the value that was sent last; 0 for a setting that was never sent. With the lock. */
    int latest(int key) {
        int latest = acknowledged.getOrDefault(key, 0);
        for (Map<Integer, Integer> settings : sent) {
            latest = settings.getOrDefault(key, latest);
        }
        return latest;
    }
}
