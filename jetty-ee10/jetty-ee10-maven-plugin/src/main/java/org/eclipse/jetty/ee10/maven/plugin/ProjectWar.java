package org.eclipse.jetty.ee10.maven.plugin;

import java.io.File;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

/** Finds the WAR of a project. */
final class ProjectWar {
    private ProjectWar() {}

    /** Sets the WAR of an application: that of the parameter, of the application's own configuration, or of the project. */
    static void configure(MavenWebAppContext webApp, @Nullable File parameter, MavenProject project)
            throws MojoExecutionException {
        File war = parameter;
        if (war == null && webApp.getWar() != null) {
            war = new File(webApp.getWar());
        }
        if (war == null) {
            war = project.getArtifact().getFile();
        }
        if (war == null) {
            war = new File(project.getBuild().getDirectory(), project.getBuild().getFinalName() + ".war");
        }
        if (!war.exists()) {
            throw new MojoExecutionException("war: " + war
                    + " (expected: an existing WAR file or directory; the phase package makes that of the project)");
        }
        webApp.setWar(war.getAbsolutePath());
    }
}
