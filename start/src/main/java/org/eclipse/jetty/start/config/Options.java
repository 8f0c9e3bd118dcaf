package org.eclipse.jetty.start.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The commands and options that were given, as plain settings.
 *
 * <p>Confined to the main thread.
 */
public final class Options {
    /** All names, for spotting a misspelled one. */
    public static final List<String> NAMES = List.of(
            "--help",
            "--version",
            "--info",
            "--list-classpath",
            "--list-config",
            "--check",
            "--explain",
            "--completion",
            "--strict",
            "--list-modules",
            "--list-all-modules",
            "--show-modules",
            "--show-module",
            "--stop",
            "--restart",
            "--threads",
            "--dump",
            "--log-level",
            "--diagnose",
            "--seconds",
            "--selftest",
            "--train",
            "--dry-run",
            "--pack",
            "--with-modules",
            "--add-modules",
            "--add-module",
            "--remove-modules",
            "--remove-module",
            "--add-to-start",
            "--add-to-startd",
            "--create-startd",
            "--create-start-d",
            "--create-start-ini",
            "--update-ini",
            "--create-files",
            "--write-module-graph",
            "--env",
            "--modules",
            "--module",
            "--libs",
            "--lib",
            "--files",
            "--download",
            "--exec",
            "--exec-properties",
            "--commands",
            "--jpms",
            "--debug",
            "--start-log-file",
            "--allow-insecure-http-downloads",
            "--approve-all-licenses",
            "--skip-create-files",
            "--skip-file-validation",
            "--add-config-dir",
            "--include-jetty-dir");

    /** Those of the java command that begin in the same way, and may be in ini files. */
    private static final Set<String> OF_JVM = Set.of(
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--class-path",
            "--enable-final-field-mutation",
            "--enable-native-access",
            "--enable-preview",
            "--finalization",
            "--illegal-access",
            "--illegal-final-field-mutation",
            "--illegal-native-access",
            "--limit-modules",
            "--module-path",
            "--patch-module",
            "--sun-misc-unsafe-memory-access",
            "--upgrade-module-path");

    /** The others of the java command, or how they begin. */
    private static final List<String> SHORT_OF_JVM = List.of(
            "-X",
            "-D",
            "-ea",
            "-da",
            "-esa",
            "-dsa",
            "-enable",
            "-disable",
            "-agentlib:",
            "-agentpath:",
            "-javaagent:",
            "-verbose",
            "-splash:",
            "-server",
            "-client",
            "-showversion");

    private static final Set<String> WITHOUT_VALUE = Set.of(
            "--help",
            "--version",
            "--info",
            "--list-classpath",
            "--list-all-modules",
            "--strict",
            "--stop",
            "--restart",
            "--threads",
            "--dump",
            "--selftest",
            "--train",
            "--create-startd",
            "--create-start-d",
            "--create-start-ini",
            "--update-ini",
            "--create-files",
            "--exec",
            "--jpms",
            "--debug",
            "--allow-insecure-http-downloads",
            "--approve-all-licenses");

    public boolean help;
    public boolean listClassPath;
    public boolean listConfig;
    public boolean listConfigAsJson;
    public @Nullable String check;
    public @Nullable String explain;
    public @Nullable String completion;
    public boolean strict;
    public @Nullable String listModules;
    public @Nullable String showModules;
    public boolean stop;
    public boolean restart;
    public boolean threads;
    public boolean dump;
    public @Nullable String logLevel;
    public @Nullable String diagnose;
    public @Nullable String seconds;
    public boolean selfTest;
    public boolean train;
    public boolean dryRun;
    public @Nullable String pack;
    public List<String> withModules = new ArrayList<>();
    public Set<String> dryRunParts = new LinkedHashSet<>();
    public List<String> addModules = new ArrayList<>();
    public List<String> removeModules = new ArrayList<>();
    public boolean createStartD;
    public boolean createStartIni;
    public boolean updateIni;
    public boolean createFiles;
    public @Nullable String moduleGraph;
    public boolean exec;
    public @Nullable String execProperties;
    public boolean jpms;
    public boolean allowInsecureDownloads;
    public boolean approveLicenses;
    public Set<String> skipFiles = new LinkedHashSet<>();
    public @Nullable String startLogFile;

    /** Whether the java command has an option of this name. */
    public static boolean isOfJvm(String name) {
        return OF_JVM.contains(name);
    }

    /** Whether the java command has an option with one dash that begins so. */
    public static boolean isShortOfJvm(String argument) {
        // by these the java command prints its options
        if (argument.equals("-X") || argument.equals("-XX:")) {
            return false;
        }
        return SHORT_OF_JVM.stream().anyMatch(argument::startsWith);
    }

    /**
     * The same arguments with {@code --option value} as {@code --option=value}, if the option may have a value: a word that is neither
     * option, setting nor file could mean nothing else.
     */
    public static List<String> joined(List<String> arguments) {
        List<String> joined = new ArrayList<>(arguments.size());
        for (String argument : arguments) {
            String last = joined.isEmpty() ? "" : joined.get(joined.size() - 1);
            boolean isReport = last.equals("--list-config") || last.equals("--check");
            boolean isWord = !argument.startsWith("-")
                    && (!isReport || argument.equals("json") || argument.equals("text"))
                    && argument.indexOf('=') < 0
                    && !argument.endsWith(".xml")
                    && !argument.endsWith(".properties");
            if (isWord && NAMES.contains(last) && !takesNoValue(last)) {
                joined.set(joined.size() - 1, last + '=' + argument);
            } else {
                joined.add(argument);
            }
        }
        return joined;
    }

    public static boolean takesNoValue(String name) {
        return WITHOUT_VALUE.contains(name);
    }

    /** Whether a running server is asked for what it does. */
    public boolean asksServer() {
        return threads || dump || logLevel != null || diagnose != null;
    }

    /** Whether the process ends after a report or a change of the base. */
    public boolean isToolMode() {
        return listClassPath
                || listConfig
                || check != null
                || explain != null
                || completion != null
                || listModules != null
                || showModules != null
                || dryRun
                || pack != null
                || !addModules.isEmpty()
                || !removeModules.isEmpty()
                || createStartD
                || createStartIni
                || updateIni
                || createFiles
                || moduleGraph != null;
    }
}
