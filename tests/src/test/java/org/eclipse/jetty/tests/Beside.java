package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/** Collections of checks that may lie beside the source tree; a test that finds none is skipped, and says so. */
final class Beside {
    private Beside() {}

    /** A copy, in which things may be built, of the folder that a system property names. */
    static Path copy(String property, String... programs) throws IOException {
        Path folder = Path.of(System.getProperty(property));
        need(Files.isDirectory(folder), "no folder " + property);
        for (String program : programs) {
            need(isInstalled(program), program + " is not installed");
        }
        Path to = Distribution.WORK.resolve(property);
        Distribution.delete(to);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(folder.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
        return to;
    }

    private static void need(boolean condition, String why) {
        if (!condition) {
            System.err.println("SKIPPED: " + why);
        }
        assumeThat(condition).as(why).isTrue();
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
