package org.eclipse.jetty.start.modules;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.start.config.ListValue;
import org.eclipse.jetty.start.problems.Origin;
import org.jspecify.annotations.Nullable;

/**
 * One {@code .mod} file, and by whom the module has been enabled.
 *
 * <p>Confined to the main thread.
 */
public final class ModuleFile {
    /** The sections, by the names that begin them. */
    public enum Section {
        DESCRIPTION("description"),
        TAGS("tags", "tag"),
        ENVIRONMENT("environment", "env"),
        PROVIDES("provides", "provide", "name"),
        DEPENDS("depends", "depend"),
        BEFORE("before"),
        AFTER("after", "optional"),
        FILES("files", "file"),
        LIBS("libs", "lib"),
        XML("xml"),
        INI("ini", "defaults"),
        INI_TEMPLATE("ini-template"),
        EXEC("exec"),
        JPMS("jpms"),
        LICENSE("license", "licenses", "licence", "licences"),
        DEPRECATED("deprecated"),
        VERSION("version");

        private static final Section[] ALL = values();

        private final String[] names;

        Section(String... names) {
            this.names = names;
        }

        /** The section that a header names in lower case; null when there is none. */
        static @Nullable Section of(String header) {
            for (Section section : ALL) {
                for (String name : section.names) {
                    if (name.equals(header)) {
                        return section;
                    }
                }
            }
            return null;
        }

        /** The name by which files of this project begin it. */
        public String header() {
            return names[0];
        }

        static List<String> allNames() {
            List<String> all = new ArrayList<>();
            for (Section section : ALL) {
                for (String name : section.names) {
                    all.add(name);
                }
            }
            return all;
        }
    }

    /** A line of a section, and its number in the file. */
    public record Entry(String text, int line) {}

    private final String name;
    private final Path file;
    private final String shortPath;
    private final Map<Section, List<Entry>> sections = new java.util.EnumMap<>(Section.class);
    private final Map<String, Origin> namedBy = new LinkedHashMap<>();
    private final Map<String, Origin> neededBy = new LinkedHashMap<>();

    ModuleFile(String name, Path file, String shortPath) {
        this.name = name;
        this.file = file;
        this.shortPath = shortPath;
    }

    public String name() {
        return name;
    }

    public Path file() {
        return file;
    }

    void add(Section section, String text, int line) {
        List<Entry> entries = sections.get(section);
        if (entries == null) {
            entries = new ArrayList<>();
            sections.put(section, entries);
        }
        entries.add(new Entry(text, line));
    }

    public List<Entry> entries(Section section) {
        List<Entry> entries = sections.get(section);
        return entries == null ? List.of() : entries;
    }

    /** The place of an entry, for messages. */
    public Origin origin(Entry entry) {
        return new Origin(shortPath, entry.line);
    }

    public String shortPath() {
        return shortPath;
    }

    /** The tags, the first of which is the group in listings. */
    public List<String> tags() {
        List<String> tags = new ArrayList<>();
        for (Entry entry : entries(Section.TAGS)) {
            tags.addAll(ListValue.split(entry.text.replace(' ', ',')));
        }
        return tags;
    }

    public String primaryTag() {
        List<String> tags = tags();
        return tags.isEmpty() ? "untagged" : tags.get(0);
    }

    /** The environment of this module; null for the server. */
    public @Nullable String environment() {
        List<Entry> entries = entries(Section.ENVIRONMENT);
        return entries.isEmpty() ? null : entries.get(entries.size() - 1).text;
    }

    /** The names that this module stands for besides its own. */
    public List<String> provides() {
        List<String> names = new ArrayList<>(2);
        for (Entry entry : entries(Section.PROVIDES)) {
            int bar = entry.text.indexOf('|');
            names.add(bar < 0 ? entry.text : entry.text.substring(0, bar).trim());
        }
        return names;
    }

    /** Whether this module is the one to take for a name when nobody chose another. */
    public boolean isDefaultProvider(String virtual) {
        for (Entry entry : entries(Section.PROVIDES)) {
            int bar = entry.text.indexOf('|');
            if (bar > 0
                    && entry.text.substring(0, bar).trim().equals(virtual)
                    && entry.text.substring(bar + 1).trim().equals("default")) {
                return true;
            }
        }
        return false;
    }

    public boolean stands(String wanted) {
        return name.equals(wanted) || provides().contains(wanted);
    }

    public boolean hasIniTemplate() {
        return sections.containsKey(Section.INI_TEMPLATE);
    }

    /** Records who enabled this module; false when it was enabled already. */
    public boolean enable(String reason, Origin origin, boolean explicitly) {
        boolean first = !isEnabled();
        (explicitly ? namedBy : neededBy).putIfAbsent(reason, origin);
        return first;
    }

    /** Where it was enabled first: by somebody who named it, else by a module that needs it; null when it is not enabled. */
    public @Nullable Origin enabledFrom() {
        for (Origin origin : namedBy.values()) {
            return origin;
        }
        for (Origin origin : neededBy.values()) {
            return origin;
        }
        return null;
    }

    public boolean isEnabled() {
        return !namedBy.isEmpty() || !neededBy.isEmpty();
    }

    /** Whether it was named by somebody, not only pulled in by another module. */
    public boolean isExplicit() {
        return !namedBy.isEmpty();
    }

    /** Why it is enabled: files and {@code <command-line>}, or else the modules that need it. */
    public List<String> reasons() {
        return new ArrayList<>((isExplicit() ? namedBy : neededBy).keySet());
    }

    @Override
    public String toString() {
        return name;
    }
}
