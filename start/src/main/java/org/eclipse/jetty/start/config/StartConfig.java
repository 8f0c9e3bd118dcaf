package org.eclipse.jetty.start.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.Problems;
import org.jspecify.annotations.Nullable;

/**
 * All that was asked for by the command line, the ini files and the enabled modules.
 *
 * <p>Filled by {@code ArgumentParser} and {@code Resolver}. Confined to the main thread.
 */
public final class StartConfig {
    /** A module to enable, and who asked for it. */
    public record ModuleRequest(String name, Origin origin) {}

    /** An environment that {@code --env} names, and where. */
    public record EnvironmentRequest(String name, Origin origin) {}

    /** An argument for the JVM, and who asked for it. */
    public record JvmArgument(String text, Origin origin) {}

    /** The name of the server's own environment in reports. */
    public static final String SERVER = "Jetty";

    private final Options options = new Options();
    private final Problems problems;
    private final StartProperties builtIn = new StartProperties(null);
    private final StartEnvironment server = new StartEnvironment(SERVER, builtIn);
    private final Map<String, StartEnvironment> environments = new LinkedHashMap<>();
    private final Map<String, Origin> systemProperties = new LinkedHashMap<>();
    private final List<ModuleRequest> moduleRequests = new ArrayList<>();
    private final List<EnvironmentRequest> environmentRequests = new ArrayList<>();
    private final List<JvmArgument> jvmArguments = new ArrayList<>();
    private final List<JvmArgument> moduleJvmArguments = new ArrayList<>();
    private final List<String> forkingModules = new ArrayList<>();
    private final List<JvmArgument> jpmsDirectives = new ArrayList<>();
    private final List<StartEnvironment.Reference> files = new ArrayList<>();
    private final List<Path> inputs = new ArrayList<>();

    public StartConfig(Problems problems) {
        this.problems = problems;
    }

    /** What to do with what is wrong. */
    public Problems problems() {
        return problems;
    }

    public Options options() {
        return options;
    }

    /** Files that arguments were read from, besides ini files. */
    public List<Path> inputs() {
        return inputs;
    }

    public StartEnvironment server() {
        return server;
    }

    /** What the launcher itself defines for use in modules, and does not hand to the server. */
    public StartProperties builtIn() {
        return builtIn;
    }

    public StartProperties properties() {
        return server.properties();
    }

    /** The environment of that name, made when new; the server's own for null. */
    public StartEnvironment environment(@Nullable String name) {
        if (name == null || name.equalsIgnoreCase(SERVER)) {
            return server;
        }
        StartEnvironment environment = environments.get(name);
        if (environment == null) {
            environment = new StartEnvironment(name, server.properties());
            environments.put(name, environment);
        }
        return environment;
    }

    /** The environments besides the server's own, in the order of their first module. */
    public Map<String, StartEnvironment> environments() {
        return environments;
    }

    /** System properties that were set by {@code -D}; their values are properties of the same name. */
    public Map<String, Origin> systemProperties() {
        return systemProperties;
    }

    public List<ModuleRequest> moduleRequests() {
        return moduleRequests;
    }

    /** Environments that were named without one of their modules. */
    public List<EnvironmentRequest> environmentRequests() {
        return environmentRequests;
    }

    /** JVM arguments of the command line and of ini files. */
    public List<JvmArgument> jvmArguments() {
        return jvmArguments;
    }

    /** JVM arguments of the {@code [exec]} sections. */
    public List<JvmArgument> moduleJvmArguments() {
        return moduleJvmArguments;
    }

    /** Modules that have an {@code [exec]} section. */
    public List<String> forkingModules() {
        return forkingModules;
    }

    /** Lines of the {@code [jpms]} sections. */
    public List<JvmArgument> jpmsDirectives() {
        return jpmsDirectives;
    }

    /** Entries of {@code --files}. */
    public List<StartEnvironment.Reference> files() {
        return files;
    }

    /** Whether a second JVM is needed. */
    public boolean isForking() {
        return options.exec || options.jpms || !forkingModules.isEmpty();
    }
}
