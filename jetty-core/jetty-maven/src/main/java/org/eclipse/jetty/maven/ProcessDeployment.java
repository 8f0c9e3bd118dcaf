package org.eclipse.jetty.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.maven.plugin.MojoExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server in another process, which has its application from an XML file. Confined to its goal. */
public abstract class ProcessDeployment implements Deployment {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessDeployment.class);

    /** Writes the XML file that makes the application. */
    @FunctionalInterface
    public interface ContextWriter {
        void write(Path file) throws Exception;
    }

    private final ServerSettings settings;
    private final ContextWriter writer;
    private final Path context;
    private @Nullable ChildProcess child;
    private volatile boolean stopping;

    /** @param context the file that the writer writes */
    ProcessDeployment(ServerSettings settings, ContextWriter writer, Path context) {
        this.settings = settings;
        this.writer = writer;
        this.context = context;
    }

    final ServerSettings settings() {
        return settings;
    }

    final Path context() {
        return context;
    }

    final ChildProcess child() {
        ChildProcess launched = child;
        if (launched == null) {
            throw new IllegalStateException("not started: " + what());
        }
        return launched;
    }

    /** Writes the application for the process. */
    final void writeContext() throws Exception {
        writer.write(context);
    }

    /** Returns the beginning of a command: the JVM and its arguments. */
    final List<String> jvm() {
        List<String> command = new ArrayList<>();
        command.add(settings.java());
        settings.addJvmArguments(command);
        return command;
    }

    /** Starts the process in a directory. */
    final void launch(List<String> command, File directory) throws Exception {
        LOG.debug("Starting {}", command);
        child = ChildProcess.start(command, settings.env(), directory, settings.output());
    }

    /** Waits until a file says that the server has started, and returns its content. */
    final String await(Path started, Predicate<String> says) throws MojoExecutionException {
        return child().await(started, says, settings.checks(), settings.checkMillis());
    }

    /** What the process is called when it ends by itself. */
    abstract String what();

    /** The application was written again. */
    void onContextWritten() throws Exception {}

    @Override
    public void redeploy() {
        try {
            writeContext();
            onContextWritten();
        } catch (Exception x) {
            LOG.error("The application was not deployed again; the next change is another chance", x);
        }
    }

    @Override
    public void join() throws InterruptedException, MojoExecutionException {
        int status = child().waitFor();
        if (status != 0 && !stopping) {
            throw new MojoExecutionException(what() + " ended with status " + status);
        }
    }

    @Override
    public void stop() {
        stopping = true;
        ChildProcess launched = child;
        if (launched != null) {
            launched.end();
        }
    }
}
