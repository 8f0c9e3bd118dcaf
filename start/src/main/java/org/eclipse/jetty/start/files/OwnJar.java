package org.eclipse.jetty.start.files;

import java.net.URISyntaxException;
import java.nio.file.Path;
import org.eclipse.jetty.start.problems.StartException;

/** The place of the classes of start.jar. Stateless. */
public final class OwnJar {
    private OwnJar() {}

    /** start.jar, or a bootable jar; a directory when the classes were not packed. */
    public static Path path() {
        try {
            return Path.of(OwnJar.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new StartException(StartException.UNKNOWN, "Not a file: " + e.getInput(), e);
        }
    }
}
