package org.eclipse.jetty.http2.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The streams that are open, by their id, and how the last ones were closed. Open addressing without objects for keys.
 *
 * <p>Guarded by the lock of the connection.
 *
 * @param <S> the streams
 */
public final class StreamTable<S extends FlowStream> {
    /** How a stream was closed, as far as it is remembered (RFC 9113, section 5.1). */
    public enum Closed {
        /** Never opened, or too long ago. */
        UNKNOWN,
        /** Both sides ended it. */
        ENDED,
        /** This side reset it; frames that were on their way are ignored. */
        RESET_HERE,
        /** The other side reset it. */
        RESET_THERE
    }

    private static final int REMEMBERED = 256;

    private FlowStream[] slots = new FlowStream[16];
    private int size;
    private int pushed;
    private int @Nullable [] closedIds;
    private Closed @Nullable [] closedHow;

    public int size() {
        return size;
    }

    /** How many of them were pushed. */
    public int pushed() {
        return pushed;
    }

    @SuppressWarnings("unchecked")
    public @Nullable S get(int id) {
        int mask = slots.length - 1;
        for (int i = id >> 1 & mask; ; i = i + 1 & mask) {
            FlowStream stream = slots[i];
            if (stream == null || stream.getStreamId() == id) {
                return (S) stream;
            }
        }
    }

    void add(S stream) {
        if (size * 2 >= slots.length) {
            FlowStream[] old = slots;
            slots = new FlowStream[old.length * 2];
            for (FlowStream s : old) {
                if (s != null) {
                    place(s);
                }
            }
        }
        place(stream);
        size++;
        pushed += stream.isPushed() ? 1 : 0;
    }

    private void place(FlowStream stream) {
        int mask = slots.length - 1;
        int i = stream.getStreamId() >> 1 & mask;
        while (slots[i] != null) {
            i = i + 1 & mask;
        }
        slots[i] = stream;
    }

    /** Removes a stream and remembers how it was closed; returns false if it is not there. */
    public boolean remove(S stream, Closed how) {
        int mask = slots.length - 1;
        int i = stream.getStreamId() >> 1 & mask;
        while (slots[i] != stream) {
            if (slots[i] == null) {
                return false;
            }
            i = i + 1 & mask;
        }
        size--;
        pushed -= stream.isPushed() ? 1 : 0;
        remember(stream.getStreamId(), how);
        // those after it move up, so that no gap ends the search for them
        int gap = i;
        while (true) {
            i = i + 1 & mask;
            FlowStream next = slots[i];
            if (next == null) {
                slots[gap] = null;
                return true;
            }
            int home = next.getStreamId() >> 1 & mask;
            if ((i - home & mask) >= (i - gap & mask)) {
                slots[gap] = next;
                gap = i;
            }
        }
    }

    /** Remembers how a stream was closed that was never in the table, or is no longer. */
    public void remember(int id, Closed how) {
        if (closedIds == null) {
            closedIds = new int[REMEMBERED];
            closedHow = new Closed[REMEMBERED];
        }
        assert closedHow != null : "made with the ids";
        int slot = id >> 1 & REMEMBERED - 1;
        closedIds[slot] = id;
        closedHow[slot] = how;
    }

    public Closed how(int id) {
        if (closedIds == null) {
            return Closed.UNKNOWN;
        }
        assert closedHow != null : "made with the ids";
        int slot = id >> 1 & REMEMBERED - 1;
        return closedIds[slot] == id ? closedHow[slot] : Closed.UNKNOWN;
    }

    /** Every stream, in a list of its own. */
    @SuppressWarnings("unchecked")
    public List<S> list() {
        List<S> all = new ArrayList<>(size);
        for (FlowStream stream : slots) {
            if (stream != null) {
                all.add((S) stream);
            }
        }
        return all;
    }
}
