package org.eclipse.jetty.deploy.internal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.xml.CheckedConfiguration;

/** Looks at the files of the environments directory. */
final class EnvironmentFilesCheck {
    private final CheckedConfiguration configuration;
    private final DeployEnvironments environments;
    private final Map<String, String> contextClasses;

    EnvironmentFilesCheck(
            CheckedConfiguration configuration, DeployEnvironments environments, Map<String, String> contextClasses) {
        this.configuration = configuration;
        this.environments = environments;
        this.contextClasses = contextClasses;
    }

    void check() {
        Path directory = environments.directory();
        if (directory == null || !Files.isDirectory(directory)) {
            return;
        }
        for (String name : environments.names()) {
            for (Path file : EnvironmentFiles.of(directory, name, ".properties")) {
                DeployCheck.read(configuration, file);
            }
            for (Path file : EnvironmentFiles.of(directory, name, ".xml")) {
                configuration.checkFile(
                        file,
                        loader(configuration, name),
                        true,
                        Map.of(),
                        contextClasses.get(name.toLowerCase(Locale.ROOT)));
            }
        }
        warnOthers(directory);
    }

    private void warnOthers(Path directory) {
        List<String> names = environments.names();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "*.{xml,properties}")) {
            for (Path entry : entries) {
                if (names.stream().noneMatch(name -> EnvironmentFiles.belongsTo(entry, name))) {
                    configuration.warning(
                            entry.toString(),
                            "belongs to no environment that is enabled",
                            "name it after one of " + names + ", as in " + names.get(0) + "-more.properties");
                }
            }
        } catch (IOException x) {
            configuration.error(directory.toString(), "cannot be read: " + x, "let the server read it");
        }
    }

    /** Finds the classes of an environment; those of the server when it has no class path of its own. */
    static ClassLoader loader(CheckedConfiguration configuration, String environment) {
        ClassLoader loader = configuration.environment(environment);
        return loader == null ? EnvironmentFilesCheck.class.getClassLoader() : loader;
    }
}
