package org.eclipse.jetty.start.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.security.URIParameter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.security.auth.login.Configuration;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.jvm.CommandLine;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the file of login modules (JAAS) that the module {@code jaas} names, as the JVM reads it: the file is there, and is well
 * written. Whether it has the entries that realms ask for, and their classes are there, is known to the server only. Confined to the
 * main thread.
 */
final class LoginConfigCheck {
    private static final String MODULE = "jaas";
    private static final String PROPERTY = "jetty.jaas.login.conf";
    private static final String DEFAULT_FILE = "etc/login.conf";

    /** What the JVM says of a place, in English; in other languages the place is the file. */
    private static final Pattern LINE = Pattern.compile("\\bLine (\\d+): ");

    private static final Pattern REPEATED = Pattern.compile("multiple entries for (\\S+)");
    private static final Pattern FLAG = Pattern.compile("Invalid control flag, (\\S+)");
    private static final Pattern EXPANDED = Pattern.compile("unable to expand property (\\S+)");

    private final StartConfig config;
    private final BaseHome baseHome;
    private final Findings findings;

    LoginConfigCheck(StartConfig config, BaseHome baseHome, Findings findings) {
        this.config = config;
        this.baseHome = baseHome;
        this.findings = findings;
    }

    void check(List<ModuleFile> modules, CommandLine commandLine) {
        for (ModuleFile module : modules) {
            if (module.name().equals(MODULE)) {
                check(module, commandLine);
            }
        }
    }

    private void check(ModuleFile module, CommandLine commandLine) {
        StartProperties.Property set = config.properties().get(PROPERTY);
        String name = set == null ? DEFAULT_FILE : config.properties().expandedValue(PROPERTY);
        Origin origin = set == null ? Objects.requireNonNull(module.enabledFrom()) : set.origin();
        Path file;
        try {
            // the XML file of the module puts them together just so, absolute or not
            file = Path.of(baseHome.base() + "/" + name).normalize();
        } catch (InvalidPathException x) {
            findings.defect(PROPERTY + ": " + name + " is no path", origin, "name a file of login modules");
            return;
        }
        if (!Files.isRegularFile(file)) {
            findings.add(
                    // the server starts with it, unless it has a realm of JAAS
                    new Finding(
                            false,
                            origin,
                            PROPERTY + ": " + baseHome.toShortForm(file) + " does not exist",
                            "a file of login modules, relative to the base",
                            "write it, or correct the property " + PROPERTY),
                    StartException.UNKNOWN);
            return;
        }
        String mistake = mistake(file, commandLine);
        if (mistake == null) {
            return;
        }
        findings.add(
                new Finding(
                        true,
                        new Origin(baseHome.toShortForm(file), line(file, mistake)),
                        LINE.matcher(mistake).replaceFirst(""),
                        "name { class flag option=\"value\"; };",
                        "correct the file: no user of its realms can log in"),
                StartException.UNKNOWN);
    }

    /** What the JVM says that is wrong with a file, or null. */
    private static @Nullable String mistake(Path file, CommandLine commandLine) {
        // options may speak of system properties
        Map<String, String> before = commandLine.applySystemProperties();
        try {
            Configuration.getInstance("JavaLoginConfig", new URIParameter(file.toUri()));
            return null;
        } catch (NoSuchAlgorithmException x) {
            if (!(x.getCause() instanceof IOException cause)) {
                StartLog.debug(file + " was not checked: " + x);
                return null;
            }
            String message = String.valueOf(cause.getMessage()).strip();
            // the first line of more says only that there is a mistake
            return message.substring(message.indexOf('\n') + 1).strip();
        } finally {
            before.forEach((name, value) -> {
                if (value == null) {
                    System.clearProperty(name);
                } else {
                    System.setProperty(name, value);
                }
            });
        }
    }

    /** The line that a mistake is in; 0 when that is not known. */
    private static int line(Path file, String mistake) {
        Matcher line = LINE.matcher(mistake);
        if (line.find()) {
            return Integer.parseInt(line.group(1));
        }
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
            Matcher repeated = REPEATED.matcher(mistake);
            if (repeated.find()) {
                return last(lines, "^\\s*" + Pattern.quote(repeated.group(1)) + "\\b");
            }
            Matcher flag = FLAG.matcher(mistake);
            if (flag.find()) {
                return last(lines, "(?i)\\s" + Pattern.quote(flag.group(1)) + "\\b");
            }
            Matcher expanded = EXPANDED.matcher(mistake);
            if (expanded.find()) {
                return last(lines, Pattern.quote("${" + expanded.group(1) + "}"));
            }
            if (mistake.contains("[end of file]")) {
                return lines.size();
            }
        } catch (IOException x) {
            StartLog.debug(file + " was not read: " + x);
        }
        return 0;
    }

    private static int last(List<String> lines, String regex) {
        Pattern pattern = Pattern.compile(regex);
        for (int i = lines.size(); i > 0; i--) {
            if (pattern.matcher(lines.get(i - 1)).find()) {
                return i;
            }
        }
        return 0;
    }
}
