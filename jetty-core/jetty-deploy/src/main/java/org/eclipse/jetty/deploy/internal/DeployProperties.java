package org.eclipse.jetty.deploy.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.eclipse.jetty.deploy.ContextHandlerFactory;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A properties file of an application or environment, whose known keys have types.
 *
 * <p>A wrong value is refused with file, line and what was expected; an unknown {@code jetty.deploy.*} key is warned about.
 */
public final class DeployProperties {
    private static final Logger LOG = LoggerFactory.getLogger(DeployProperties.class);
    private static final String PREFIX = "jetty.deploy.";
    private static final Pattern BAD_ESCAPE = Pattern.compile("\\\\u(?![0-9a-fA-F]{4})");

    private static final Map<String, Function<String, Object>> TYPES = Map.ofEntries(
            Map.entry(DeployKeys.EXTRACT_WARS, DeployProperties::parseBoolean),
            Map.entry(DeployKeys.PARENT_LOADER_PRIORITY, DeployProperties::parseBoolean),
            Map.entry(DeployKeys.DIR_ALLOWED, DeployProperties::parseBoolean),
            Map.entry(DeployKeys.SYMLINKS_ALLOWED, DeployProperties::parseBoolean),
            Map.entry(DeployKeys.CONTEXT_PATH, DeployProperties::parseContextPath),
            Map.entry(DeployKeys.DEFAULT_CONTEXT_PATH, DeployProperties::parseContextPath),
            Map.entry(DeployKeys.CONTAINER_SCAN_JARS, DeployProperties::parsePattern),
            Map.entry(DeployKeys.WEBINF_SCAN_JARS, DeployProperties::parsePattern),
            Map.entry(DeployKeys.SCI_EXCLUSION_PATTERN, DeployProperties::parsePattern),
            Map.entry(DeployKeys.CANARY_COOKIE, DeployProperties::parseNameOrPair),
            Map.entry(DeployKeys.CANARY_HEADER, DeployProperties::parseNameOrPair),
            Map.entry(DeployKeys.CANARY_MAX_FAILURE_PERCENT, DeployProperties::parsePercent),
            Map.entry(DeployKeys.CANARY_MAX_LATENCY, DeployProperties::parseMillis),
            Map.entry(DeployKeys.CANARY_MIN_REQUESTS, DeployProperties::parseCount),
            Map.entry(DeployKeys.CANARY_PERCENT, DeployProperties::parsePercent),
            Map.entry(DeployKeys.TEMP_DIR, DeployProperties::parseText),
            Map.entry(DeployKeys.BASE_RESOURCE, DeployProperties::parseText),
            Map.entry(DeployKeys.WAR, DeployProperties::parseText),
            Map.entry(DeployKeys.CONFIGURATION_CLASSES, DeployProperties::parseText),
            Map.entry(DeployKeys.CONTEXT_HANDLER_CLASS, DeployProperties::parseText),
            Map.entry(DeployKeys.DEFAULTS_DESCRIPTOR, DeployProperties::parseText),
            Map.entry(DeployKeys.SCI_ORDER, DeployProperties::parseText),
            Map.entry(ContextHandlerFactory.DEFAULT_CONTEXT_HANDLER_CLASS_ATTRIBUTE, DeployProperties::parseText));

    private final Path file;
    private final Properties properties;

    private DeployProperties(Path file, Properties properties) {
        this.file = file;
        this.properties = properties;
    }

    /** Reads a file as UTF-8, with or without a byte order mark. */
    public static DeployProperties read(Path file) {
        try {
            return new DeployProperties(file, IO.readProperties(file));
        } catch (IOException | IllegalArgumentException e) {
            throw new DeployException("Cannot read " + file + ": " + e, e);
        }
    }

    /** The text of a property. */
    public @Nullable String get(String key) {
        String value = properties.getProperty(key);
        return value == null ? null : value.trim();
    }

    /** The keys, sorted. */
    TreeSet<String> keys() {
        return new TreeSet<>(properties.stringPropertyNames());
    }

    /** Sets every property as an attribute, converted to its type. */
    public void applyTo(Attributes attributes) {
        applyTo(attributes, new HashSet<>());
    }

    /**
     * The same for a file that is applied more than once.
     *
     * @param told the unknown keys that have been warned about, with their places
     */
    void applyTo(Attributes attributes, Set<String> told) {
        for (String key : keys()) {
            if (isUnknown(key) && told.add(place(key) + ": unknown key " + key)) {
                LOG.warn("{}: unknown key {}{}", place(key), key, CheckedConfiguration.didYouMean(key, knownKeys()));
            }
            try {
                applyTo(attributes, key);
            } catch (IllegalArgumentException e) {
                throw new DeployException(
                        place(key) + ": " + key + ": " + get(key) + " (expected: " + e.getMessage() + ")");
            }
        }
    }

    /**
     * Sets one property as an attribute, converted to its type.
     *
     * @throws IllegalArgumentException says what was expected
     */
    void applyTo(Attributes attributes, String key) {
        Function<String, Object> type = TYPES.get(key);
        attributes.setAttribute(key, type == null ? get(key) : type.apply(get(key)));
    }

    /** Whether the key looks as if it had a meaning, but has none. */
    static boolean isUnknown(String key) {
        return key.startsWith(PREFIX) && !key.startsWith(DeployKeys.ATTRIBUTE_PREFIX) && !TYPES.containsKey(key);
    }

    static TreeSet<String> knownKeys() {
        TreeSet<String> known = new TreeSet<>(TYPES.keySet());
        known.add(ContextHandlerFactory.ENVIRONMENT_ATTRIBUTE);
        return known;
    }

    /**
     * Returns the keys of an application's file that have no meaning for the deployment and that none of the XML files names.
     *
     * @param xmls the XML files that see the properties of the application
     */
    List<String> unread(Collection<Path> xmls) {
        List<String> unread = new ArrayList<>();
        for (String key : keys()) {
            boolean known = knownKeys().contains(key) || key.startsWith(PREFIX);
            if (!known && xmls.stream().noneMatch(xml -> names(xml, key))) {
                unread.add(key);
            }
        }
        return unread;
    }

    private static boolean names(Path xml, String key) {
        try {
            return Files.readString(xml).contains(key);
        } catch (IOException e) {
            // what cannot be read is reported where it is applied
            LOG.debug("{} was not searched for {}", xml, key, e);
            return true;
        }
    }

    /** What to say of a key that nothing reads. */
    static String describeUnread(String key) {
        String meant = CheckedConfiguration.didYouMean(key, knownKeys());
        return "unknown key " + key
                + (meant.contains("did you mean")
                        ? meant
                        : ": nothing reads it, no XML file of the application names it");
    }

    /** Warns of keys that nothing reads and that resemble known ones. Others may be meant for a context class of the operator's own. */
    void warnMisspelt(Collection<Path> xmls) {
        for (String key : unread(xmls)) {
            String description = describeUnread(key);
            if (description.contains("did you mean")) {
                LOG.warn("{}: {}", place(key), description);
            }
        }
    }

    /** The line of the first bad escape sequence, from 1; 1 when there is none. */
    static int malformedLine(Path file) {
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            for (int i = 0; i < lines.size(); i++) {
                if (BAD_ESCAPE.matcher(lines.get(i)).find()) {
                    return i + 1;
                }
            }
        } catch (IOException e) {
            LOG.debug("no line of an error in {}", file, e);
        }
        return 1;
    }

    /** The file and the line of a key, for messages. */
    public String place(String key) {
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            for (int i = 0; i < lines.size(); i++) {
                // the first line may begin with a byte order mark
                String line = lines.get(i).replaceFirst("^\uFEFF", "").stripLeading();
                if (!line.startsWith(key)) {
                    continue;
                }
                String rest = line.substring(key.length()).stripLeading();
                if (rest.isEmpty() || rest.charAt(0) == '=' || rest.charAt(0) == ':') {
                    return file + ":" + (i + 1);
                }
            }
        } catch (IOException e) {
            LOG.debug("no line of {} in {}", key, file, e);
        }
        return file.toString();
    }

    private static Object parseBoolean(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            default -> throw new IllegalArgumentException("true or false");
        };
    }

    private static Object parseContextPath(String value) {
        if (!value.startsWith("/")) {
            throw new IllegalArgumentException("a path that begins with /");
        }
        if (value.length() > 1 && value.endsWith("/")) {
            throw new IllegalArgumentException("a path that does not end with /");
        }
        return value;
    }

    private static Object parsePattern(String value) {
        try {
            Pattern.compile(value);
            return value;
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("a regular expression; " + e.getDescription());
        }
    }

    private static Object parsePercent(String value) {
        try {
            double percent = Double.parseDouble(value);
            if (percent >= 0 && percent <= 100) {
                return percent;
            }
        } catch (NumberFormatException e) {
            LOG.debug("no number: {}", value, e);
        }
        throw new IllegalArgumentException("0 to 100");
    }

    private static Object parseMillis(String value) {
        try {
            long millis = Long.parseLong(value);
            if (millis >= 0) {
                return millis;
            }
        } catch (NumberFormatException e) {
            LOG.debug("no number: {}", value, e);
        }
        throw new IllegalArgumentException("milliseconds, or 0 for any time");
    }

    private static Object parseCount(String value) {
        try {
            int count = Integer.parseInt(value);
            if (count > 0) {
                return count;
            }
        } catch (NumberFormatException e) {
            LOG.debug("no number: {}", value, e);
        }
        throw new IllegalArgumentException("1 or more");
    }

    private static Object parseNameOrPair(String value) {
        if (value.isEmpty() || value.startsWith("=") || value.contains(":")) {
            throw new IllegalArgumentException("a name, or name=value");
        }
        return value;
    }

    private static Object parseText(String value) {
        return value;
    }
}
