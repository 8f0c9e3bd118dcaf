package org.eclipse.jetty.start.cli;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.start.change.FilesInitializer;
import org.eclipse.jetty.start.change.IniEditor;
import org.eclipse.jetty.start.change.ModuleAdder;
import org.eclipse.jetty.start.change.SettingPlaces;
import org.eclipse.jetty.start.config.Options;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartEnvironment;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.StartLog;
import org.eclipse.jetty.start.session.StartSession;

/** Changes a base by what the command line asks for: modules, ini files and the files that modules need. Stateless. */
final class BaseChange {
    private BaseChange() {}

    /** Adds and creates what is asked for; does nothing if that is nothing. */
    static void apply(StartSession session, List<ModuleFile> modules) {
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
            logModified(editor.isModified() || files.isModified());
        }
    }

    private static Set<String> enabledBefore(StartSession earlier) {
        Set<String> names = new HashSet<>();
        for (ModuleFile module : earlier.enabledOrNone()) {
            names.add(module.name());
        }
        return names;
    }

    /** Logs whether the base is another one now. */
    static void logModified(boolean modified) {
        StartLog.info("Base directory was " + (modified ? "" : "not ") + "modified");
    }
}
