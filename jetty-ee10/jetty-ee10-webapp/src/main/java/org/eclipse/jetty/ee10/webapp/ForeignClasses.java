package org.eclipse.jetty.ee10.webapp;

import jakarta.servlet.Servlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.util.ServletNamespace;
import org.eclipse.jetty.util.resource.Resource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of an application whose own classes are compiled for the other namespace of the Servlet API, and names the environment for it. Libraries
 * are not read. Confined to the thread that starts the application.
 */
final class ForeignClasses {
    private static final Logger LOG = LoggerFactory.getLogger(ForeignClasses.class);
    private static final ServletNamespace OWN = ServletNamespace.ofType(Servlet.class);

    private ForeignClasses() {}

    /**
     * Warns if there is a reason to.
     *
     * @param application the name of the application in the warning
     * @param classes the directories of its classes
     */
    static void warn(String application, List<Resource> classes) {
        for (Resource resource : classes) {
            Path directory = resource.getPath();
            if (directory == null) {
                continue;
            }
            try {
                Path foreign = OWN.findForeignClass(directory);
                if (foreign != null) {
                    LOG.warn(
                            "{}: {} imports {}, which is not in this environment (remedy: {})",
                            application,
                            directory.relativize(foreign),
                            OWN.other().packageName(),
                            OWN.remedy());
                    return;
                }
            } catch (IOException | UncheckedIOException x) {
                // what cannot be read is reported when the class is loaded
                LOG.debug("{} was not looked through", directory, x);
            }
        }
    }

    /** The remedy when a class of the other namespace was missing, in brackets; else an empty text. */
    static String remedy(Throwable failure) {
        return OWN.isCauseOf(failure) ? " (remedy: " + OWN.remedy() + ")" : "";
    }
}
