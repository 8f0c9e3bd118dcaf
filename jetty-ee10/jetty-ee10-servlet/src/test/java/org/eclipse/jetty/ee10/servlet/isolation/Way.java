package org.eclipse.jetty.ee10.servlet.isolation;

/** How a servlet reads the request whose objects it keeps, and answers it. */
enum Way {
    /** By the streams, until the servlet returns. */
    STREAMS,
    /** By reader and writer, until the servlet returns. */
    CHARACTERS,
    /** By the streams, until a thread of the application completes it. */
    ASYNC,
    /** By the streams, dispatched once before the servlet returns from the second dispatch. */
    DISPATCHED;

    String path() {
        return "/ctx/kept/" + this;
    }
}
