package org.eclipse.jetty.server.isolation;

/** When a kept object is used, relative to the requests of others; the end of a sentence. */
public enum Occasion {
    BEFORE_THE_NEXT("before the next requests", Next.LATER, false),
    DURING_THE_NEXT("while the next request of its connection is handled", Next.SAME_CONNECTION, false),
    WITHIN_THE_NEXT("while the next response of its connection is half written", Next.SAME_CONNECTION, true),
    DURING_OTHERS("while requests of other connections are handled", Next.OTHER_CONNECTIONS, false),
    WITHIN_OTHERS("while responses of other connections are half written", Next.OTHER_CONNECTIONS, true);

    /** Which requests wait in their handlers meanwhile. */
    public enum Next {
        LATER,
        SAME_CONNECTION,
        OTHER_CONNECTIONS
    }

    private final String phrase;
    private final Next next;
    private final boolean halfWritten;

    Occasion(String phrase, Next next, boolean halfWritten) {
        this.phrase = phrase;
        this.next = next;
        this.halfWritten = halfWritten;
    }

    public Next next() {
        return next;
    }

    /** Whether the responses of the others are committed, with a part of their content. */
    public boolean isHalfWritten() {
        return halfWritten;
    }

    @Override
    public String toString() {
        return phrase;
    }
}
