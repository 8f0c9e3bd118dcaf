package org.eclipse.jetty.start.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.eclipse.jetty.start.config.Secrets;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartEnvironment;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.problems.Origin;
import org.jspecify.annotations.Nullable;

/**
 * Adds to what classes of the server tell what only the launcher knows: where a property was set, and short names of files.
 *
 * <p>A finding is told as a map of {@code severity}, {@code message}, {@code expected}, {@code remedy}, {@code property},
 * {@code file} and {@code line}, all but the first two if they are known. Confined to the main thread.
 */
final class ToldFindings {
    private final StartConfig config;
    private final BaseHome baseHome;

    ToldFindings(StartConfig config, BaseHome baseHome) {
        this.config = config;
        this.baseHome = baseHome;
    }

    /** The same with the place where the property was set. */
    Finding finding(Map<String, String> told) {
        String message = told.getOrDefault("message", "");
        String file = told.get("file");
        String line = told.get("line");
        String property = told.get("property");
        Origin place = file == null ? null : new Origin(shortForm(file), line == null ? 0 : Integer.parseInt(line));
        Origin set = property == null ? null : originOf(property);
        if (property != null && set == null && originOf(Secrets.file(property)) != null) {
            property = Secrets.file(property);
            set = originOf(property);
        }
        if (set != null && property != null) {
            message = named(property, valueOf(property), message);
            if (place != null) {
                message += ", read in " + place.place();
            }
        } else if (property != null) {
            message += ", by the default of " + property;
        }
        String remedy = told.getOrDefault("remedy", "");
        if (set != null && property != null && valueOf(property).contains(" #")) {
            remedy += "; a comment needs a line of its own";
        }
        return new Finding(
                "error".equals(told.get("severity")),
                set == null ? place : set,
                Secrets.hiding(message),
                told.get("expected"),
                remedy);
    }

    /**
     * The finding of a server whose JVM does not know where properties were set, as one that was started by an argument file.
     *
     * @param program the arguments of the program, those that set properties among them
     */
    static Finding withoutOrigin(Map<String, String> told, List<String> program) {
        String message = told.getOrDefault("message", "");
        String property = told.get("property");
        for (String argument : program) {
            if (property != null && argument.startsWith(property + "=")) {
                message = named(property, argument.substring(property.length() + 1), message);
            }
        }
        if (told.get("file") != null) {
            message += ", read in " + told.get("file") + ":" + told.get("line");
        }
        String remedy = told.getOrDefault("remedy", "");
        return new Finding(true, null, Secrets.hiding(message), told.get("expected"), remedy);
    }

    /** The message with the name of the property: {@code name: value}, where the message is the value, or a word and the value. */
    private static String named(String property, String value, String message) {
        String shown = Secrets.shown(property, value);
        if (message.equals(value) || message.matches("\\w+ " + Pattern.quote(value))) {
            return property + ": " + shown;
        }
        return message.contains(value) ? property + ": " + message : property + ": " + shown + ": " + message;
    }

    /** Where a property was set; null when it was not, or by the launcher. */
    private @Nullable Origin originOf(String name) {
        for (StartEnvironment environment : environments()) {
            StartProperties.Property property = environment.properties().get(name);
            if (property != null && property.origin() != Origin.COMPUTED) {
                return property.origin();
            }
        }
        return null;
    }

    private String valueOf(String name) {
        for (StartEnvironment environment : environments()) {
            if (environment.properties().get(name) != null) {
                return String.valueOf(environment.properties().expandedValue(name));
            }
        }
        return "";
    }

    /** Those that say more come first. */
    private List<StartEnvironment> environments() {
        List<StartEnvironment> environments =
                new ArrayList<>(config.environments().values());
        environments.add(config.server());
        return environments;
    }

    private String shortForm(String file) {
        int inside = file.indexOf("!/");
        Path path = Path.of(inside < 0 ? file : file.substring(0, inside));
        return baseHome.toShortForm(path) + (inside < 0 ? "" : file.substring(inside));
    }
}
