package org.eclipse.jetty.ee10.servlets;

import java.io.IOException;

/** The server's side of one stream of events (Server-Sent Events, part of the HTML standard), made by {@link EventSourceServlet}. */
public interface EventSource {
    /** Called once the stream is open. The emitter may be kept and used by any thread. */
    void onOpen(Emitter emitter) throws IOException;

    /** Called once, when the client has gone or the emitter was closed. */
    void onClose();

    /** Sends events. Thread-safe; each method blocks until the event was written. */
    interface Emitter {
        /**
         * Sends a named event.
         *
         * @throws IllegalArgumentException if the name has line breaks
         */
        void event(String name, String data) throws IOException;

        /** Sends an event without name; data of several lines is one event. */
        void data(String data) throws IOException;

        /** Sends a comment, which scripts do not see. */
        void comment(String comment) throws IOException;

        /** Ends the stream; browsers connect again. */
        void close();
    }
}
