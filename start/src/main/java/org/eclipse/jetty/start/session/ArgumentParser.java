package org.eclipse.jetty.start.session;

import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.start.config.ListValue;
import org.eclipse.jetty.start.config.Options;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartEnvironment;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.IniReader;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.modules.ModuleRegistry;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.eclipse.jetty.start.problems.Suggestion;
import org.jspecify.annotations.Nullable;

/**
 * Reads arguments, which have one grammar on the command line, in ini files and in the {@code [ini]} section of modules:
 * {@code --option[=value]}, {@code -Dname=value}, {@code name=value}, {@code name+=value}, {@code name?=value},
 * {@code file.xml}, {@code file.properties}; anything else with a dash is for the JVM.
 *
 * <p>One parser per source: after {@code --modules=m}, where m belongs to an environment, properties and files go to that
 * environment until a module of the server follows. Confined to the main thread.
 */
public final class ArgumentParser {
    public static final List<String> DRY_RUN_PARTS = List.of("java", "opts", "path", "main", "args", "envs");

    private static final Set<String> PLACES = Set.of("jetty.home", "jetty.home.uri", "jetty.base", "jetty.base.uri");

    private final StartConfig config;
    private final BaseHome baseHome;
    private final ModuleRegistry registry;
    private final Set<Path> openCommands = new HashSet<>();
    private StartEnvironment environment;

    ArgumentParser(StartConfig config, BaseHome baseHome, ModuleRegistry registry) {
        this(config, baseHome, registry, config.server());
    }

    ArgumentParser(StartConfig config, BaseHome baseHome, ModuleRegistry registry, StartEnvironment environment) {
        this.config = config;
        this.baseHome = baseHome;
        this.registry = registry;
        this.environment = environment;
    }

    /** Reads one argument; what is wrong with it is a problem of the configuration. */
    void parseNoting(String argument, Origin origin) {
        try {
            parse(argument, origin);
        } catch (StartException e) {
            config.problems().error(e.at(origin));
        }
    }

    /** Reads one argument. */
    void parse(String argument, Origin origin) {
        if (argument.startsWith("--") || argument.equals("-?") || argument.equals("-v")) {
            if (!parseOption(argument, origin)) {
                addLongJvmArgument(argument, origin);
            }
        } else if (argument.startsWith("-D")) {
            parseSystemProperty(argument, origin);
        } else if (Options.isShortOfJvm(argument)) {
            addJvmArgument(argument, origin);
        } else if (argument.startsWith("-")) {
            throw unknown(argument, "-" + argument, origin);
        } else {
            parseSetting(argument, origin);
        }
    }

    private void addLongJvmArgument(String argument, Origin origin) {
        int equals = argument.indexOf('=');
        String name = equals < 0 ? argument : argument.substring(0, equals);
        if (!Options.isOfJvm(name)) {
            throw unknown(name, name, origin);
        }
        addJvmArgument(argument, origin);
    }

    private static StartException unknown(String name, String meant, Origin origin) {
        return new StartException(
                StartException.BAD_ARGUMENT,
                "Unknown option " + name + " in " + origin.place() + "." + Suggestion.didYouMean(meant, Options.NAMES)
                        + " Options are listed by --help; those of the JVM that are not known here belong into the"
                        + " [exec] section of a module",
                origin);
    }

    private void addJvmArgument(String argument, Origin origin) {
        config.jvmArguments().add(new StartConfig.JvmArgument(argument, origin));
    }

    private void parseSystemProperty(String argument, Origin origin) {
        int equals = argument.indexOf('=');
        String name = argument.substring(2, equals < 0 ? argument.length() : equals);
        if (name.isEmpty()) {
            throw bad(argument, "a name after -D", origin);
        }
        if (isPlace(name, origin)) {
            return;
        }
        config.systemProperties().put(name, origin);
        config.properties().set(name, equals < 0 ? "" : argument.substring(equals + 1), origin);
    }

    private void parseSetting(String argument, Origin origin) {
        int equals = argument.indexOf('=');
        if (equals > 0) {
            parseProperty(argument, equals, origin);
            return;
        }
        String lower = argument.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".xml")) {
            environment.extraXmls().add(new StartEnvironment.Reference(argument, origin));
        } else if (lower.endsWith(".properties")) {
            readProperties(argument, origin);
        } else {
            throw new StartException(
                    StartException.BAD_ARGUMENT,
                    "Unrecognized argument: \"" + argument + "\" in " + origin.place()
                            + " (expected: --option, name=value, file.xml or file.properties)."
                            + Suggestion.didYouMean("--" + argument, Options.NAMES));
        }
    }

    private void parseProperty(String argument, int equals, Origin origin) {
        char operator = argument.charAt(equals - 1);
        boolean plain = operator != '+' && operator != '?';
        String name = argument.substring(0, plain ? equals : equals - 1).trim();
        String value = argument.substring(equals + 1);
        if (origin != Origin.COMMAND_LINE) {
            value = value.trim();
        }
        if (name.isEmpty()) {
            throw bad(argument, "a property name before the '='", origin);
        }
        if (isPlace(name, origin)) {
            return;
        }
        StartProperties properties = environment.properties();
        if (operator == '+') {
            properties.append(name, value, origin);
        } else if (operator == '?') {
            properties.setIfAbsent(name, value, origin);
        } else {
            properties.set(name, value, origin);
        }
    }

    /** Whether it is home or base: these are known before anything is read, and another value would be of parts of the server alone. */
    private boolean isPlace(String name, Origin origin) {
        boolean place = PLACES.contains(name.toLowerCase(Locale.ROOT));
        if (place) {
            config.problems()
                    .warning(
                            name + " has no effect here",
                            origin,
                            "Give jetty.home and jetty.base on the command line, or leave it out");
        }
        return place;
    }

    private void readProperties(String argument, Origin origin) {
        Path file = baseHome.find(config.properties().expand(argument));
        if (file == null) {
            throw new StartException(
                    StartException.UNKNOWN, "Cannot read file: " + argument + ", from " + origin.place());
        }
        config.inputs().add(file);
        Properties loaded = new Properties();
        try {
            loaded.load(new StringReader(IniReader.text(file)));
        } catch (IOException | IllegalArgumentException e) {
            throw new StartException(StartException.UNKNOWN, "Cannot read file: " + file + " (" + e + ")", e);
        }
        Origin place = new Origin(baseHome.toShortForm(file), 0);
        for (String name : new TreeSet<>(loaded.stringPropertyNames())) {
            if (!isPlace(name, place)) {
                environment.properties().set(name, loaded.getProperty(name), place);
            }
        }
    }

    private boolean parseOption(String argument, Origin origin) {
        int equals = argument.indexOf('=');
        String name = equals < 0 ? argument : argument.substring(0, equals);
        String value = equals < 0 ? null : argument.substring(equals + 1).trim();
        if (value != null && Options.takesNoValue(name)) {
            throw new StartException(
                    StartException.BAD_ARGUMENT,
                    argument + " in " + origin.place() + " (expected: " + name + ", which takes no value)",
                    origin);
        }
        return parseReport(name, value, origin)
                || parseConfigure(name, value, origin)
                || parseModifier(name, value, origin);
    }

    private boolean parseReport(String name, @Nullable String value, Origin origin) {
        Options options = config.options();
        switch (name) {
            case "--help", "-?" -> options.help = true;
            case "--version", "-v", "--info", "--list-classpath" -> options.listClassPath = true;
            case "--list-config" -> {
                options.listConfig = true;
                options.listConfigAsJson = "json".equals(format(name, value, Set.of("text", "json"), origin));
            }
            case "--check" -> options.check = format(name, value, Set.of("text", "json"), origin);
            case "--explain" -> options.explain = required(name, value, origin);
            case "--completion" ->
                options.completion = format(name, required(name, value, origin), Set.of("bash", "zsh"), origin);
            case "--list-modules" -> options.listModules = value == null ? "-internal" : value;
            case "--list-all-modules" -> options.listModules = "*";
            case "--show-modules", "--show-module" -> options.showModules = value == null ? "*" : value;
            case "--stop" -> options.stop = true;
            case "--restart" -> options.restart = true;
            case "--threads" -> options.threads = true;
            case "--dump" -> options.dump = true;
            case "--log-level" -> options.logLevel = required(name, value, origin);
            case "--diagnose" -> options.diagnose = value == null ? "" : value;
            case "--seconds" -> options.seconds = required(name, value, origin);
            case "--selftest" -> options.selfTest = true;
            case "--train" -> options.train = true;
            case "--dry-run" -> {
                options.dryRun = true;
                if (value != null && ListValue.split(value).isEmpty()) {
                    throw bad("--dry-run=", "--dry-run, or some of java, opts, path, main, args, envs", origin);
                }
                for (String part : value == null ? DRY_RUN_PARTS : ListValue.split(value)) {
                    if (!DRY_RUN_PARTS.contains(part)) {
                        throw new StartException(
                                StartException.BAD_ARGUMENT,
                                "Unrecognized --dry-run=\"" + part + "\" in " + origin.place()
                                        + " (expected: java, opts, path, main, args, envs)."
                                        + Suggestion.didYouMean(part, DRY_RUN_PARTS));
                    }
                    options.dryRunParts.add(part);
                }
            }
            case "--pack" -> options.pack = required(name, value, origin);
            case "--with-modules" -> options.withModules.addAll(ListValue.split(required(name, value, origin)));
            case "--write-module-graph" -> options.moduleGraph = required(name, value, origin);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean parseConfigure(String name, @Nullable String value, Origin origin) {
        Options options = config.options();
        switch (name) {
            case "--add-modules", "--add-module", "--add-to-start", "--add-to-startd" -> {
                for (String module : ListValue.split(required(name, value, origin))) {
                    if (!options.addModules.contains(module)) {
                        options.addModules.add(module);
                    }
                }
            }
            case "--remove-modules", "--remove-module" -> {
                for (String module : ListValue.split(required(name, value, origin))) {
                    if (!options.removeModules.contains(module)) {
                        options.removeModules.add(module);
                    }
                }
            }
            case "--create-startd", "--create-start-d" -> options.createStartD = true;
            case "--create-start-ini" -> options.createStartIni = true;
            case "--update-ini", "--update-inis" -> options.updateIni = true;
            case "--create-files" -> options.createFiles = true;
            case "--approve-all-licenses" -> options.approveLicenses = true;
            case "--skip-create-files", "--skip-file-validation" -> {
                for (String module : ListValue.split(required(name, value, origin))) {
                    if (registry.get(module) == null) {
                        throw ModuleGraph.unknown(module, origin, registry);
                    }
                    options.skipFiles.add(module);
                }
            }
            case "--allow-insecure-http-downloads" -> options.allowInsecureDownloads = true;
            case "--files", "--download" -> {
                for (String file : ListValue.split(required(name, value, origin))) {
                    config.files().add(new StartEnvironment.Reference(file, origin));
                }
                // on the command line it is what start.jar is run for; that of an ini file is for each start
                options.createFiles |= origin.equals(Origin.COMMAND_LINE);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean parseModifier(String name, @Nullable String value, Origin origin) {
        Options options = config.options();
        switch (name) {
            case "--modules", "--module" -> {
                for (String module : ListValue.split(required(name, value, origin))) {
                    requestModule(module, origin);
                }
            }
            case "--env" -> {
                String named = required(name, value, origin);
                environment = config.environment(named);
                config.environmentRequests().add(new StartConfig.EnvironmentRequest(named, origin));
            }
            case "--libs", "--lib" -> {
                for (String lib : splitPath(required(name, value, origin))) {
                    environment.extraLibs().add(new StartEnvironment.Reference(lib, origin));
                }
            }
            case "--exec" -> options.exec = true;
            case "--exec-properties" -> {
                if (!required(name, value, origin).endsWith(".properties")) {
                    throw bad(name + "=" + value, "a file name that ends with .properties", origin);
                }
                options.execProperties = value;
            }
            case "--jpms" -> options.jpms = true;
            case "--strict" -> options.strict = true;
            case "--debug" -> StartLog.debugEnabled(true);
            case "--start-log-file" -> options.startLogFile = required(name, value, origin);
            case "--commands" -> parseCommands(required(name, value, origin), origin);
            case "--add-config-dir", "--include-jetty-dir" -> required(name, value, origin);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void requestModule(String name, Origin origin) {
        config.moduleRequests().add(new StartConfig.ModuleRequest(name, origin));
        ModuleFile module = registry.get(name);
        environment = config.environment(module == null ? null : module.environment());
    }

    private void parseCommands(String value, Origin origin) {
        Path file = baseHome.find(value);
        if (file == null) {
            throw new StartException(
                    StartException.BAD_ARGUMENT, "Cannot read file: " + value + ", from " + origin.place());
        }
        if (!openCommands.add(file)) {
            throw bad("--commands=" + value, "a file that does not lead to itself", origin);
        }
        config.inputs().add(file);
        String name = baseHome.toShortForm(file);
        for (IniReader.Line line : IniReader.lines(file)) {
            parseNoting(line.text(), new Origin(name, line.number()));
        }
        openCommands.remove(file);
    }

    private static String format(String name, @Nullable String value, Set<String> formats, Origin origin) {
        String format = value == null ? "text" : value;
        if (!formats.contains(format)) {
            throw bad(name + "=" + format, String.join(" or ", new TreeSet<>(formats)), origin);
        }
        return format;
    }

    private static String required(String name, @Nullable String value, Origin origin) {
        if (value == null || value.isEmpty()) {
            throw bad(name, name + "=<value>", origin);
        }
        return value;
    }

    private static StartException bad(String argument, String expected, Origin origin) {
        return new StartException(
                StartException.BAD_ARGUMENT,
                argument + " (expected: " + expected + "), from " + origin.place(),
                origin);
    }

    private static List<String> splitPath(String value) {
        char separator = File.pathSeparatorChar;
        return ListValue.split(value, value.indexOf(separator) >= 0 ? separator : ',');
    }
}
