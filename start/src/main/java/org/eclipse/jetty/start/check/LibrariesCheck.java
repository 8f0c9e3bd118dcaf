package org.eclipse.jetty.start.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartEnvironment;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.problems.Origin;

/** Finds libraries that the JVM leaves out without a word: broken ones, and those that this user cannot read. */
final class LibrariesCheck {
    private final StartConfig config;
    private final BaseHome baseHome;
    private final Findings findings;

    LibrariesCheck(StartConfig config, BaseHome baseHome, Findings findings) {
        this.config = config;
        this.baseHome = baseHome;
        this.findings = findings;
    }

    /** Checks the class paths; to be called after they were resolved. */
    void check() {
        config.server().classPath().forEach(this::check);
        for (StartEnvironment environment : config.environments().values()) {
            environment.classPath().forEach(this::check);
        }
    }

    private void check(Path library) {
        try {
            if (!Files.isReadable(library)) {
                throw new IOException(
                        Files.exists(library) ? "this user must not read it" : "a link that leads nowhere");
            }
            if (!Files.isDirectory(library)) {
                new ZipFile(library.toFile()).close();
            }
        } catch (IOException e) {
            findings.defect(
                    "The library cannot be read: " + e.getMessage(),
                    new Origin(baseHome.toShortForm(library), 0),
                    "Copy it again, and let the server read it; or remove it");
        }
    }
}
