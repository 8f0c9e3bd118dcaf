package org.eclipse.jetty.start.modules;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.IniReader;
import org.eclipse.jetty.start.problems.Problems;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.Suggestion;
import org.jspecify.annotations.Nullable;

/**
 * All modules of all configuration directories; a module of the base hides that of the same name in home.
 *
 * <p>Confined to the main thread.
 */
public final class ModuleRegistry {
    private final TreeMap<String, ModuleFile> modules = new TreeMap<>();
    private final Map<String, List<ModuleFile>> providers = new HashMap<>();
    private final Map<String, String> vanished = new HashMap<>();

    public static ModuleRegistry read(BaseHome baseHome, Problems problems) {
        ModuleRegistry registry = new ModuleRegistry();
        for (Path dir : baseHome.searchOrder()) {
            Path root = dir.resolve("modules");
            if (!Files.isDirectory(root)) {
                continue;
            }
            registry.readDirectory(root, "", baseHome, problems);
            registry.readVanished(root.resolve("deprecated.properties"));
        }
        for (ModuleFile module : registry.modules.values()) {
            for (String virtual : module.provides()) {
                if (!virtual.equals(module.name())) {
                    registry.addProvider(virtual, module);
                }
            }
        }
        return registry;
    }

    private void addProvider(String virtual, ModuleFile module) {
        List<ModuleFile> list = providers.get(virtual);
        if (list == null) {
            list = new ArrayList<>(4);
            providers.put(virtual, list);
        }
        list.add(module);
    }

    private void readDirectory(Path dir, String prefix, BaseHome baseHome, Problems problems) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(dir)) {
            for (Path entry : entries) {
                String fileName = entry.getFileName().toString();
                // hidden files are those of editors and file managers
                if (fileName.startsWith(".")) {
                    continue;
                }
                if (fileName.endsWith(".mod")) {
                    String name = prefix + fileName.substring(0, fileName.length() - 4);
                    if (!modules.containsKey(name)) {
                        modules.put(name, ModuleReader.read(name, entry, baseHome.toShortForm(entry), problems));
                    }
                } else if (fileName.indexOf('.') < 0 && Files.isDirectory(entry)) {
                    readDirectory(entry, prefix + fileName + "/", baseHome, problems);
                }
            }
        } catch (IOException e) {
            throw new StartException(StartException.UNKNOWN, "Cannot read the directory " + dir + ": " + e, e);
        }
    }

    private void readVanished(Path file) {
        if (!Files.isRegularFile(file)) {
            return;
        }
        for (IniReader.Line line : IniReader.lines(file)) {
            int separator = line.text().indexOf(':');
            if (separator < 0) {
                separator = line.text().indexOf('=');
            }
            if (separator > 0) {
                vanished.put(
                        line.text().substring(0, separator).trim(),
                        line.text().substring(separator + 1).trim());
            }
        }
    }

    /** The module of that name, or null. */
    public @Nullable ModuleFile get(String name) {
        return modules.get(name);
    }

    /** All modules, sorted by name. */
    public Collection<ModuleFile> all() {
        return modules.values();
    }

    /** The module of that name and those that provide it. */
    public List<ModuleFile> providers(String name) {
        ModuleFile module = modules.get(name);
        List<ModuleFile> others = providers.get(name);
        if (others == null) {
            return module == null ? List.of() : List.of(module);
        }
        List<ModuleFile> all = new ArrayList<>(others.size() + 1);
        if (module != null) {
            all.add(module);
        }
        all.addAll(others);
        return all;
    }

    /** The reason of {@code modules/deprecated.properties} for a name, or for the beginning of it; null when there is none. */
    private @Nullable String whyVanished(String name) {
        String exact = vanished.get(name);
        if (exact != null) {
            return exact;
        }
        for (Map.Entry<String, String> entry : vanished.entrySet()) {
            String key = entry.getKey();
            if (key.endsWith("*") && name.startsWith(key.substring(0, key.length() - 1))) {
                return entry.getValue();
            }
        }
        return null;
    }

    /** What to say about a name that no module has. */
    public String remedy(String name) {
        String reason = whyVanished(name);
        if (reason != null) {
            return " (" + reason + ")";
        }
        List<String> names = new ArrayList<>(modules.keySet());
        names.addAll(providers.keySet());
        return Suggestion.didYouMean(name, names);
    }
}
