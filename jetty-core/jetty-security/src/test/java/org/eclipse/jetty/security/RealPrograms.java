package org.eclipse.jetty.security;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Programs of the machine that tests run. */
public final class RealPrograms {
    private RealPrograms() {}

    /** Skips the test, and says so, unless each command is there. */
    public static void assumeInstalled(String packages, String... commands) {
        for (String command : commands) {
            boolean there = Files.isExecutable(Path.of(command));
            if (!there) {
                System.err.println("SKIPPED: no " + command + " (install the packages " + packages + ")");
            }
            assumeTrue(there, () -> command + " is not installed: packages " + packages);
        }
    }
}
