package org.eclipse.jetty.xml.internal;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.eclipse.jetty.xml.ConfigurationCheck;

/** Looks whether the directories that request logs were told to write to are there, and may be written to. */
public final class LogDirectoriesCheck implements ConfigurationCheck {
    private static final String WRITER = "org.eclipse.jetty.server.RequestLogWriter";

    @Override
    public void check(CheckedConfiguration configuration) {
        for (CheckedObject writer : configuration.objects(WRITER)) {
            if (writer.arguments().isEmpty()) {
                continue;
            }
            CheckedObject.Setting output = writer.setting("output");
            if (output != null && output.text() != null && !output.text().equalsIgnoreCase("file")) {
                continue;
            }
            CheckedObject.Setting file = writer.arguments().get(0);
            // that of a default is made with its module, whose files are looked at by start.jar
            if (file.text() == null || !configuration.isSet(file.property())) {
                continue;
            }
            try {
                Path directory = Path.of(file.text()).toAbsolutePath().getParent();
                if (directory == null) {
                    wrong(configuration, file, file.text() + " is a directory", "the path of a file");
                } else if (!Files.isDirectory(directory)) {
                    wrong(
                            configuration,
                            file,
                            "the directory " + directory + " does not exist",
                            "an existing directory");
                } else if (!Files.isWritable(directory)) {
                    wrong(configuration, file, directory + " cannot be written to", "a directory of the server's user");
                }
            } catch (InvalidPathException x) {
                wrong(configuration, file, file.text() + " is no path: " + x.getReason(), "a path");
            }
        }
    }

    private static void wrong(
            CheckedConfiguration configuration, CheckedObject.Setting file, String message, String expected) {
        configuration.wrong(file.place(), file.property(), message, expected);
    }
}
