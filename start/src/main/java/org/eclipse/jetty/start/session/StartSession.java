package org.eclipse.jetty.start.session;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jetty.start.config.Options;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartEnvironment;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.HomeAndBase;
import org.eclipse.jetty.start.files.IniReader;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.modules.ModuleRegistry;
import org.eclipse.jetty.start.problems.CommandProblems;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.Problems;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.eclipse.jetty.start.properties.PropertyRegistry;

/**
 * Reads everything that one invocation of start.jar says, in this order: configuration directories, modules, ini files
 * (those of additional directories first), command line.
 *
 * <p>Confined to the main thread.
 */
public final class StartSession {
    private final BaseHome baseHome;
    private final List<String> arguments;
    private final String version;
    private final StartConfig config;
    private final ModuleRegistry registry;
    private final ModuleGraph graph;

    private StartSession(BaseHome baseHome, List<String> arguments, String version, Problems problems) {
        this.config = new StartConfig(problems);
        this.baseHome = baseHome;
        this.arguments = arguments;
        this.version = version;
        this.registry = ModuleRegistry.read(baseHome, problems);
        this.graph = new ModuleGraph(config, baseHome, registry, version);
    }

    /**
     * Reads the command line and all that it leads to.
     *
     * @throws StartException naming all that is wrong with arguments, ini files and names of modules
     */
    public static StartSession open(String[] commandLine, String version) {
        CommandProblems problems = new CommandProblems();
        StartSession session = open(commandLine, version, problems);
        session.noteUnknownModules();
        session.openStartLog();
        problems.throwGathered();
        return session;
    }

    /** Notes each module that was named and does not exist, before one of them is enabled. */
    private void noteUnknownModules() {
        List<StartConfig.ModuleRequest> requests = new ArrayList<>(config.moduleRequests());
        for (String name : config.options().addModules) {
            requests.add(new StartConfig.ModuleRequest(name, Origin.COMMAND_LINE));
        }
        for (String name : config.options().removeModules) {
            requests.add(new StartConfig.ModuleRequest(name, Origin.COMMAND_LINE));
        }
        for (StartConfig.ModuleRequest request : requests) {
            String name = config.properties().expand(request.name());
            if (registry.get(name) == null) {
                config.problems().error(ModuleGraph.unknown(name, request.origin(), registry));
            }
        }
    }

    public static StartSession open(String[] commandLine, String version, Problems problems) {
        HomeAndBase directories = HomeAndBase.of(commandLine);
        List<String> arguments = Options.joined(directories.rest());
        BaseHome baseHome = directories.open();
        new ConfigDirs(baseHome, problems).addAll(arguments);
        StartSession session = new StartSession(baseHome, arguments, version, problems);
        session.parse();
        return session;
    }

    /** The names of all modules that would be enabled if the ini files named these alone, with the reasons of each. */
    public Map<String, List<String>> enabledBy(Set<String> modules) {
        StartSession session = new StartSession(baseHome, List.of(), version, config.problems());
        session.parse();
        session.config.moduleRequests().removeIf(request -> !modules.contains(request.name()));
        Map<String, List<String>> names = new TreeMap<>();
        for (String module : modules) {
            names.put(module, List.of());
        }
        try {
            for (ModuleFile module : session.enable()) {
                names.put(module.name(), module.reasons());
            }
        } catch (StartException e) {
            StartLog.debug("modules that do not fit each other: " + e.getMessage());
        }
        return names;
    }

    /** The same base and arguments without the modules to add: what was there before. */
    public StartSession withoutAddedModules() {
        StartSession session = new StartSession(baseHome, List.of(), version, config.problems());
        session.parse();
        return session;
    }

    private void parse() {
        define();
        List<Path> dirs = baseHome.configDirs();
        for (int i = dirs.size() - 1; i >= 0; i--) {
            parseInis(dirs.get(i));
        }
        parseInis(baseHome.base());
        ArgumentParser parser = new ArgumentParser(config, baseHome, registry);
        for (String argument : arguments) {
            parser.parseNoting(argument, Origin.COMMAND_LINE);
        }
    }

    private void define() {
        StartProperties properties = config.properties();
        properties.set("jetty.home", baseHome.home().toString(), Origin.COMPUTED);
        properties.set("jetty.home.uri", BaseHome.uri(baseHome.home()), Origin.COMPUTED);
        properties.set("jetty.base", baseHome.base().toString(), Origin.COMPUTED);
        properties.set("jetty.base.uri", BaseHome.uri(baseHome.base()), Origin.COMPUTED);
        properties.set("java.version", System.getProperty("java.version"), Origin.COMPUTED);
        properties.set("runtime.feature.alpn", "true", Origin.COMPUTED);
        StartProperties builtIn = config.builtIn();
        builtIn.set("jetty.version", version, Origin.COMPUTED);
        builtIn.set("jetty.tag.version", "jetty-" + version, Origin.COMPUTED);
        builtIn.set("java.version.platform", Integer.toString(Runtime.version().feature()), Origin.COMPUTED);
    }

    private void parseInis(Path dir) {
        List<Path> files = IniReader.files(dir);
        if (files.size() > 1
                && files.get(0).endsWith("start.ini")
                && dir.equals(files.get(0).getParent())) {
            config.problems()
                    .warning(
                            "Use of both " + baseHome.toShortForm(dir) + "/start.d and " + baseHome.toShortForm(dir)
                                    + "/start.ini is deprecated",
                            new Origin(baseHome.toShortForm(files.get(0)), 0),
                            "Move it with --create-start-d");
        }
        for (Path file : files) {
            String name = baseHome.toShortForm(file);
            ArgumentParser parser = new ArgumentParser(config, baseHome, registry);
            for (IniReader.Line line : IniReader.lines(file)) {
                parser.parseNoting(line.text(), new Origin(name, line.number()));
            }
        }
    }

    /** Enables all modules that were named, with what they need, and sorts them. */
    public List<ModuleFile> enable() {
        for (StartConfig.ModuleRequest wanted : config.moduleRequests()) {
            request(wanted);
        }
        for (String name : config.options().addModules) {
            request(new StartConfig.ModuleRequest(name, Origin.COMMAND_LINE));
        }
        if (baseHome.isHomeTheBase() && registry.get("home-base-warning") != null) {
            graph.request("home-base-warning", "base is home", Origin.COMPUTED);
        }
        enableShutdown();
        graph.resolvePending();
        return graph.sorted();
    }

    /** The enabled modules; none if they are incomplete or wrong, which the change may put right. */
    public List<ModuleFile> enabledOrNone() {
        try {
            return enable();
        } catch (StartException e) {
            StartLog.debug("the base is incomplete before the change: " + e.getMessage());
            return List.of();
        }
    }

    private void request(StartConfig.ModuleRequest wanted) {
        Origin origin = wanted.origin();
        try {
            graph.request(config.properties().expand(wanted.name()), origin.name(), origin);
        } catch (StartException e) {
            config.problems().error(e.at(origin));
        }
    }

    /** A server that is started with {@code stop.port} is to be stopped by {@code --stop}, by means of this module. */
    private void enableShutdown() {
        StartProperties properties = config.properties();
        String port = properties.value("stop.port");
        if (port == null) {
            port = System.getProperty("STOP.PORT");
        }
        if (port == null || config.options().isToolMode() && !config.options().dryRun) {
            return;
        }
        if (registry.get("shutdown") == null) {
            StartLog.warn("stop.port has no effect: there is no module shutdown");
            return;
        }
        properties.setIfAbsent("jetty.shutdown.port", port, Origin.COMPUTED);
        for (String name : new String[] {"host", "key", "exit"}) {
            String value = properties.value("stop." + name);
            if (value == null) {
                value = System.getProperty("STOP." + name.toUpperCase(Locale.ROOT));
            }
            if (value != null) {
                properties.setIfAbsent("jetty.shutdown." + name, value, Origin.COMPUTED);
            }
        }
        graph.request("shutdown", "stop.port", Origin.COMPUTED);
    }

    /** Names of modules that an ini file enables. */
    public Set<String> written() {
        Set<String> names = new HashSet<>();
        for (StartConfig.ModuleRequest request : config.moduleRequests()) {
            if (request.origin() != Origin.COMMAND_LINE) {
                names.add(request.name());
            }
        }
        return names;
    }

    public StartConfig config() {
        return config;
    }

    public BaseHome baseHome() {
        return baseHome;
    }

    public ModuleRegistry registry() {
        return registry;
    }

    /** What modules and XML files say of properties and ids; to be asked after class paths and files were resolved. */
    public PropertyRegistry properties() {
        List<Path> xmls = new ArrayList<>(config.server().xmls());
        for (StartEnvironment environment : config.environments().values()) {
            xmls.addAll(environment.xmls());
        }
        return PropertyRegistry.read(baseHome, registry, xmls);
    }

    /** Where output of the start goes, when it shall not go to standard error. */
    private void openStartLog() {
        String file = config.options().startLogFile;
        if (file == null) {
            return;
        }
        Path path = baseHome.base().resolve(config.properties().expand(file));
        if (Files.isDirectory(path)) {
            throw new StartException(
                    StartException.BAD_ARGUMENT, "--start-log-file=" + file + " (expected: a file, not a directory)");
        }
        // a directory that is missing may be mistyped, and this is the last that is seen on the console
        if (path.getParent() != null && !Files.isDirectory(path.getParent())) {
            StartLog.warn("The directory " + baseHome.toShortForm(path.getParent())
                    + " did not exist: it is made for --start-log-file=" + file);
        }
        StartLog.toFile(path);
    }
}
