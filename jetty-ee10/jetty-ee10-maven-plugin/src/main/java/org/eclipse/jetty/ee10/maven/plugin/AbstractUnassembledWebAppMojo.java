package org.eclipse.jetty.ee10.maven.plugin;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Parameter;
import org.eclipse.jetty.maven.Overlays;
import org.eclipse.jetty.maven.ScanPattern;
import org.eclipse.jetty.maven.WarPlugin;
import org.eclipse.jetty.maven.WatchedFiles;
import org.jspecify.annotations.Nullable;

/** What goals have that use the files of a project where they are, without a WAR. */
public abstract class AbstractUnassembledWebAppMojo extends AbstractWebAppMojo {
    /** The directory with the pages of the application. */
    @Parameter(defaultValue = "${project.basedir}/src/main/webapp")
    File webAppSourceDirectory;

    /** The descriptor; that of the configuration of maven-war-plugin, or of the application's directories, unless set. */
    @Parameter
    @Nullable
    File webXml;

    /** The directory with the classes of the application. */
    @Parameter(defaultValue = "${project.build.outputDirectory}", required = true)
    File classesDirectory;

    /** The directory with the classes of its tests, for useTestScope. */
    @Parameter(defaultValue = "${project.build.testOutputDirectory}", required = true)
    File testClassesDirectory;

    /** Which files of classesDirectory are watched. */
    @Parameter
    @Nullable
    ScanPattern scanClassesPattern;

    /** Which files of testClassesDirectory are watched. */
    @Parameter
    @Nullable
    ScanPattern scanTestClassesPattern;

    @Override
    void configure() throws MojoExecutionException {
        WarPlugin war = new WarPlugin(project);
        webApp().setClasses(classesDirectory);
        webApp().setTestClasses(useTestScope ? testClassesDirectory : null);
        webApp().setWebInfLib(dependencies());
        if (!webApp().hasBase()) {
            if (!webAppSourceDirectory.isDirectory()) {
                getLog().info("webAppSourceDirectory " + webAppSourceDirectory
                        + " does not exist: the application has no pages of its own");
            }
            Overlays overlays =
                    new Overlays(war, project.getArtifacts(), target.toPath().resolve("jetty-overlays"));
            List<Path> directories = overlays.directories(webAppSourceDirectory.toPath()).stream()
                    .filter(directory -> directory.toFile().isDirectory())
                    .toList();
            webApp().setDirectories(directories.isEmpty() ? List.of(empty()) : directories);
        }
        File descriptor = webXml != null ? webXml : war.webXml();
        if (webApp().getDescriptor() == null && descriptor != null) {
            if (!descriptor.isFile()) {
                throw new MojoExecutionException("webXml: " + descriptor + " (expected: an existing descriptor)");
            }
            webApp().setDescriptor(descriptor.getAbsolutePath());
        }
    }

    private Path empty() throws MojoExecutionException {
        File directory = new File(target, "jetty-empty");
        if (!directory.isDirectory() && !directory.mkdirs()) {
            throw new MojoExecutionException("The directory " + directory + " cannot be made");
        }
        return directory.toPath();
    }

    /** Adds what redeploys the application when it changes. */
    void watch(WatchedFiles files) {
        files.add(webApp().getClasses(), scanClassesPattern);
        files.add(webApp().getTestClasses(), scanTestClassesPattern);
        webApp().getWebInfLib().forEach(files::add);
        File webInf = new File(webAppSourceDirectory, "WEB-INF");
        for (String name : List.of("web.xml", "jetty-web.xml", "jetty-env.xml")) {
            files.add(new File(webInf, name));
            files.add(new File(webInf, name.replace("jetty-", "jetty-" + ENVIRONMENT + "-")));
        }
        if (webApp().getDescriptor() != null) {
            files.add(new File(webApp().getDescriptor()));
        }
        if (webApp().getDefaultsDescriptor() != null) {
            files.add(new File(webApp().getDefaultsDescriptor()));
        }
        webApp().getOverrideDescriptors().forEach(descriptor -> files.add(new File(descriptor)));
        files.add(webApp().getJettyEnvXml() == null ? null : new File(webApp().getJettyEnvXml()));
        files.add(contextXml);
    }
}
