package org.eclipse.jetty.operations.selftest;

/**
 * How an attack ended.
 *
 * @param held whether the server behaved as it should
 * @param seen what it did
 */
record Outcome(boolean held, String seen) {
    static Outcome held(String seen) {
        return new Outcome(true, seen);
    }

    static Outcome failed(String seen) {
        return new Outcome(false, seen);
    }
}
