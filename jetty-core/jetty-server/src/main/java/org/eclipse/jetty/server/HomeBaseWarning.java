package org.eclipse.jetty.server;

import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns when it is made in a JVM whose base is the distribution itself. */
public class HomeBaseWarning {
    private static final Logger LOG = LoggerFactory.getLogger(HomeBaseWarning.class);

    public HomeBaseWarning() {
        String home = System.getProperty("jetty.home");
        String base = System.getProperty("jetty.base");
        if (home == null || base == null) {
            return;
        }
        if (!Path.of(home).toAbsolutePath().equals(Path.of(base).toAbsolutePath())) {
            return;
        }
        LOG.warn(
                "This instance runs in {}, which is the distribution: an upgrade would lose its configuration."
                        + " Start it in a directory of its own, or set jetty.base",
                home);
    }
}
