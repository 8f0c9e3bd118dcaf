package org.eclipse.jetty.start.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.jetty.start.config.ListValue;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.modules.ModuleRegistry;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.Suggestion;

/** Prints modules: {@code --list-modules} and {@code --show-modules}. */
public final class ModuleReport {
    private static final int COLUMNS = 100;

    private final ModuleRegistry registry;
    private final PrintStream out;

    public ModuleReport(ModuleRegistry registry, PrintStream out) {
        this.registry = registry;
        this.out = out;
    }

    /** Lists modules by their first tag; {@code filter} holds tags, excluded ones with a dash, {@code *} for all. */
    public void list(String filter) {
        List<String> tags = ListValue.split(filter);
        Set<String> included = new HashSet<>();
        Set<String> excluded = new HashSet<>();
        for (String tag : tags) {
            if (tag.startsWith("-")) {
                excluded.add(tag.substring(1));
            } else {
                included.add(tag);
            }
        }
        Set<String> unknown = new TreeSet<>(included);
        unknown.addAll(excluded);
        unknown.removeAll(List.of("*", "untagged", "internal", "deprecated"));
        for (ModuleFile module : registry.all()) {
            unknown.removeAll(module.tags());
        }
        if (!unknown.isEmpty()) {
            throw unknownTag(unknown.iterator().next());
        }
        // internal and deprecated modules are shown to those who ask for them
        boolean all = included.contains("*");
        if (!all && !included.contains("internal")) {
            excluded.add("internal");
        }
        if (!all && !included.contains("deprecated")) {
            excluded.add("deprecated");
        }
        Map<String, List<ModuleFile>> groups = new TreeMap<>();
        int width = 0;
        for (ModuleFile module : registry.all()) {
            if (!isListed(module, all ? Set.of() : included, excluded)) {
                continue;
            }
            groups.computeIfAbsent(module.primaryTag(), tag -> new ArrayList<>())
                    .add(module);
            width = Math.max(width, module.name().length());
        }
        title("Modules " + tags + ":", '=');
        out.println("* is enabled");
        for (Map.Entry<String, List<ModuleFile>> group : groups.entrySet()) {
            title(group.getKey() + " modules:", '-');
            for (ModuleFile module : group.getValue()) {
                out.println((module.isEnabled() ? "* " : "  ") + ConfigReport.pad(module.name(), width) + " - "
                        + wrapped(sentence(module), width + 5));
            }
        }
    }

    /** The first sentence of the description, which may have several lines. */
    private static String sentence(ModuleFile module) {
        StringBuilder text = new StringBuilder();
        for (String line : texts(module, ModuleFile.Section.DESCRIPTION)) {
            text.append(text.length() == 0 ? "" : " ").append(line);
            if (line.endsWith(".")) {
                break;
            }
        }
        int end = text.indexOf(". ");
        return end < 0 ? text.toString() : text.substring(0, end + 1);
    }

    /** The text in lines of 100 columns, those after the first one indented. */
    private static String wrapped(String text, int indent) {
        StringBuilder lines = new StringBuilder();
        int column = indent;
        for (String word : text.split(" ")) {
            boolean first = column == indent;
            if (!first && column + 1 + word.length() > COLUMNS) {
                lines.append(System.lineSeparator()).append(" ".repeat(indent));
                column = indent;
                first = true;
            }
            lines.append(first ? "" : " ").append(word);
            column += word.length() + (first ? 0 : 1);
        }
        return lines.toString();
    }

    private StartException unknownTag(String name) {
        Set<String> tags = new TreeSet<>();
        for (ModuleFile module : registry.all()) {
            tags.addAll(module.tags());
        }
        boolean isModule = registry.get(name) != null;
        return new StartException(
                StartException.UNKNOWN,
                "Unknown tag '" + name + "' in --list-modules."
                        + (isModule
                                ? " It is a module: use --show-modules=" + name
                                : Suggestion.didYouMean(name, tags) + " There are: " + String.join(", ", tags)));
    }

    private static boolean isListed(ModuleFile module, Set<String> included, Set<String> excluded) {
        // modules in sub-folders are chosen by a property of another module, not by their name
        if (module.name().indexOf('/') >= 0) {
            return false;
        }
        List<String> tags = module.tags();
        for (String tag : tags) {
            if (excluded.contains(tag)) {
                return false;
            }
        }
        if (included.isEmpty()) {
            return true;
        }
        if (tags.isEmpty()) {
            return included.contains("untagged");
        }
        for (String tag : tags) {
            if (included.contains(tag)) {
                return true;
            }
        }
        return false;
    }

    private void title(String title, char underline) {
        out.println();
        out.println(title);
        out.println(String.valueOf(underline).repeat(title.length()));
    }

    /** Shows all that the files of some modules say. */
    public void show(String names) {
        List<String> wanted = ListValue.split(names);
        if (wanted.contains("*")) {
            for (ModuleFile module : registry.all()) {
                show(module);
            }
            return;
        }
        for (String name : wanted) {
            ModuleFile module = registry.get(name);
            if (module == null) {
                throw new StartException(
                        StartException.UNKNOWN,
                        "Unknown module='" + name + "'." + registry.remedy(name)
                                + " List available with --list-modules");
            }
            show(module);
        }
    }

    private void show(ModuleFile module) {
        out.println();
        List<String> provides = module.provides();
        out.println("     Module: " + module.name() + " " + (provides.isEmpty() ? "" : provides.toString()));
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.DESCRIPTION)) {
            out.println("           : " + entry.text());
        }
        if (module.environment() != null) {
            out.println("Environment: " + module.environment());
        }
        joined("       Tags: ", module.tags());
        joined("     Depend: ", texts(module, ModuleFile.Section.DEPENDS));
        joined("     Before: ", texts(module, ModuleFile.Section.BEFORE));
        joined("      After: ", texts(module, ModuleFile.Section.AFTER));
        each("       File: ", texts(module, ModuleFile.Section.FILES));
        each("        LIB: ", texts(module, ModuleFile.Section.LIBS));
        each("        XML: ", texts(module, ModuleFile.Section.XML));
        each("       JPMS: ", texts(module, ModuleFile.Section.JPMS));
        each("        JVM: ", texts(module, ModuleFile.Section.EXEC));
        each("        Ini: ", texts(module, ModuleFile.Section.INI));
        each("    Enabled: ", module.reasons());
    }

    private static List<String> texts(ModuleFile module, ModuleFile.Section section) {
        List<String> texts = new ArrayList<>();
        for (ModuleFile.Entry entry : module.entries(section)) {
            texts.add(entry.text());
        }
        return texts;
    }

    private void joined(String label, List<String> values) {
        if (!values.isEmpty()) {
            out.println(label + String.join(", ", values));
        }
    }

    private void each(String label, List<String> values) {
        for (String value : values) {
            out.println(label + value);
        }
    }
}
