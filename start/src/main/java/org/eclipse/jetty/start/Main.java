package org.eclipse.jetty.start;

import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The entry of start.jar: reports on or changes a base when a command is given, else starts the server.
 *
 * <p>The exit codes are those of {@link StartException}; 0 means success.
 */
public final class Main {
    private static final String HINT = "Usage: java -jar $JETTY_HOME/start.jar [options] [properties] [configs]%n"
            + "       java -jar $JETTY_HOME/start.jar --help  # for more information";

    private Main() {}

    /** Runs the command, and ends the JVM with its exit code unless a server runs now. */
    public static void main(String[] arguments) {
        int exitCode = run(arguments, System.out);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    /** Runs the command; what it reports goes to {@code out}, messages go to {@link StartLog}. */
    static int run(String[] arguments, PrintStream out) {
        try {
            return process(arguments, out);
        } catch (StartException e) {
            e.messages().forEach(StartLog::error);
            if (StartLog.isDebugEnabled() && e.getCause() != null) {
                e.getCause().printStackTrace(StartLog.stream());
            }
            if (e.exitCode() != StartException.MAIN_FAILED && e.exitCode() != StartException.NOT_STOPPED) {
                StartLog.stream().println();
                StartLog.stream().println(HINT.replace("%n", System.lineSeparator()));
            }
            return e.exitCode();
        }
    }

    private static int process(String[] arguments, PrintStream out) {
        boolean checking = false;
        for (String argument : arguments) {
            if (argument.equals("--help") || argument.equals("-?")) {
                out.print(Usage.text());
                return 0;
            }
            if (argument.equals("--debug")) {
                StartLog.debugEnabled(true);
            }
            checking |= argument.equals("--check") || argument.startsWith("--check=");
        }
        if (checking) {
            return new BaseCheck().run(arguments, ProductVersion.read(), out);
        }
        int trained = launchTrained(arguments);
        if (trained >= 0) {
            return trained;
        }
        String version = ProductVersion.read();
        StartSession session = StartSession.open(arguments, version);
        StartConfig config = session.config();
        Options options = config.options();
        // an ini file or a file of commands may say so, too
        if (options.check != null) {
            return new BaseCheck().run(arguments, version, out);
        }
        if (options.stop) {
            new StopClient(config.properties()).stop();
            return 0;
        }
        if (options.restart) {
            new StopClient(config.properties()).restart();
            return 0;
        }
        if (options.seconds != null && options.diagnose == null) {
            throw new StartException(StartException.BAD_ARGUMENT, "--seconds without --diagnose (expected: both)");
        }
        if (options.asksServer()) {
            new DiagnosticsClient(session, version, out).run();
            return 0;
        }
        if (options.updateIni) {
            update(session);
            return 0;
        }
        if (!options.removeModules.isEmpty()) {
            remove(session);
            return 0;
        }
        List<ModuleFile> modules = session.enable();
        if (options.listConfig || !options.isToolMode()) {
            new UnknownProperties(config, session.baseHome(), session.registry()).report();
        }
        if (options.isToolMode()) {
            report(session, modules, version, out);
        }
        change(session, modules);
        if (options.isToolMode()) {
            return 0;
        }
        new Resolver(config, session.baseHome()).resolve(modules);
        config.properties().set("jetty.start.modules", names(modules), Origin.COMPUTED);
        StartedConfiguration.set(config, modules);
        if (options.train) {
            new StartCacheTrainer(config, session.baseHome()).train(arguments);
            return 0;
        }
        if (options.selfTest) {
            new SelfTestLaunch(session, version).prepare();
        }
        return new Launcher(config, session.baseHome()).launch();
    }

    /** Starts the server by its start cache if nothing has changed since; returns its exit code, or -1 if not. */
    private static int launchTrained(String[] arguments) {
        HomeAndBase directories = HomeAndBase.of(arguments);
        StartCache cache = StartCache.of(directories.open());
        return cache == null ? -1 : cache.launchUnchanged(directories.rest());
    }

    /** For the server to report what it is made of. */
    private static String names(List<ModuleFile> modules) {
        return modules.stream().map(ModuleFile::name).collect(Collectors.joining(","));
    }

    private static void update(StartSession session) {
        List<StartProperties.Property> settings = ModuleAdder.commandLineProperties(session.config());
        if (settings.isEmpty()) {
            throw new StartException(
                    StartException.BAD_ARGUMENT,
                    "--update-ini changes nothing without settings (expected: --update-ini name=value, as in"
                            + " --update-ini jetty.http.port=8081)");
        }
        IniEditor editor = new IniEditor(session.baseHome());
        List<ModuleFile> modules = enabledOrNone(session);
        SettingPlaces places = new SettingPlaces(session.baseHome(), session.registry(), modules);
        places.check(settings);
        editor.update(settings);
        for (ModuleFile module : modules) {
            if (places.offersAny(module, settings)) {
                editor.writeModule(module, new IniSettings(settings));
            }
        }
        tellModified(editor.isModified());
    }

    private static void remove(StartSession session) {
        Options options = session.config().options();
        if (!options.addModules.isEmpty()) {
            throw new StartException(
                    StartException.BAD_ARGUMENT,
                    "--remove-modules and --add-modules in one command (expected: one command for each, first"
                            + " --remove-modules=" + String.join(",", options.removeModules) + ")");
        }
        ModuleRemover remover = new ModuleRemover(session);
        remover.remove(options.removeModules);
        tellModified(remover.isModified());
    }

    private static void tellModified(boolean modified) {
        StartLog.info("Base directory was " + (modified ? "" : "not ") + "modified");
    }

    private static void report(StartSession session, List<ModuleFile> modules, String version, PrintStream out) {
        StartConfig config = session.config();
        Options options = config.options();
        if ("json".equals(options.listModules)) {
            out.println(JsonReport.modules(session.registry().all()));
        } else if (options.listModules != null) {
            new ModuleReport(session.registry(), out).list(options.listModules);
        }
        if (options.showModules != null) {
            new ModuleReport(session.registry(), out).show(options.showModules);
        }
        if (options.moduleGraph != null) {
            out.println("Generating GraphViz Graph of Jetty Modules at " + options.moduleGraph);
            new ModuleGraphWriter(session.registry())
                    .write(session.baseHome().base().resolve(options.moduleGraph), modules);
        }
        if (options.explain == null
                && options.completion == null
                && !options.listConfig
                && !options.listClassPath
                && !options.dryRun) {
            return;
        }
        new Resolver(config, session.baseHome()).resolve(modules);
        if (options.explain != null) {
            new Explanation(config, session.registry(), session.properties(), out).explain(options.explain);
        }
        if (options.completion != null) {
            out.print(new Completion(session.registry(), session.properties()).script(options.completion));
        }
        ConfigReport report = new ConfigReport(config, session.baseHome(), out);
        if (options.listConfigAsJson) {
            out.println(JsonReport.config(
                    config, session.baseHome(), modules, version, new CommandLine(config, session.baseHome())));
        } else if (options.listConfig) {
            report.print(modules, version);
        }
        if (options.listClassPath) {
            report.printVersions(version);
            report.printClassPaths();
        }
        if (options.dryRun) {
            out.println(new CommandLine(config, session.baseHome()).print(options.dryRunParts));
        }
    }

    /** Changes the base as asked for. */
    private static void change(StartSession session, List<ModuleFile> modules) {
        StartConfig config = session.config();
        Options options = config.options();
        boolean adding = !options.addModules.isEmpty();
        boolean changing = adding
                || options.createFiles
                || options.createStartD
                || options.createStartIni
                || !config.files().isEmpty();
        if (!changing) {
            return;
        }
        IniEditor editor = new IniEditor(session.baseHome());
        FilesInitializer files = new FilesInitializer(config, session.baseHome());
        if (adding) {
            StartSession earlier = session.withoutAddedModules();
            Set<String> before = enabledBefore(earlier);
            SettingPlaces places = new SettingPlaces(session.baseHome(), session.registry(), modules);
            new ModuleAdder(config, editor, files).add(places, modules, before, earlier.written());
        } else {
            if (options.createStartD) {
                editor.createStartD();
            }
            if (options.createStartIni) {
                editor.createStartIni();
            }
        }
        if (options.createFiles) {
            for (ModuleFile module : modules) {
                files.initialize(module);
            }
        }
        for (StartEnvironment.Reference file : config.files()) {
            files.initialize(config.properties().expand(file.text()), file.origin());
        }
        files.finish();
        if (options.isToolMode()) {
            tellModified(editor.isModified() || files.isModified());
        }
    }

    private static Set<String> enabledBefore(StartSession earlier) {
        Set<String> names = new HashSet<>();
        for (ModuleFile module : enabledOrNone(earlier)) {
            names.add(module.name());
        }
        return names;
    }

    /** The enabled modules; none if they are incomplete or wrong, which the change may put right. */
    private static List<ModuleFile> enabledOrNone(StartSession session) {
        try {
            return session.enable();
        } catch (StartException e) {
            StartLog.debug("the base is incomplete before the change: " + e.getMessage());
            return List.of();
        }
    }
}
