package org.eclipse.jetty.start.change;

import java.util.List;
import org.eclipse.jetty.start.config.Secrets;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.modules.IniTemplate;
import org.jspecify.annotations.Nullable;

/**
 * Values that are to be written into the lines of ini files and templates that name their properties.
 *
 * <p>Confined to the main thread.
 */
public final class IniSettings {
    private final List<StartProperties.Property> values;

    public IniSettings(List<StartProperties.Property> values) {
        this.values = values;
    }

    /**
     * The line, or the setting that takes its place, also that of one that is commented out.
     *
     * @param module whose line it is, and {@code verb} what is reported about its change
     */
    String replaced(String line, String module, String verb) {
        String name = name(line);
        if (name == null) {
            return line;
        }
        for (StartProperties.Property value : values) {
            if (!name.equalsIgnoreCase(value.name())) {
                continue;
            }
            String setting = value.name() + "=" + value.value();
            if (!line.trim().equals(setting)) {
                IniEditor.log(module, verb + " " + value.name() + "=" + Secrets.shown(value.name(), value.value()));
            }
            return setting;
        }
        return line;
    }

    /** The property that a line, perhaps behind a comment mark, assigns; null if it assigns none. */
    static @Nullable String name(String line) {
        int begin = 0;
        while (begin < line.length() && (line.charAt(begin) == '#' || line.charAt(begin) <= ' ')) {
            begin++;
        }
        int equals = line.indexOf('=', begin);
        if (equals <= begin) {
            return null;
        }
        String name = IniTemplate.name(line.substring(begin), equals - begin);
        return name.isEmpty() || name.indexOf(' ') >= 0 ? null : name;
    }
}
