package org.eclipse.jetty.start.change;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;

/**
 * Does {@code --add-modules}: asks about licences, writes ini files, creates files.
 *
 * <p>Confined to the main thread.
 */
public final class ModuleAdder {
    private final StartConfig config;
    private final IniEditor editor;
    private final FilesInitializer files;

    public ModuleAdder(StartConfig config, IniEditor editor, FilesInitializer files) {
        this.config = config;
        this.editor = editor;
        this.files = files;
    }

    /**
     * Adds the modules that are enabled now and were not before. An ini file is written for those that were named, and for those whose
     * settings are on the command line; the others are enabled as long as a module needs them.
     *
     * @param places where settings belong
     * @param sorted all enabled modules
     * @param before the names of those that were enabled before
     * @param writtenBefore the names of those that an ini file enabled before
     * @throws StartException when a setting has no place, or a licence was refused, and nothing was written
     */
    public void add(SettingPlaces places, List<ModuleFile> sorted, Set<String> before, Set<String> writtenBefore) {
        List<ModuleFile> added = new ArrayList<>();
        for (ModuleFile module : sorted) {
            if (!before.contains(module.name())) {
                added.add(module);
            }
        }
        List<StartProperties.Property> values = places.withoutOwn(commandLineProperties(config));
        places.check(values);
        if (!acknowledgeLicenses(added)) {
            StartLog.stream().println();
            throw new StartException(
                    StartException.UNKNOWN,
                    "Exiting: license not acknowledged! Nothing was written. Answer y, or add --approve-all-licenses");
        }
        if (config.options().createStartD) {
            editor.createStartD();
        }
        if (config.options().createStartIni) {
            editor.createStartIni();
        }
        editor.update(values);
        IniSettings settings = new IniSettings(values);
        for (ModuleFile module : sorted) {
            boolean wanted = config.options().addModules.contains(module.name());
            if (wanted && writtenBefore.contains(module.name())) {
                List<String> reasons = module.reasons();
                reasons.remove(Origin.COMMAND_LINE.name());
                StartLog.info(module + " already enabled by " + reasons);
            } else if (wanted || places.offersAny(module, values)) {
                editor.writeModule(module, settings);
            } else if (added.contains(module)) {
                IniEditor.log(module.name(), transitively(module));
            }
        }
        for (ModuleFile module : added) {
            files.initialize(module);
        }
    }

    private static String transitively(ModuleFile module) {
        boolean offers = module.hasIniTemplate();
        return "transitively enabled" + (offers ? ", ini template available with --add-modules=" + module.name() : "");
    }

    /** The properties of the command line that belong into ini files. */
    public static List<StartProperties.Property> commandLineProperties(StartConfig config) {
        List<StartProperties.Property> values = new ArrayList<>();
        for (StartProperties.Property property : config.properties().sorted()) {
            if (property.origin() == Origin.COMMAND_LINE
                    && !IniEditor.isOwnProperty(property.name())
                    && !config.systemProperties().containsKey(property.name())) {
                values.add(property);
            }
        }
        return values;
    }

    private boolean acknowledgeLicenses(List<ModuleFile> modules) {
        List<ModuleFile> licensed = new ArrayList<>();
        for (ModuleFile module : modules) {
            if (!module.entries(ModuleFile.Section.LICENSE).isEmpty()) {
                licensed.add(module);
            }
        }
        if (licensed.isEmpty()) {
            return true;
        }
        if (config.options().approveLicenses) {
            StartLog.info("All Licenses Approved via Command Line Option");
            return true;
        }
        StartLog.stream().println();
        StartLog.stream().println("ALERT: There are enabled module(s) with licenses.");
        StartLog.stream().println("The following " + licensed.size() + " module(s):");
        StartLog.stream().println(" + contains software that is not part of this distribution");
        StartLog.stream().println(" + is distributed under its own licence: read it before you accept");
        for (ModuleFile module : licensed) {
            StartLog.stream().println();
            StartLog.stream().println(" Module: " + module);
            for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.LICENSE)) {
                StartLog.stream().println("  + " + entry.text());
            }
        }
        StartLog.stream().println();
        StartLog.stream().print("Proceed (y/N)? ");
        StartLog.stream().flush();
        return readYes();
    }

    private static boolean readYes() {
        try {
            String line = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
            String answer = line == null ? "" : line.trim();
            return answer.equalsIgnoreCase("y") || answer.equalsIgnoreCase("yes");
        } catch (IOException e) {
            StartLog.warn("Cannot read the answer: " + e);
            return false;
        }
    }
}
