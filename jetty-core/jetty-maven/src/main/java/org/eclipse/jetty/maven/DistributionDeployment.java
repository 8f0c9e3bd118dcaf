package org.eclipse.jetty.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoExecutionException;
import org.eclipse.jetty.util.IO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server of the distribution, started by its {@code start.jar}. Confined to its goal. */
public final class DistributionDeployment implements Deployment {
    private static final Logger LOG = LoggerFactory.getLogger(DistributionDeployment.class);

    /** Where the application is deployed while it runs, in seconds between two looks. */
    private static final int SCAN_SECONDS = 1;

    /**
     * What only a server of the distribution can have.
     *
     * @param home the distribution
     * @param base a directory of settings that is copied; null for none
     * @param environment the environment of the application, such as {@code ee10}
     * @param modules modules that are enabled beside those that a web application needs
     * @param properties properties of modules
     * @param options other arguments of {@code start.jar}
     */
    public record Parts(
            Path home,
            Path base,
            String environment,
            List<String> modules,
            Map<String, String> properties,
            List<String> options) {}

    private final ServerSettings settings;
    private final Parts parts;
    private final ForkedDeployment.ContextWriter writer;
    private final Path base;
    private ChildProcess child;
    private volatile boolean stopping;

    public DistributionDeployment(ServerSettings settings, Parts parts, ForkedDeployment.ContextWriter writer) {
        this.settings = settings;
        this.parts = parts;
        this.writer = writer;
        base = settings.target().resolve("jetty-base");
    }

    @Override
    public int start() throws MojoExecutionException {
        if (!Files.isRegularFile(parts.home().resolve("start.jar"))) {
            throw new MojoExecutionException(
                    "jettyHome: " + parts.home() + " (expected: the directory of a distribution, with start.jar)");
        }
        Path state = settings.target().resolve("jetty-state.txt");
        try {
            prepareBase();
            Files.deleteIfExists(state);
            List<String> command = command(state);
            LOG.debug("Starting {}", command);
            child = ChildProcess.start(command, settings.env(), base.toFile(), settings.output());
        } catch (MojoExecutionException x) {
            throw x;
        } catch (Exception x) {
            throw new MojoExecutionException("The distribution cannot be started: " + x.getMessage(), x);
        }
        String states = child.await(
                state,
                content -> content.contains("\nSTARTED ") || content.contains("\nFAILED "),
                settings.checks(),
                settings.checkMillis());
        if (!states.contains("\nSTARTED ")) {
            child.end();
            throw new MojoExecutionException("The server of the distribution did not start: see its output"
                    + (settings.output() == null ? " above" : " in " + settings.output()));
        }
        int port = settings.connector().getPort();
        return port == 0 ? -1 : port;
    }

    private void prepareBase() throws Exception {
        IO.delete(base);
        Files.createDirectories(base);
        if (parts.base() != null) {
            if (!Files.isDirectory(parts.base())) {
                throw new MojoExecutionException("jettyBase: " + parts.base() + " (expected: an existing directory)");
            }
            copy(parts.base(), base);
        }
        Path webapps = Files.createDirectories(base.resolve("webapps"));
        Files.writeString(webapps.resolve("maven.properties"), "environment=" + parts.environment() + "\n");
        writer.write(webapps.resolve("maven.xml"));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
    }

    private List<String> command(Path state) {
        String ee = parts.environment();
        List<String> modules = new ArrayList<>(List.of("http", "state"));
        for (String feature :
                List.of("deploy", "annotations", "plus", "jsp", "jstl", "websocket-jakarta", "websocket-jetty")) {
            modules.add(ee + "-" + feature);
        }
        if (ee.equals("ee8")) {
            modules.replaceAll(name -> name.replace("websocket-jakarta", "websocket-javax"));
        }
        modules.addAll(parts.modules());
        List<String> command = new ArrayList<>();
        command.add(settings.java());
        settings.addJvmArguments(command);
        command.add("-jar");
        command.add(parts.home().resolve("start.jar").toString());
        command.add("jetty.home=" + parts.home());
        command.add("jetty.base=" + base);
        MavenServerConnector connector = settings.connector();
        command.add("jetty.http.port=" + connector.getPort());
        command.add("jetty.http.idleTimeout=" + connector.getIdleTimeout());
        if (connector.getHost() != null) {
            command.add("jetty.http.host=" + connector.getHost());
        }
        command.add("jetty.state=" + state);
        command.add("jetty.deploy.scanInterval=" + SCAN_SECONDS);
        command.add("jetty.deploy.failFast=true");
        if (settings.stopPort() > 0) {
            command.add("stop.port=" + settings.stopPort());
            command.add("stop.key=" + settings.stopKey());
        }
        parts.properties().forEach((name, value) -> command.add(name + "=" + value));
        for (Path xml : settings.jettyXmls()) {
            command.add(xml.toString());
        }
        command.addAll(parts.options());
        // last: what follows a module of an environment is that environment's
        command.add("--module=" + String.join(",", modules));
        return command;
    }

    @Override
    public void redeploy() {
        try {
            // the server looks at its applications, and takes a new one when this file is newer
            writer.write(base.resolve("webapps/maven.xml"));
        } catch (Exception x) {
            LOG.error("The application was not deployed again; the next change is another chance", x);
        }
    }

    @Override
    public void join() throws InterruptedException, MojoExecutionException {
        int status = child.waitFor();
        if (status != 0 && !stopping) {
            throw new MojoExecutionException("The server of the distribution ended with status " + status);
        }
    }

    @Override
    public void stop() {
        stopping = true;
        child.end();
    }
}
