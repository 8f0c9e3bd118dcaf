package org.eclipse.jetty.start.change;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.start.config.ListValue;
import org.eclipse.jetty.start.files.IniReader;

/**
 * Takes modules out of one ini file of the base.
 *
 * <p>A file that enables nothing else, and is named after a module or was written by {@code --add-modules}, is deleted. In another file the
 * part that {@code --add-modules} wrote goes, from the header of the module to the next one; of a line that was written by hand only the name
 * goes. Confined to the main thread.
 */
final class IniRemoval {
    private static final String HEADER = "# Module: ";

    private final Path file;
    private final List<String> lines;
    private final List<String> settings = new ArrayList<>();

    IniRemoval(Path file) {
        this.file = file;
        this.lines = IniReader.text(file).lines().toList();
    }

    /** The settings that went with the modules, as they were written. */
    List<String> settings() {
        return settings;
    }

    /** The modules that the file enables, in order. */
    Set<String> modules() {
        Set<String> modules = new LinkedHashSet<>();
        for (String line : lines) {
            modules.addAll(modulesOf(line));
        }
        return modules;
    }

    private static List<String> modulesOf(String line) {
        String text = line.trim();
        boolean enables = text.startsWith("--modules=") || text.startsWith("--module=");
        return enables ? ListValue.split(text.substring(text.indexOf('=') + 1)) : List.of();
    }

    /**
     * Removes the modules.
     *
     * @return whether the file itself was deleted
     */
    boolean remove(Set<String> names) throws IOException {
        if (isOf(names)) {
            lines.forEach(this::noteSetting);
            Files.delete(file);
            return true;
        }
        Files.writeString(file, String.join("\n", remaining(names)) + "\n", StandardCharsets.UTF_8);
        return false;
    }

    private boolean isOf(Set<String> names) {
        String fileName = file.getFileName().toString();
        boolean named = names.stream().anyMatch(name -> fileName.equals(name.replace('/', '-') + ".ini"));
        boolean written = lines.stream().anyMatch(line -> line.startsWith(HEADER));
        return (named || written) && !fileName.equals("start.ini") && names.containsAll(modules());
    }

    private List<String> remaining(Set<String> names) {
        List<String> remaining = new ArrayList<>();
        boolean dropping = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean begins = i + 1 < lines.size()
                    && line.startsWith("# ---")
                    && lines.get(i + 1).startsWith(HEADER);
            if (begins) {
                dropping = names.contains(
                        lines.get(i + 1).substring(HEADER.length()).trim());
            }
            if (dropping) {
                noteSetting(line);
                continue;
            }
            List<String> modules = new ArrayList<>(modulesOf(line));
            if (!modules.removeAll(names)) {
                remaining.add(line);
            } else if (!modules.isEmpty()) {
                remaining.add("--modules=" + String.join(",", modules));
            }
        }
        return remaining;
    }

    private void noteSetting(String line) {
        String text = line.trim();
        if (!text.isEmpty() && text.charAt(0) != '#' && modulesOf(line).isEmpty()) {
            settings.add(text);
        }
    }
}
