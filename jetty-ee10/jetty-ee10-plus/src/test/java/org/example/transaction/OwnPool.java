package org.example.transaction;

/** What an application brings and an entry of it holds. */
public class OwnPool implements AutoCloseable {
    private volatile boolean closed;

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public String toString() {
        return closed ? "closed" : "open";
    }
}
