package org.eclipse.jetty.http2.server.internal;

/**
 * The streams that are open, by their id, and how the last ones were closed. Open addressing without objects for keys.
 *
 * <p>Guarded by the lock of the connection.
 */
final class StreamTable {
    /** How a stream was closed, as far as it is remembered (RFC 9113 section 5.1). */
    enum Closed {
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

    private Http2Stream[] slots = new Http2Stream[16];
    private int size;
    private int pushed;
    private int[] closedIds;
    private Closed[] closedHow;

    int size() {
        return size;
    }

    /** How many of them were pushed. */
    int pushed() {
        return pushed;
    }

    Http2Stream get(int id) {
        int mask = slots.length - 1;
        for (int i = id >> 1 & mask; ; i = i + 1 & mask) {
            Http2Stream stream = slots[i];
            if (stream == null || stream.getStreamId() == id) {
                return stream;
            }
        }
    }

    void add(Http2Stream stream) {
        if (size * 2 >= slots.length) {
            Http2Stream[] old = slots;
            slots = new Http2Stream[old.length * 2];
            for (Http2Stream s : old) {
                if (s != null) {
                    place(s);
                }
            }
        }
        place(stream);
        size++;
        pushed += stream.isPushed() ? 1 : 0;
    }

    private void place(Http2Stream stream) {
        int mask = slots.length - 1;
        int i = stream.getStreamId() >> 1 & mask;
        while (slots[i] != null) {
            i = i + 1 & mask;
        }
        slots[i] = stream;
    }

    /** Removes a stream and remembers how it was closed; returns false if it is not there. */
    boolean remove(Http2Stream stream, Closed how) {
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
        // those behind it move up, so that no gap ends the search for them
        int gap = i;
        while (true) {
            i = i + 1 & mask;
            Http2Stream next = slots[i];
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
    void remember(int id, Closed how) {
        if (closedIds == null) {
            closedIds = new int[REMEMBERED];
            closedHow = new Closed[REMEMBERED];
        }
        int slot = id >> 1 & REMEMBERED - 1;
        closedIds[slot] = id;
        closedHow[slot] = how;
    }

    Closed how(int id) {
        if (closedIds == null) {
            return Closed.UNKNOWN;
        }
        int slot = id >> 1 & REMEMBERED - 1;
        return closedIds[slot] == id ? closedHow[slot] : Closed.UNKNOWN;
    }

    /** Every stream, in an array of its own. */
    Http2Stream[] toArray() {
        Http2Stream[] all = new Http2Stream[size];
        int count = 0;
        for (Http2Stream stream : slots) {
            if (stream != null) {
                all[count++] = stream;
            }
        }
        return all;
    }
}
