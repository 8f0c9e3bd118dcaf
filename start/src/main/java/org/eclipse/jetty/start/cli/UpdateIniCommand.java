package org.eclipse.jetty.start.cli;

import java.io.PrintStream;
import java.util.List;
import org.eclipse.jetty.start.change.IniEditor;
import org.eclipse.jetty.start.change.IniSettings;
import org.eclipse.jetty.start.change.ModuleAdder;
import org.eclipse.jetty.start.change.SettingPlaces;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.session.StartSession;

/** {@code --update-ini}: writes the settings of the command line into the ini files of the base. */
record UpdateIniCommand(StartSession session) implements Command {
    @Override
    public int run(PrintStream out) {
        List<StartProperties.Property> settings = ModuleAdder.commandLineProperties(session.config());
        if (settings.isEmpty()) {
            throw new StartException(
                    StartException.BAD_ARGUMENT,
                    "--update-ini changes nothing without settings (expected: --update-ini name=value, as in"
                            + " --update-ini jetty.http.port=8081)");
        }
        IniEditor editor = new IniEditor(session.baseHome());
        List<ModuleFile> modules = session.enabledOrNone();
        SettingPlaces places = new SettingPlaces(session.baseHome(), session.registry(), modules);
        places.check(settings);
        editor.update(settings);
        for (ModuleFile module : modules) {
            if (places.offersAny(module, settings)) {
                editor.writeModule(module, new IniSettings(settings));
            }
        }
        BaseChange.logModified(editor.isModified());
        return 0;
    }
}
