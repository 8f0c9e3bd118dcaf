package org.eclipse.jetty.proxy;

/** Checks of numbers that are set. */
final class Settings {
    private Settings() {}

    static int atLeast(String name, int number, int least) {
        return (int) atLeast(name, (long) number, least);
    }

    static long atLeast(String name, long number, long least) {
        if (number < least) {
            throw new IllegalArgumentException(name + ": " + number + " (expected: " + least + " or more)");
        }
        return number;
    }
}
