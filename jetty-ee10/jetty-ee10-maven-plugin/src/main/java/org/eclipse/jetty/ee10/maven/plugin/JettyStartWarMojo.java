package org.eclipse.jetty.ee10.maven.plugin;

import java.io.File;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.jspecify.annotations.Nullable;

/**
 * Serves the WAR of the project, or another one, while the build goes on, until the goal stop: for integration tests. The property
 * jetty.local.port of the project is the port from then on.
 */
@Mojo(
        name = "start-war",
        requiresDependencyResolution = ResolutionScope.RUNTIME,
        defaultPhase = LifecyclePhase.PRE_INTEGRATION_TEST)
public class JettyStartWarMojo extends AbstractWebAppMojo {
    /** The WAR file or directory; that of the project unless set. */
    @Parameter(property = "jetty.war")
    @Nullable
    File war;

    @Override
    void configure() throws MojoExecutionException {
        ProjectWar.configure(webApp(), war, project);
    }

    @Override
    boolean stays() {
        return false;
    }

    @Override
    void run() throws MojoExecutionException {
        Background.start(this, deployment());
    }
}
