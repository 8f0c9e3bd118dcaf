package org.eclipse.jetty.maven;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.jspecify.annotations.Nullable;

/** What servers in other processes are made of: the libraries of the plugin, or the distribution of its version. */
public final class Libraries {
    private final RepositorySystem system;
    private final MavenSession session;
    private final MavenProject project;
    private final List<Artifact> pluginArtifacts;

    public Libraries(
            RepositorySystem system, MavenSession session, MavenProject project, List<Artifact> pluginArtifacts) {
        this.system = system;
        this.session = session;
        this.project = project;
        this.pluginArtifacts = pluginArtifacts;
    }

    /** Returns the libraries of the plugin, and slf4j, which Maven gives to plugins and not to a JVM of its own. */
    public List<Path> ofPlugin() throws MojoExecutionException {
        List<Path> libraries = new ArrayList<>();
        pluginArtifacts.forEach(artifact -> libraries.add(artifact.getFile().toPath()));
        Properties versions = versions();
        libraries.add(resolve("org.slf4j:slf4j-api:" + versions.getProperty("slf4j.version"))
                .toPath());
        libraries.add(resolve("org.eclipse.jetty:jetty-slf4j-impl:" + versions.getProperty("version"))
                .toPath());
        return libraries;
    }

    /**
     * Unpacks a distribution, unless that has been done.
     *
     * @param zip its file; null for that of the version of the plugin
     * @param target the directory below which it is unpacked
     */
    public Path unpackDistribution(@Nullable File zip, Path target) throws MojoExecutionException {
        if (zip != null && !zip.isFile()) {
            throw new MojoExecutionException("jettyHomeZip: " + zip + " (expected: the zip file of a distribution)");
        }
        File file = zip == null
                ? resolve("org.eclipse.jetty:jetty-home:zip:" + versions().getProperty("version"))
                : zip;
        Path home = target.resolve("jetty-home");
        try {
            // what is below its one directory
            new UnpackedArchive(file, home, home, name -> name.substring(name.indexOf('/') + 1), path -> true)
                    .unpack("distribution");
        } catch (IOException x) {
            throw new MojoExecutionException("The distribution " + file + " cannot be unpacked: " + x.getMessage(), x);
        }
        return home;
    }

    private File resolve(String coordinates) throws MojoExecutionException {
        ArtifactRequest request = new ArtifactRequest();
        request.setArtifact(new DefaultArtifact(coordinates));
        request.setRepositories(new ArrayList<>(project.getRemotePluginRepositories()));
        project.getRemoteProjectRepositories().forEach(request::addRepository);
        try {
            return system.resolveArtifact(session.getRepositorySession(), request)
                    .getArtifact()
                    .getFile();
        } catch (ArtifactResolutionException x) {
            throw new MojoExecutionException("Cannot get " + coordinates + ": " + x.getMessage(), x);
        }
    }

    private static Properties versions() throws MojoExecutionException {
        Properties properties = new Properties();
        try (InputStream in = Libraries.class.getResourceAsStream("versions.properties")) {
            properties.load(in);
        } catch (IOException x) {
            throw new MojoExecutionException("The versions of libraries cannot be read", x);
        }
        return properties;
    }
}
