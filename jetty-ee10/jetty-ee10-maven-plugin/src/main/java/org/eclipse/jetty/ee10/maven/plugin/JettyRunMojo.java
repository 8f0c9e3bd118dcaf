package org.eclipse.jetty.ee10.maven.plugin;

import java.io.File;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.eclipse.jetty.maven.ScanTargetPattern;
import org.eclipse.jetty.maven.WatchedFiles;

/** Compiles the project, and serves it from where its files are until the server is stopped. */
@Mojo(name = "run", requiresDependencyResolution = ResolutionScope.TEST)
@Execute(phase = LifecyclePhase.TEST_COMPILE)
public class JettyRunMojo extends AbstractUnassembledWebAppMojo {
    /** Seconds between two looks for changes, which redeploy the application; 0 redeploys upon the Enter key; -1 never. */
    @Parameter(property = "jetty.scan", defaultValue = "-1", required = true)
    int scan;

    /** Files and directories that are watched beside those of the project. */
    @Parameter
    List<File> scanTargets = List.of();

    /** Directories that are watched beside those of the project, with patterns of files. */
    @Parameter
    List<ScanTargetPattern> scanTargetPatterns = List.of();

    @Override
    boolean stays() {
        return true;
    }

    @Override
    void run() throws MojoExecutionException {
        WatchedFiles files = new WatchedFiles();
        watch(files);
        scanTargets.forEach(files::add);
        scanTargetPatterns.forEach(files::add);
        new Stay(project, getLog(), scan).run(deployment(), files);
    }
}
