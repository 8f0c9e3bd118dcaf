package org.eclipse.jetty.ee10.maven.plugin;

import java.io.File;
import java.util.List;
import java.util.Objects;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.eclipse.jetty.maven.ScanTargetPattern;
import org.eclipse.jetty.maven.WatchedFiles;
import org.jspecify.annotations.Nullable;

/** Packages the project, and serves its WAR until the server is stopped. */
@Mojo(name = "run-war", requiresDependencyResolution = ResolutionScope.COMPILE_PLUS_RUNTIME)
@Execute(phase = LifecyclePhase.PACKAGE)
public class JettyRunWarMojo extends AbstractWebAppMojo {
    /** The WAR file or directory; that of the project unless set. */
    @Parameter(property = "jetty.war")
    @Nullable
    File war;

    /** Seconds between two looks whether the WAR changed, which redeploys it; 0 redeploys upon the Enter key; -1 never. */
    @Parameter(property = "jetty.scan", defaultValue = "0", required = true)
    int scan;

    /** Files and directories that are watched beside the WAR. */
    @Parameter
    List<File> scanTargets = List.of();

    /** Directories that are watched beside the WAR, with patterns of files. */
    @Parameter
    List<ScanTargetPattern> scanTargetPatterns = List.of();

    @Override
    void configure() throws MojoExecutionException {
        ProjectWar.configure(webApp(), war, project);
    }

    @Override
    boolean stays() {
        return true;
    }

    @Override
    void run() throws MojoExecutionException {
        WatchedFiles files = new WatchedFiles();
        files.add(new File(Objects.requireNonNull(webApp().getWar(), "war")));
        files.add(contextXml);
        scanTargets.forEach(files::add);
        scanTargetPatterns.forEach(files::add);
        new Stay(project, getLog(), scan).run(deployment(), files);
    }
}
