package org.eclipse.jetty.start;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads everything that one invocation of start.jar says, in this order: configuration directories, modules, ini files
 * (those of additional directories first), command line.
 *
 * <p>Confined to the main thread.
 */
final class StartSession {
    private final BaseHome baseHome;
    private final List<String> arguments;
    private final String version;
    private final StartConfig config = new StartConfig();
    private final ModuleRegistry registry;
    private final ModuleGraph graph;

    private StartSession(BaseHome baseHome, List<String> arguments, String version) {
        this.baseHome = baseHome;
        this.arguments = arguments;
        this.version = version;
        this.registry = ModuleRegistry.read(baseHome);
        this.graph = new ModuleGraph(config, baseHome, registry, version);
    }

    /** Reads the command line and all that it leads to. */
    static StartSession open(String[] commandLine, String version) {
        HomeAndBase directories = HomeAndBase.of(commandLine);
        List<String> arguments = directories.rest();
        BaseHome baseHome = directories.open();
        addConfigDirs(baseHome, arguments);
        StartSession session = new StartSession(baseHome, arguments, version);
        session.parse();
        return session;
    }

    /** The same base and arguments without the modules to add: what was there before. */
    StartSession withoutAddedModules() {
        StartSession session = new StartSession(baseHome, List.of(), version);
        session.parse();
        return session;
    }

    private static void addConfigDirs(BaseHome baseHome, List<String> arguments) {
        for (String argument : arguments) addConfigDir(baseHome, argument, Origin.COMMAND_LINE);
        addConfigDirsOfInis(baseHome, baseHome.base());
    }

    private static void addConfigDirsOfInis(BaseHome baseHome, Path dir) {
        int known = baseHome.configDirs().size();
        for (Path file : IniReader.files(dir))
            for (IniReader.Line line : IniReader.lines(file))
                addConfigDir(baseHome, line.text(), new Origin(baseHome.toShortForm(file), line.number()));
        // an additional directory may name further ones
        for (int i = dir.equals(baseHome.base()) ? 0 : known;
                i < baseHome.configDirs().size();
                i++) {
            Path next = baseHome.configDirs().get(i);
            if (!next.equals(dir)) addConfigDirsOfInis(baseHome, next);
        }
    }

    private static void addConfigDir(BaseHome baseHome, String argument, Origin origin) {
        if (argument.startsWith("--add-config-dir=")) baseHome.addConfigDir(argument.substring(17), origin);
        else if (argument.startsWith("--include-jetty-dir=")) baseHome.addConfigDir(argument.substring(20), origin);
    }

    private void parse() {
        define();
        List<Path> dirs = baseHome.configDirs();
        for (int i = dirs.size() - 1; i >= 0; i--) parseInis(dirs.get(i));
        parseInis(baseHome.base());
        ArgumentParser parser = new ArgumentParser(config, baseHome, registry);
        for (String argument : arguments) parser.parse(argument, Origin.COMMAND_LINE);
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
                && files.get(0).getParent().equals(dir))
            StartLog.warn("Use of both " + baseHome.toShortForm(dir) + "/start.d and " + baseHome.toShortForm(dir)
                    + "/start.ini is deprecated");
        for (Path file : files) {
            String name = baseHome.toShortForm(file);
            ArgumentParser parser = new ArgumentParser(config, baseHome, registry);
            for (IniReader.Line line : IniReader.lines(file))
                parser.parse(line.text(), new Origin(name, line.number()));
        }
    }

    /** Enables all modules that were named, with what they need, and sorts them. */
    List<ModuleFile> enable() {
        for (StartConfig.ModuleRequest request : config.moduleRequests())
            graph.request(
                    config.properties().expand(request.name()), request.origin().name(), request.origin());
        for (String name : config.options().addModules)
            graph.request(name, Origin.COMMAND_LINE.name(), Origin.COMMAND_LINE);
        if (baseHome.isHomeTheBase() && registry.get("home-base-warning") != null)
            graph.request("home-base-warning", "base is home", Origin.COMPUTED);
        enableShutdown();
        graph.resolvePending();
        return graph.sorted();
    }

    /** A server that is started with {@code stop.port} is to be stopped by {@code --stop}, by means of this module. */
    private void enableShutdown() {
        StartProperties properties = config.properties();
        String port = properties.value("stop.port");
        if (port == null) port = System.getProperty("STOP.PORT");
        if (port == null || config.options().isToolMode() && !config.options().dryRun) return;
        if (registry.get("shutdown") == null) {
            StartLog.warn("stop.port has no effect: there is no module shutdown");
            return;
        }
        properties.setIfAbsent("jetty.shutdown.port", port, Origin.COMPUTED);
        for (String name : new String[] {"host", "key", "exit"}) {
            String value = properties.value("stop." + name);
            if (value == null) value = System.getProperty("STOP." + name.toUpperCase(Locale.ROOT));
            if (value != null) properties.setIfAbsent("jetty.shutdown." + name, value, Origin.COMPUTED);
        }
        graph.request("shutdown", "stop.port", Origin.COMPUTED);
    }

    /** Names of modules that an ini file enables. */
    Set<String> written() {
        Set<String> names = new HashSet<>();
        for (StartConfig.ModuleRequest request : config.moduleRequests())
            if (request.origin() != Origin.COMMAND_LINE) names.add(request.name());
        return names;
    }

    StartConfig config() {
        return config;
    }

    BaseHome baseHome() {
        return baseHome;
    }

    ModuleRegistry registry() {
        return registry;
    }

    /** Where output of the start goes, when it shall not go to standard error. */
    void openStartLog() {
        String file = config.options().startLogFile;
        if (file == null) return;
        Path path = baseHome.base().resolve(config.properties().expand(file));
        if (Files.isDirectory(path))
            throw new StartException(
                    StartException.BAD_ARGUMENT, "--start-log-file=" + file + " (expected: a file, not a directory)");
        StartLog.toFile(path);
    }
}
