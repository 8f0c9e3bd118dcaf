package org.eclipse.jetty.start.change;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.start.config.Secrets;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.IniReader;
import org.eclipse.jetty.start.modules.IniTemplate;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.modules.ModuleRegistry;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.Suggestion;
import org.eclipse.jetty.start.properties.UnknownProperties;
import org.jspecify.annotations.Nullable;

/**
 * Finds where the settings of {@code --add-modules} and {@code --update-ini} belong: in a line of an ini file of the base, or in the
 * ini template of an enabled module.
 *
 * <p>Confined to the main thread.
 */
public final class SettingPlaces {
    private final ModuleRegistry registry;
    private final Collection<ModuleFile> enabled;
    private final Set<String> ofInis = new HashSet<>();

    /**
     * Reads the ini files of the base.
     *
     * @param enabled the modules that are enabled, or will be
     */
    public SettingPlaces(BaseHome baseHome, ModuleRegistry registry, Collection<ModuleFile> enabled) {
        this.registry = registry;
        this.enabled = enabled;
        for (Path file : IniReader.files(baseHome.base())) {
            IniReader.text(file).lines().forEach(line -> add(IniSettings.name(line)));
        }
    }

    private void add(@Nullable String name) {
        if (name != null) {
            ofInis.add(key(name));
        }
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Those of the settings that a module or ini file has a place for, or that are not the launcher's own. */
    List<StartProperties.Property> withoutOwn(List<StartProperties.Property> settings) {
        List<StartProperties.Property> others = new ArrayList<>();
        for (StartProperties.Property setting : settings) {
            if (!UnknownProperties.isOwn(setting.name()) || hasPlace(setting.name())) {
                others.add(setting);
            }
        }
        return others;
    }

    private boolean hasPlace(String name) {
        return isInIni(name) || enabled.stream().anyMatch(module -> offers(module, name));
    }

    /** Whether an ini file of the base has a line, perhaps a comment, for the property. */
    boolean isInIni(String name) {
        return ofInis.contains(key(name));
    }

    /** Whether the ini template of the module has a line for one of the settings that no ini file of the base has. */
    public boolean offersAny(ModuleFile module, List<StartProperties.Property> settings) {
        for (StartProperties.Property setting : settings) {
            if (!isInIni(setting.name()) && offers(module, setting.name())) {
                return true;
            }
        }
        return false;
    }

    private static boolean offers(ModuleFile module, String name) {
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.INI_TEMPLATE)) {
            if (name.equalsIgnoreCase(IniSettings.name(entry.text()))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Refuses settings without a place.
     *
     * @throws StartException naming each of them, with what was probably meant
     */
    public void check(List<StartProperties.Property> settings) {
        List<StartException> wrong = new ArrayList<>();
        for (StartProperties.Property setting : settings) {
            if (!hasPlace(setting.name())) {
                wrong.add(new StartException(
                        StartException.BAD_ARGUMENT,
                        "property " + setting.name() + "=" + Secrets.shown(setting.name(), setting.value())
                                + " was not written, nor was anything else: " + reason(setting.name())));
            }
        }
        StartException.throwAll(wrong);
    }

    private String reason(String name) {
        Set<String> known = new HashSet<>();
        for (ModuleFile module : registry.all()) {
            if (offers(module, name)) {
                return "it is a property of the module " + module
                        + ", which is not enabled. Enable it with --add-modules=" + module;
            }
            for (IniTemplate.Setting setting : IniTemplate.settings(module)) {
                known.add(setting.name());
            }
        }
        String remedy = Suggestion.didYouMean(name, known);
        return "no ini file of the base and no template of an enabled module has a line for it."
                + (remedy.isEmpty() ? " Write it into an ini file of start.d yourself" : remedy);
    }
}
