package org.eclipse.jetty.maven;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server in a JVM of its own, of the libraries of the plugin. Confined to its goal. */
public final class ForkedDeployment implements Deployment {
    private static final Logger LOG = LoggerFactory.getLogger(ForkedDeployment.class);

    /** Writes the XML file that makes the application. */
    @FunctionalInterface
    public interface ContextWriter {
        void write(Path file) throws Exception;
    }

    private final ServerSettings settings;
    private final ContextWriter writer;
    private final List<Path> classPath;
    private final File directory;
    private final Path context;
    private ChildProcess child;
    private volatile boolean stopping;

    /**
     * @param classPath the libraries of the server
     * @param directory the working directory
     */
    public ForkedDeployment(ServerSettings settings, ContextWriter writer, List<Path> classPath, File directory) {
        this.settings = settings;
        this.writer = writer;
        this.classPath = classPath;
        this.directory = directory;
        context = settings.target().resolve("jetty-fork/context.xml");
    }

    @Override
    public int start() throws MojoExecutionException {
        Path file = context.resolveSibling("fork.properties");
        Path started = context.resolveSibling("started");
        try {
            writer.write(context);
            Files.deleteIfExists(started);
            MavenServerConnector connector = settings.connector();
            new ForkSettings(
                            context,
                            settings.jettyXmls(),
                            connector.getHost(),
                            connector.getPort(),
                            connector.getName(),
                            connector.getIdleTimeout(),
                            settings.stopPort(),
                            settings.stopKey(),
                            started,
                            settings.output() == null)
                    .write(file);
            List<String> command = new ArrayList<>();
            command.add(settings.java());
            settings.addJvmArguments(command);
            command.add("-cp");
            command.add(classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
            command.add(ForkedServer.class.getName());
            command.add(file.toString());
            LOG.debug("Forking {}", command);
            child = ChildProcess.start(command, settings.env(), directory, settings.output());
        } catch (MojoExecutionException x) {
            throw x;
        } catch (Exception x) {
            throw new MojoExecutionException("The server cannot be forked: " + x.getMessage(), x);
        }
        return Integer.parseInt(child.await(started, content -> true, settings.checks(), settings.checkMillis()));
    }

    @Override
    public void redeploy() {
        try {
            writer.write(context);
            child.send(ForkedServer.REDEPLOY);
        } catch (Exception x) {
            LOG.error("The application was not deployed again; the next change is another chance", x);
        }
    }

    @Override
    public void join() throws InterruptedException, MojoExecutionException {
        int status = child.waitFor();
        if (status != 0 && !stopping) {
            throw new MojoExecutionException("The process of the server ended with status " + status);
        }
    }

    @Override
    public void stop() {
        stopping = true;
        child.end();
    }
}
