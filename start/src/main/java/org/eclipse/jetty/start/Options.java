package org.eclipse.jetty.start;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The commands and options that were given, as plain settings.
 *
 * <p>Confined to the main thread.
 */
final class Options {
    /** All names, for spotting a misspelled one. */
    static final List<String> NAMES = List.of(
            "--help",
            "--version",
            "--info",
            "--list-classpath",
            "--list-config",
            "--list-modules",
            "--list-all-modules",
            "--show-modules",
            "--show-module",
            "--stop",
            "--restart",
            "--train",
            "--dry-run",
            "--add-modules",
            "--add-module",
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

    boolean help;
    boolean listClassPath;
    boolean listConfig;
    String listModules;
    String showModules;
    boolean stop;
    boolean restart;
    boolean train;
    boolean dryRun;
    Set<String> dryRunParts = new LinkedHashSet<>();
    List<String> addModules = new ArrayList<>();
    boolean createStartD;
    boolean createStartIni;
    boolean updateIni;
    boolean createFiles;
    String moduleGraph;
    boolean exec;
    String execProperties;
    boolean jpms;
    boolean allowInsecureDownloads;
    boolean approveLicenses;
    Set<String> skipFiles = new LinkedHashSet<>();
    String startLogFile;

    /** Whether the process ends after a report or a change of the base. */
    boolean isToolMode() {
        return listClassPath
                || listConfig
                || listModules != null
                || showModules != null
                || dryRun
                || !addModules.isEmpty()
                || createStartD
                || createStartIni
                || updateIni
                || createFiles
                || moduleGraph != null;
    }
}
