package org.eclipse.jetty.server.internal.admission;

import java.util.function.Consumer;

/** Counts the limits that hold the acceptors of a connector, which accepts while none does. Guarded by itself. */
public final class AcceptHolds {
    private final Consumer<Boolean> accepting;
    private int count;

    /** @param accepting has the connector accept, or not */
    public AcceptHolds(Consumer<Boolean> accepting) {
        this.accepting = accepting;
    }

    /** Adds a limit; each must be removed again by itself. */
    synchronized void add() {
        if (count++ == 0) {
            accepting.accept(false);
        }
    }

    /** Removes a limit that was added. */
    synchronized void remove() {
        if (--count == 0) {
            accepting.accept(true);
        }
    }

    @Override
    public synchronized String toString() {
        return "limits that hold the acceptors: " + count;
    }
}
