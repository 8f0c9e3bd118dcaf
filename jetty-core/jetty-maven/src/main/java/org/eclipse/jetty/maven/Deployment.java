package org.eclipse.jetty.maven;

import org.apache.maven.plugin.MojoExecutionException;

/** A server with the application of a goal: in this JVM, in a forked one, or of the distribution. */
public interface Deployment {
    /**
     * Starts it, and returns when the application serves.
     *
     * @return the port at which it listens; -1 when that is not known
     */
    int start() throws MojoExecutionException;

    /** Makes the application again from its files. A failure is logged: the next change is another chance. */
    void redeploy();

    /** Waits until it stops. */
    void join() throws InterruptedException, MojoExecutionException;

    /** Stops it. */
    void stop() throws MojoExecutionException;
}
