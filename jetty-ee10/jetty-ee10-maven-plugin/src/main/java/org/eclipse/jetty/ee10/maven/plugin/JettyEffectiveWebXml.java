package org.eclipse.jetty.ee10.maven.plugin;

import java.io.File;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.eclipse.jetty.ee10.webapp.EffectiveWebXml;
import org.eclipse.jetty.maven.ServerSupport;
import org.eclipse.jetty.server.Server;

/** Writes the descriptor that the application has in effect: what descriptors, overrides, fragments and annotations say together. */
@Mojo(name = "effective-web-xml", requiresDependencyResolution = ResolutionScope.TEST)
@Execute(phase = LifecyclePhase.TEST_COMPILE)
public class JettyEffectiveWebXml extends AbstractUnassembledWebAppMojo {
    /** The file that is written. */
    @Parameter(property = "jetty.effectiveWebXml", defaultValue = "${project.build.directory}/effective-web.xml")
    File effectiveWebXml;

    @Override
    boolean stays() {
        return false;
    }

    @Override
    void run() throws MojoExecutionException {
        try {
            Server owner = server == null ? new Server() : server;
            prepareEmbedded(owner);
            ServerSupport.contexts(owner).addHandler(webApp());
            EffectiveWebXml.write(webApp(), effectiveWebXml.toPath());
            getLog().info("Wrote " + effectiveWebXml);
        } catch (Exception x) {
            throw new MojoExecutionException("The application cannot be configured: " + x.getMessage(), x);
        }
    }
}
