package org.eclipse.jetty.start.change;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.start.config.Secrets;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.IniReader;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.eclipse.jetty.start.session.StartSession;

/**
 * Does {@code --remove-modules}: takes modules, with what they alone needed, out of the ini files of the base, and says what it leaves.
 *
 * <p>What a removed module needed and nothing else needs is enabled no longer. If an ini file names it, that goes too, unless an operator
 * has changed it. Confined to the main thread.
 */
public final class ModuleRemover {
    private final StartSession session;
    private final BaseHome baseHome;
    private final Map<String, Path> named = new LinkedHashMap<>();
    private boolean modified;

    public ModuleRemover(StartSession session) {
        this.session = session;
        this.baseHome = session.baseHome();
        for (Path file : IniReader.files(baseHome.base())) {
            for (String module : new IniRemoval(file).modules()) {
                named.putIfAbsent(module, file);
            }
        }
    }

    /** Whether anything was removed. */
    public boolean isModified() {
        return modified;
    }

    /**
     * Removes the modules that ini files of the base enable.
     *
     * @throws StartException when one is enabled, but by no ini file of the base; nothing is changed then
     */
    public void remove(List<String> modules) {
        Map<String, List<String>> before = session.enabledBy(named.keySet());
        Set<String> removed = new LinkedHashSet<>();
        List<StartException> wrong = new ArrayList<>();
        for (String module : modules) {
            if (named.containsKey(module)) {
                removed.add(module);
            } else if (before.containsKey(module)) {
                wrong.add(notNamed(module, before.get(module)));
            } else {
                StartLog.info(module + " is not enabled");
            }
        }
        StartException.throwAll(wrong);
        if (removed.isEmpty()) {
            return;
        }
        Set<String> candidates = neededBy(removed);
        Set<String> changed = withoutUnchanged(candidates);
        candidates.removeAll(changed);
        Set<String> staying = new LinkedHashSet<>(named.keySet());
        staying.removeAll(removed);
        staying.removeAll(candidates);
        Set<String> needed = session.enabledBy(staying).keySet();
        candidates.removeIf(needed::contains);
        removed.addAll(candidates);
        delete(removed);
        report(modules, before.keySet(), needed, removed, changed);
    }

    private StartException notNamed(String module, List<String> reasons) {
        return new StartException(
                StartException.UNKNOWN,
                "Module " + module + " cannot be removed: it is enabled by no ini file of the base, but as "
                        + reasons + ". Remove what needs it, or add a module that"
                        + " replaces it");
    }

    /** The modules of ini files that the removed ones would bring by themselves. */
    private Set<String> neededBy(Set<String> removed) {
        Set<String> needed = new TreeSet<>(session.enabledBy(removed).keySet());
        needed.retainAll(named.keySet());
        needed.removeAll(removed);
        return needed;
    }

    /** Those whose ini file an operator has changed, or wrote. */
    private Set<String> withoutUnchanged(Set<String> modules) {
        Set<String> changed = new TreeSet<>();
        for (String name : modules) {
            List<String> lines = new ArrayList<>();
            for (IniReader.Line line : IniReader.lines(Objects.requireNonNull(named.get(name)))) {
                lines.add(line.text());
            }
            List<String> written = new ArrayList<>(List.of("--modules=" + name));
            for (ModuleFile.Entry entry :
                    Objects.requireNonNull(session.registry().get(name)).entries(ModuleFile.Section.INI_TEMPLATE)) {
                if (!entry.text().isEmpty() && entry.text().charAt(0) != '#') {
                    written.add(entry.text());
                }
            }
            if (!lines.equals(written)) {
                changed.add(name);
            }
        }
        return changed;
    }

    private void delete(Set<String> modules) {
        for (Path file : IniReader.files(baseHome.base())) {
            IniRemoval ini = new IniRemoval(file);
            Set<String> here = ini.modules();
            here.retainAll(modules);
            if (here.isEmpty()) {
                continue;
            }
            try {
                String name = baseHome.toShortForm(file);
                boolean deleted = ini.remove(here);
                String what = deleted ? "removed, with " + name : "removed from " + name;
                here.forEach(module -> IniEditor.log(module, what));
                for (String setting : ini.settings()) {
                    int equals = setting.indexOf('=');
                    String shown = equals < 0
                            ? setting
                            : setting.substring(0, equals + 1)
                                    + Secrets.shown(setting.substring(0, equals), setting.substring(equals + 1));
                    StartLog.info("  its setting " + shown + " is gone");
                }
                modified = true;
            } catch (IOException e) {
                throw new StartException(StartException.UNKNOWN, "Cannot change " + file + ": " + e, e);
            }
        }
    }

    private void report(
            List<String> wanted, Set<String> before, Set<String> after, Set<String> removed, Set<String> changed) {
        for (String module : wanted) {
            if (after.contains(module)) {
                StartLog.warn(module + " stays enabled, because other modules of the base need it");
            }
        }
        Set<String> gone = new TreeSet<>(before);
        gone.removeAll(after);
        Set<String> transitive = new TreeSet<>(gone);
        transitive.removeAll(removed);
        if (!transitive.isEmpty()) {
            StartLog.info("No longer enabled, because nothing else needs them: " + String.join(", ", transitive));
        }
        for (String module : changed) {
            StartLog.info(
                    module + " stays enabled by " + baseHome.toShortForm(Objects.requireNonNull(named.get(module)))
                            + ", which has settings of its own. Remove it with --remove-modules=" + module);
        }
        Set<String> files = files(gone);
        files.removeAll(files(after));
        if (!files.isEmpty()) {
            StartLog.info("Files that stay: " + String.join(", ", files));
        }
    }

    /** What the modules made in the base, and is still there. */
    private Set<String> files(Set<String> modules) {
        Set<String> files = new TreeSet<>();
        FilesInitializer initializer = new FilesInitializer(session.config(), baseHome);
        for (String name : modules) {
            ModuleFile module = Objects.requireNonNull(session.registry().get(name));
            StartProperties properties =
                    session.config().environment(module.environment()).properties();
            for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.FILES)) {
                try {
                    Path file = initializer.targetOf(properties.expand(entry.text()));
                    if (file != null && Files.exists(file)) {
                        files.add(baseHome.toShortForm(file));
                    }
                } catch (IOException | IllegalArgumentException e) {
                    StartLog.debug("not a file of the base: " + entry.text() + ": " + e);
                }
            }
        }
        return files;
    }
}
