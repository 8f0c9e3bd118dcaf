package org.eclipse.jetty.maven;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoExecutionException;

/** A server in a JVM of its own, of the libraries of the plugin. Confined to its goal. */
public final class ForkedDeployment extends ProcessDeployment {
    private final List<Path> classPath;
    private final File directory;

    /**
     * @param classPath the libraries of the server
     * @param directory the working directory
     */
    public ForkedDeployment(ServerSettings settings, ContextWriter writer, List<Path> classPath, File directory) {
        super(settings, writer, settings.target().resolve("jetty-fork/context.xml"));
        this.classPath = classPath;
        this.directory = directory;
    }

    @Override
    public int start() throws MojoExecutionException {
        ServerSettings settings = settings();
        Path file = context().resolveSibling("fork.properties");
        Path started = context().resolveSibling("started");
        try {
            writeContext();
            Files.deleteIfExists(started);
            MavenServerConnector connector = settings.connector();
            new ForkSettings(
                            context(),
                            settings.jettyXmls(),
                            connector.getHost(),
                            connector.port(),
                            connector.getName(),
                            connector.getIdleTimeout(),
                            settings.stopPort(),
                            settings.stopKey(),
                            started,
                            settings.output() == null)
                    .write(file);
            List<String> command = jvm();
            command.add("-cp");
            command.add(classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
            command.add(ForkedServer.class.getName());
            command.add(file.toString());
            launch(command, directory);
        } catch (MojoExecutionException x) {
            throw x;
        } catch (Exception x) {
            throw new MojoExecutionException("The server cannot be forked: " + x.getMessage(), x);
        }
        return Integer.parseInt(await(started, content -> true));
    }

    @Override
    String what() {
        return "The process of the server";
    }

    @Override
    void onContextWritten() throws Exception {
        child().send(ForkedServer.REDEPLOY);
    }
}
