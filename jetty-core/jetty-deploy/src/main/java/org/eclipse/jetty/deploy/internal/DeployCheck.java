package org.eclipse.jetty.deploy.internal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Scanner;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.eclipse.jetty.xml.ConfigurationCheck;
import org.jspecify.annotations.Nullable;

/** Looks at what a {@link org.eclipse.jetty.deploy.DeploymentScanner} would deploy: the files of environments, then each unit. */
public final class DeployCheck implements ConfigurationCheck {
    private static final String SCANNER = "org.eclipse.jetty.deploy.DeploymentScanner";
    private static final String CONTEXT_CLASS = "defaultContextHandlerClassName";

    @Override
    public void check(CheckedConfiguration configuration) {
        for (CheckedObject scanner : configuration.objects(SCANNER)) {
            check(configuration, scanner);
        }
    }

    private static void check(CheckedConfiguration configuration, CheckedObject scanner) {
        checkInterval(configuration, scanner.setting("scanInterval"));
        DeployEnvironments environments = new DeployEnvironments();
        Map<String, String> contextClasses = new HashMap<>();
        environments.directory(path(scanner.setting("environmentsDirectory")));
        List<Path> directories = new ArrayList<>();
        for (CheckedObject.Call call : scanner.calls()) {
            if (call.arguments().isEmpty()) {
                continue;
            }
            CheckedObject.Setting argument = call.arguments().get(0);
            if (call.name().equals("configureEnvironment") && argument.text() != null) {
                environments.configure(argument.text());
                if (call.result().setting(CONTEXT_CLASS) != null) {
                    contextClasses.put(
                            argument.text().toLowerCase(Locale.ROOT),
                            call.result().setting(CONTEXT_CLASS).text());
                }
            }
            Path directory = path(argument);
            if (!call.name().equals("addWebappsDirectory") || directory == null) {
                continue;
            }
            if (Files.isDirectory(directory)) {
                directories.add(directory);
            } else {
                configuration.wrong(
                        argument.place(),
                        argument.property(),
                        "the directory of applications " + directory + " does not exist",
                        "an existing directory");
            }
        }
        new EnvironmentFilesCheck(configuration, environments, contextClasses).check();
        UnitCheck units = new UnitCheck(configuration, environments, contextClasses);
        for (Path directory : directories) {
            for (WebappUnit unit : units(configuration, directory)) {
                units.check(unit);
            }
        }
    }

    private static void checkInterval(CheckedConfiguration configuration, CheckedObject.@Nullable Setting interval) {
        if (interval != null
                && interval.text() != null
                && interval.text().trim().matches("-\\d+")) {
            configuration.wrong(
                    interval.place(),
                    interval.property(),
                    "scanInterval: " + interval.text(),
                    "seconds, 0 for one scan at the start");
        }
    }

    private static @Nullable Path path(CheckedObject.@Nullable Setting setting) {
        if (setting == null || setting.text() == null) {
            return null;
        }
        try {
            return Path.of(setting.text()).toAbsolutePath().normalize();
        } catch (InvalidPathException x) {
            // told by the check of the XML file
            return null;
        }
    }

    private static List<WebappUnit> units(CheckedConfiguration configuration, Path directory) {
        WebappUnits units = new WebappUnits();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            TreeSet<Path> sorted = new TreeSet<>();
            // a link that leads nowhere does not count, as for the scanner
            for (Path entry : entries) {
                if (Files.exists(entry)) {
                    sorted.add(entry);
                }
            }
            for (Path entry : sorted) {
                units.update(directory, entry, Scanner.Notification.ADDED);
            }
        } catch (IOException x) {
            configuration.error(directory.toString(), "cannot be read: " + x, "let the server read it");
        }
        return List.copyOf(units.all());
    }

    /**
     * Reads a properties file, and reports what is wrong with its values.
     *
     * @return null when it cannot be read
     */
    static @Nullable DeployProperties read(CheckedConfiguration configuration, Path file) {
        DeployProperties properties;
        try {
            properties = DeployProperties.read(file);
        } catch (DeployException x) {
            Throwable cause = x.getCause() == null ? x : x.getCause();
            configuration.error(
                    file + ":" + DeployProperties.malformedLine(file),
                    "not a properties file: " + cause.getMessage(),
                    "write name=value, and \\uXXXX with four hexadecimal digits");
            return null;
        }
        for (String key : properties.keys()) {
            try {
                properties.applyTo(new Attributes.Mapped(), key);
            } catch (IllegalArgumentException x) {
                configuration.wrong(properties.place(key), null, key + ": " + properties.get(key), x.getMessage());
            }
            if (DeployProperties.isUnknown(key)) {
                configuration.warning(
                        properties.place(key),
                        "unknown key " + key + CheckedConfiguration.didYouMean(key, DeployProperties.knownKeys()),
                        "correct the name, or leave it out");
            }
        }
        return properties;
    }
}
