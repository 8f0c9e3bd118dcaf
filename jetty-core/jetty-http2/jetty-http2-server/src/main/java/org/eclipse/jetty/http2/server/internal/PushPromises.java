package org.eclipse.jetty.http2.server.internal;

import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams that this side promises (RFC 9113, section 8.4): whether the client takes them, and how many at once.
 *
 * <pre>
 * stream of the client  --PUSH_PROMISE--&gt;  promised stream: half-closed (remote)  --response--&gt; closed
 *                                                                                 --RST_STREAM--&gt; closed, the request fails
 * </pre>
 *
 * <p>Guarded by the lock of the connection.
 */
final class PushPromises {
    private static final Logger LOG = LoggerFactory.getLogger(PushPromises.class);

    private final Http2Output output;
    private volatile boolean enabled = true;
    private volatile boolean ended;
    private int maxConcurrent = Integer.MAX_VALUE;
    private int lastId;

    PushPromises(Http2Output output) {
        this.output = output;
    }

    /** What opens a promised stream, with the lock. */
    interface Opener {
        Http2Stream open(int streamId);
    }

    /** Whether the client takes promises; known once its settings have come. */
    boolean isEnabled() {
        return enabled && !ended;
    }

    /** The client goes away: no stream may be opened any longer (RFC 9113, section 6.8). */
    void end() {
        ended = true;
    }

    void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    /** @param streams how many promised streams the client takes at once, unsigned */
    void setMaxConcurrent(int streams) {
        try (AutoLock l = output.lock()) {
            maxConcurrent = streams < 0 ? Integer.MAX_VALUE : streams;
        }
    }

    /** Whether a stream of this id was promised. */
    boolean isPromised(int streamId) {
        try (AutoLock l = output.lock()) {
            return streamId <= lastId;
        }
    }

    /**
     * Promises a request, unless the client takes no more of them now: a push is no more than an offer.
     *
     * @return the stream of the request
     * @throws UnsupportedOperationException if the client takes no promises, or the stream was promised itself
     */
    @Nullable
    Http2Stream promise(Http2Stream parent, MetaData.Request request, Opener opener) {
        if (!isEnabled()) {
            throw new UnsupportedOperationException(
                    "push (" + (ended ? "the client goes away)" : "disabled by the client)"));
        }
        if (parent.isPushed()) {
            throw new UnsupportedOperationException("push of a request that was pushed");
        }
        try (AutoLock l = output.lock()) {
            if (parent.isLocallyClosed() || !output.mayPromise()) {
                LOG.debug("not pushed: {} has ended", parent);
                return null;
            }
            if (output.streams().pushed() >= maxConcurrent || lastId == Integer.MAX_VALUE - 1) {
                LOG.debug(
                        "not pushed: {} streams are (expected: at most {})",
                        output.streams().pushed(),
                        maxConcurrent);
                return null;
            }
            output.promise(parent, lastId + 2, request);
            lastId += 2;
            return opener.open(lastId);
        }
    }
}
