package org.eclipse.jetty.start.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.XmlScanner;
import org.eclipse.jetty.start.files.XmlSyntax;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.eclipse.jetty.start.problems.Suggestion;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the files that configure the log, which the libraries of the log read by themselves: {@code logback.xml},
 * {@code log4j2.xml}, {@code jetty-logging.properties}, and the properties of {@code java.util.logging}.
 *
 * <p>Of XML files it is told whether they are well-formed, and of those of Logback whether levels and the names of appenders are
 * known. A file counts if its library is on the class path of the server, and the file in a directory of that, or named by the system
 * property of the library. Confined to the main thread.
 */
public final class LogFilesCheck {
    private static final Map<String, String> LIBRARIES = Map.of(
            "logback.xml", "logback-classic",
            "logback-test.xml", "logback-classic",
            "log4j2.xml", "log4j-core",
            "log4j2-test.xml", "log4j-core",
            "jetty-logging.properties", "jetty-slf4j-impl");
    private static final Map<String, String> NAMED = Map.of(
            "logback.configurationFile", "logback-classic",
            "log4j2.configurationFile", "log4j-core",
            "log4j.configurationFile", "log4j-core",
            "java.util.logging.config.file", "");
    private static final List<String> LOGBACK_LEVELS =
            List.of("ALL", "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF", "INHERITED", "NULL");
    private static final List<String> JETTY_LEVELS =
            List.of("ALL", "TRACE", "DEBUG", "INFO", "WARN", "WARNING", "ERROR", "OFF");
    private static final List<String> JUL_LEVELS =
            List.of("ALL", "FINEST", "FINER", "FINE", "CONFIG", "INFO", "WARNING", "SEVERE", "OFF");

    private final StartConfig config;
    private final BaseHome baseHome;
    private final Findings findings;

    public LogFilesCheck(StartConfig config, BaseHome baseHome, Findings findings) {
        this.config = config;
        this.baseHome = baseHome;
        this.findings = findings;
    }

    /** Looks at all of them. */
    void check() {
        for (Path file : files()) {
            String name = file.getFileName().toString();
            try {
                if (name.endsWith(".xml")) {
                    checkXml(file);
                } else if (name.equals("jetty-logging.properties")) {
                    checkProperties(file, ".LEVEL", JETTY_LEVELS);
                } else if (name.endsWith(".properties")) {
                    checkProperties(file, ".level", JUL_LEVELS);
                }
            } catch (IOException e) {
                tell(file, 0, "cannot be read: " + e, null, "let the server read it");
            }
        }
    }

    /** Looks at those in XML, whose libraries say little that helps when they cannot read them. */
    public void checkXmls() {
        for (Path file : files()) {
            try {
                if (file.toString().endsWith(".xml")) {
                    checkXml(file);
                }
            } catch (IOException e) {
                StartLog.debug(file + " was not checked: " + e);
            }
        }
    }

    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        Set<String> libraries = new HashSet<>();
        for (Path entry : config.server().classPath()) {
            String name = entry.getFileName().toString();
            for (String library : LIBRARIES.values()) {
                if (name.startsWith(library + "-")) {
                    libraries.add(library);
                }
            }
        }
        for (Path entry : config.server().classPath()) {
            if (!Files.isDirectory(entry)) {
                continue;
            }
            for (Map.Entry<String, String> file : LIBRARIES.entrySet()) {
                if (libraries.contains(file.getValue())) {
                    add(entry.resolve(file.getKey()), files);
                }
            }
        }
        for (Map.Entry<String, String> property : NAMED.entrySet()) {
            String value = config.systemProperties().containsKey(property.getKey())
                    ? config.properties().expandedValue(property.getKey())
                    : null;
            if (value == null || value.contains("://")) {
                continue;
            }
            if (property.getValue().isEmpty() || libraries.contains(property.getValue())) {
                add(Path.of(value.startsWith("file:") ? value.substring(5) : value), files);
            }
        }
        return files;
    }

    private static void add(Path file, List<Path> files) {
        if (Files.isRegularFile(file) && !files.contains(file)) {
            files.add(file);
        }
    }

    private void checkXml(Path file) throws IOException {
        XmlSyntax.Mistake mistake = XmlSyntax.mistake(file);
        if (mistake != null) {
            tell(file, mistake.line(), mistake.message(), null, "make it well-formed XML");
        } else if (file.getFileName().toString().startsWith("logback")) {
            checkLogback(file);
        }
    }

    private void checkLogback(Path file) {
        List<XmlScanner.Element> elements = XmlScanner.read(file);
        Set<String> appenders = new HashSet<>();
        boolean isWhole = true;
        for (XmlScanner.Element element : elements) {
            String name = element.attribute("name");
            if (element.tag().equals("appender") && name != null) {
                appenders.add(name);
            }
            // what is brought by another file, or under a condition, is not known here
            isWhole &= !element.tag().equals("include") && !element.tag().equals("import");
            isWhole &= name == null || !name.contains("${");
        }
        for (XmlScanner.Element element : elements) {
            String level = element.tag().equals("level") ? element.attribute("value") : element.attribute("level");
            boolean isLevel = Set.of("root", "logger", "level").contains(element.tag());
            if (isLevel
                    && level != null
                    && !level.contains("${")
                    && !LOGBACK_LEVELS.contains(level.trim().toUpperCase(Locale.ROOT))) {
                tell(file, element.line(), "level: " + level, LOGBACK_LEVELS, "correct the level");
            }
            String ref = element.attribute("ref");
            if (isWhole
                    && element.tag().equals("appender-ref")
                    && ref != null
                    && !ref.contains("${")
                    && !appenders.contains(ref)) {
                tell(
                        file,
                        element.line(),
                        "no appender has the name " + ref + "." + Suggestion.didYouMean(ref, appenders),
                        null,
                        "nothing is written to it");
            }
        }
    }

    private void checkProperties(Path file, String suffix, List<String> levels) throws IOException {
        int number = 0;
        // read as the libraries read them, where each byte is a character
        for (String line : Files.readString(file, StandardCharsets.ISO_8859_1).split("\r\n|\r|\n")) {
            number++;
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#") || text.startsWith("!")) {
                continue;
            }
            if (text.matches(".*(?<!\\\\)(\\\\\\\\)*\\\\u(?![0-9a-fA-F]{4}).*")) {
                tell(file, number, "\\u without four hexadecimal digits: " + text, null, "write \\\\ for a backslash");
            }
            String[] parts = text.split("\\s*[=:\\s]\\s*", 2);
            if (!parts[0].endsWith(suffix) && !parts[0].equals(suffix.substring(1))) {
                continue;
            }
            String level = parts.length < 2 ? "" : parts[1].strip();
            boolean isNumber = suffix.equals(".level") && level.matches("-?\\d{1,9}");
            if (!level.endsWith("\\") && !isNumber && !levels.contains(level.toUpperCase(Locale.ROOT))) {
                tell(file, number, parts[0] + ": " + level, levels, "correct the level");
            }
        }
    }

    private void tell(Path file, int line, String message, @Nullable List<String> expected, String remedy) {
        findings.add(
                new Finding(
                        true,
                        new Origin(baseHome.toShortForm(file), line),
                        message,
                        expected == null ? null : "one of " + expected,
                        remedy),
                StartException.UNKNOWN);
    }
}
