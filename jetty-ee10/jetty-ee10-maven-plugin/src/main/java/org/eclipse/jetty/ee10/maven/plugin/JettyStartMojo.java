package org.eclipse.jetty.ee10.maven.plugin;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Serves the project from where its files are while the build goes on, until the goal stop: for integration tests. The property
 * jetty.local.port of the project is the port from then on.
 */
@Mojo(
        name = "start",
        requiresDependencyResolution = ResolutionScope.TEST,
        defaultPhase = LifecyclePhase.PRE_INTEGRATION_TEST)
public class JettyStartMojo extends AbstractUnassembledWebAppMojo {
    @Override
    boolean stays() {
        return false;
    }

    @Override
    void run() throws MojoExecutionException {
        Background.start(this, deployment());
    }
}
