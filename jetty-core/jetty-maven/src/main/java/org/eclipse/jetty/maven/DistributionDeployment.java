package org.eclipse.jetty.maven;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugin.MojoExecutionException;
import org.eclipse.jetty.util.IO;
import org.jspecify.annotations.Nullable;

/**
 * A server of the distribution, started by its {@code start.jar}. It looks at its applications, and takes a new one when its file is newer.
 * Confined to its goal.
 */
public final class DistributionDeployment extends ProcessDeployment {
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
            @Nullable Path base,
            String environment,
            List<String> modules,
            Map<String, String> properties,
            List<String> options) {}

    private final Parts parts;
    private final Path base;

    public DistributionDeployment(ServerSettings settings, Parts parts, ContextWriter writer) {
        super(settings, writer, base(settings).resolve("webapps/maven.xml"));
        this.parts = parts;
        base = base(settings);
    }

    private static Path base(ServerSettings settings) {
        return settings.target().resolve("jetty-base");
    }

    @Override
    public int start() throws MojoExecutionException {
        if (!Files.isRegularFile(parts.home().resolve("start.jar"))) {
            throw new MojoExecutionException(
                    "jettyHome: " + parts.home() + " (expected: the directory of a distribution, with start.jar)");
        }
        ServerSettings settings = settings();
        Path state = settings.target().resolve("jetty-state.txt");
        try {
            prepareBase();
            Files.deleteIfExists(state);
            launch(command(state), base.toFile());
        } catch (MojoExecutionException x) {
            throw x;
        } catch (Exception x) {
            throw new MojoExecutionException("The distribution cannot be started: " + x.getMessage(), x);
        }
        String states = await(state, content -> content.contains("\nSTARTED ") || content.contains("\nFAILED "));
        if (!states.contains("\nSTARTED ")) {
            child().end();
            throw new MojoExecutionException("The server of the distribution did not start: see its output"
                    + (settings.output() == null ? " above" : " in " + settings.output()));
        }
        int port = settings.connector().port();
        return port == 0 ? -1 : port;
    }

    private void prepareBase() throws Exception {
        IO.delete(base);
        Files.createDirectories(base);
        if (parts.base() != null) {
            if (!Files.isDirectory(parts.base())) {
                throw new MojoExecutionException("jettyBase: " + parts.base() + " (expected: an existing directory)");
            }
            IO.copyDir(parts.base(), base);
        }
        Path webapps = Files.createDirectories(context().getParent());
        Files.writeString(webapps.resolve("maven.properties"), "environment=" + parts.environment() + "\n");
        writeContext();
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
        ServerSettings settings = settings();
        List<String> command = jvm();
        command.add("-jar");
        command.add(parts.home().resolve("start.jar").toString());
        command.add("jetty.home=" + parts.home());
        command.add("jetty.base=" + base);
        MavenServerConnector connector = settings.connector();
        command.add("jetty.http.port=" + connector.port());
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
    String what() {
        return "The server of the distribution";
    }
}
