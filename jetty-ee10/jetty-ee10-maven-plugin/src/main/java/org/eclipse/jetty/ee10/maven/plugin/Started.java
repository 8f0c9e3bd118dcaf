package org.eclipse.jetty.ee10.maven.plugin;

import org.apache.maven.plugin.logging.Log;
import org.apache.maven.project.MavenProject;

/** Says that a server has started. */
final class Started {
    private Started() {}

    /** Logs the port, and sets it as a property of the project for the goals that follow. */
    static void tell(MavenProject project, Log log, int port) {
        if (port > 0) {
            project.getProperties().setProperty(AbstractWebAppMojo.LOCAL_PORT, Integer.toString(port));
            log.info("Started the server at port " + port);
        } else {
            log.info("Started the server");
        }
    }
}
