package org.eclipse.jetty.operations.selftest;

import java.io.IOException;

/**
 * One thing that a hostile client may do.
 *
 * @param name what is tried
 * @param expected what the server should do
 * @param property the property to change if it does not
 * @param attempt does it
 */
record Attack(String name, String expected, String property, Attempt attempt) {
    /** Does what a client may do. */
    @FunctionalInterface
    interface Attempt {
        /** @throws IOException if there is no connection, or it ends otherwise than by the server's close */
        Outcome make(Target target) throws IOException;
    }
}
