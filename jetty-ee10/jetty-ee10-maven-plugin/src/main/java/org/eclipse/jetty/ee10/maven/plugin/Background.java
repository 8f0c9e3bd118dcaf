package org.eclipse.jetty.ee10.maven.plugin;

import java.util.Map;
import org.apache.maven.plugin.MojoExecutionException;
import org.eclipse.jetty.maven.Deployment;

/** Servers that goals left running for this project, which the goal stop of the same build finds. */
final class Background {
    private static final String KEY = "org.eclipse.jetty.maven.deployment";

    private Background() {}

    @SuppressWarnings("unchecked")
    static void start(AbstractWebAppMojo goal, Deployment deployment) throws MojoExecutionException {
        if (goal.getPluginContext().containsKey(KEY)) {
            throw new MojoExecutionException("A server of this project is running already"
                    + " (expected: the goal stop before it is started again)");
        }
        Started.tell(goal.project, goal.getLog(), deployment.start());
        goal.getPluginContext().put(KEY, deployment);
    }

    /** Returns the server that was left running, which is forgotten; null when there is none. */
    static Deployment take(Map<?, ?> pluginContext) {
        return (Deployment) pluginContext.remove(KEY);
    }
}
