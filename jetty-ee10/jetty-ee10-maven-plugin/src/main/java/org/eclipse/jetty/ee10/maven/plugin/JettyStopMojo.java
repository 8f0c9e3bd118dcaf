package org.eclipse.jetty.ee10.maven.plugin;

import java.io.IOException;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.eclipse.jetty.maven.Deployment;
import org.eclipse.jetty.maven.StopRequest;
import org.jspecify.annotations.Nullable;

/** Stops the server that start or start-war of the same build began, or the one that listens at stopPort. */
@Mojo(name = "stop", defaultPhase = LifecyclePhase.POST_INTEGRATION_TEST, requiresProject = true)
public class JettyStopMojo extends AbstractMojo {
    /** Whether the goal does nothing. */
    @Parameter(property = "jetty.skip", defaultValue = "false")
    boolean skip;

    /** The port at which the server waits for the command to stop. */
    @Parameter(property = "jetty.stopPort", defaultValue = "0")
    int stopPort;

    /** The key with which that server was started. */
    @Parameter(property = "jetty.stopKey")
    @Nullable
    String stopKey;

    /** How many seconds to wait until the server has stopped; 0 does not wait. */
    @Parameter(property = "jetty.stopWait", defaultValue = "30")
    int stopWait;

    @Override
    public void execute() throws MojoExecutionException {
        if (skip) {
            getLog().info("Skipped: jetty.skip is true");
            return;
        }
        if (stopWait < 0) {
            throw new MojoExecutionException("stopWait: " + stopWait + " (expected: seconds, or 0 not to wait)");
        }
        Deployment deployment = Background.take(getPluginContext());
        if (deployment != null) {
            deployment.stop();
            getLog().info("Stopped the server");
            return;
        }
        if (stopPort < 1 || stopPort > 65535) {
            throw new MojoExecutionException(
                    "stopPort: " + stopPort + " (expected: 1-65535, the stopPort with which the"
                            + " server was started, as no goal of this build has started one)");
        }
        if (stopKey == null || stopKey.isBlank()) {
            throw new MojoExecutionException("stopKey is not set (expected: that with which the server was started)");
        }
        try {
            switch (new StopRequest(stopPort, stopKey).send("stop", stopWait)) {
                case STOPPED -> getLog().info("Stopped the server");
                case ASKED -> getLog().info("Asked the server to stop");
                case NOT_RUNNING -> getLog().info("No server listens at port " + stopPort);
            }
        } catch (IOException x) {
            throw new MojoExecutionException(x.getMessage(), x);
        }
    }
}
