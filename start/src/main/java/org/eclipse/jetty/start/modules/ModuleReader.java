package org.eclipse.jetty.start.modules;

import java.nio.file.Path;
import java.util.Locale;
import org.eclipse.jetty.start.files.IniReader;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.Problems;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.Suggestion;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code .mod} file: sections with a header in brackets, one entry per line.
 *
 * <p>Lines are trimmed; blank lines and comments are dropped but for the ini-template, which is kept as written except for
 * lines that mark documentation snippets; text before the first section does not count.
 */
final class ModuleReader {
    private ModuleReader() {}

    static ModuleFile read(String name, Path file, String shortPath, Problems problems) {
        ModuleFile module = new ModuleFile(name, file, shortPath);
        String text = IniReader.text(file);
        ModuleFile.@Nullable Section section = null;
        int number = 0;
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('\n', start);
            if (end < 0) {
                end = text.length();
            }
            number++;
            String line = text.substring(start, end).trim();
            if (isHeader(line, section)) {
                section = section(line, module, number, problems);
            } else if (section != null) {
                addLine(module, section, line, number);
            }
            start = end + 1;
        }
        return module;
    }

    private static boolean isHeader(String line, ModuleFile.@Nullable Section section) {
        int length = line.length();
        if (length < 3 || line.charAt(0) != '[' || line.charAt(length - 1) != ']') {
            return false;
        }
        for (int i = 1; i < length - 1; i++) {
            char c = line.charAt(i);
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-';
            // a line of a template may be in brackets without being a header
            if (!letter) {
                return section != ModuleFile.Section.INI_TEMPLATE;
            }
        }
        return true;
    }

    private static ModuleFile.@Nullable Section section(String line, ModuleFile module, int number, Problems problems) {
        String header = line.substring(1, line.length() - 1).trim().toLowerCase(Locale.ROOT);
        ModuleFile.Section section = ModuleFile.Section.of(header);
        if (section == null) {
            problems.error(new StartException(
                    StartException.UNKNOWN,
                    "Unrecognized module section: " + line + " in " + module.shortPath() + ":" + number + "."
                            + Suggestion.didYouMean(header, ModuleFile.Section.allNames()),
                    new Origin(module.shortPath(), number)));
        }
        return section;
    }

    private static void addLine(ModuleFile module, ModuleFile.Section section, String line, int number) {
        if (section == ModuleFile.Section.INI_TEMPLATE) {
            if (!line.contains("tag::") && !line.contains("end::")) {
                module.add(section, line, number);
            }
        } else if (!line.isEmpty() && line.charAt(0) != '#') {
            module.add(section, line, number);
        }
    }
}
