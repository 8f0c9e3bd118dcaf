package org.eclipse.jetty.util;

import java.io.PrintStream;

/** Sends standard output and standard error to a log file. */
public final class ConsoleCapture {
    private ConsoleCapture() {}

    /**
     * Captures both from now on, after saying on the terminal where.
     *
     * @param file the name of the file, for that line
     */
    public static void capture(PrintStream log, String file) {
        System.err.println("Console stderr/stdout captured to " + file);
        System.setErr(log);
        System.setOut(log);
    }
}
