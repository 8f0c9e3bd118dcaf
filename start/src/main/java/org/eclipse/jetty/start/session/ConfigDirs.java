package org.eclipse.jetty.start.session;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.IniReader;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.Problems;
import org.eclipse.jetty.start.problems.StartException;

/**
 * Finds the additional directories of configuration, {@code --add-config-dir} and {@code --include-jetty-dir}, before all else is read: on
 * the command line, in ini files and in the files of {@code --commands}. Their paths may refer to properties of these places; the command
 * line wins, then the base.
 *
 * <p>Confined to the main thread.
 */
final class ConfigDirs {
    private static final List<String> OPTIONS = List.of("--add-config-dir", "--include-jetty-dir");

    private record Named(String path, Origin origin) {}

    private final BaseHome baseHome;
    private final Problems problems;
    private final StartProperties properties;
    private final Set<Path> commandFiles = new HashSet<>();

    ConfigDirs(BaseHome baseHome, Problems problems) {
        this.baseHome = baseHome;
        this.problems = problems;
        properties = new StartConfig(problems).properties();
        properties.set("jetty.home", baseHome.home().toString(), Origin.COMPUTED);
        properties.set("jetty.base", baseHome.base().toString(), Origin.COMPUTED);
    }

    /** Adds all directories to those of base and home. */
    void addAll(List<String> commandLine) {
        Source arguments = new Source();
        for (String argument : commandLine) {
            arguments.read(argument, Origin.COMMAND_LINE);
        }
        arguments.publish();
        Source inis = ofInis(baseHome.base());
        arguments.addDirs();
        inis.addDirs();
        // an additional directory may name further ones
        for (int i = 0; i < baseHome.configDirs().size(); i++) {
            ofInis(baseHome.configDirs().get(i)).addDirs();
        }
    }

    private Source ofInis(Path dir) {
        Source source = new Source();
        for (Path file : IniReader.files(dir)) {
            source.readAll(file);
        }
        source.publish();
        return source;
    }

    /** What one place says: of several assignments to a property the last one counts. */
    private final class Source {
        private final Map<String, String> assigned = new HashMap<>();
        private final List<Named> named = new ArrayList<>();

        private void readAll(Path file) {
            String name = baseHome.toShortForm(file);
            for (IniReader.Line line : IniReader.lines(file)) {
                read(line.text(), new Origin(name, line.number()));
            }
        }

        private void read(String argument, Origin origin) {
            int equals = argument.indexOf('=');
            if (equals <= 0) {
                return;
            }
            String value = argument.substring(equals + 1).trim();
            String name = argument.substring(0, equals);
            if (OPTIONS.contains(name)) {
                named.add(new Named(value, origin));
            } else if (name.equals("--commands")) {
                Path file = baseHome.find(value);
                // one that does not exist is reported where its other options are read
                if (file != null && commandFiles.add(file)) {
                    readAll(file);
                }
            } else if (name.startsWith("-D")) {
                assigned.put(name.substring(2), value);
            } else if (name.endsWith("?")) {
                assigned.putIfAbsent(name.substring(0, equals - 1), value);
            } else if (!name.startsWith("-")) {
                assigned.put(name, value);
            }
        }

        /** Its properties are known to all places, unless a place before has them. */
        private void publish() {
            assigned.forEach((name, value) -> properties.setIfAbsent(name, value, Origin.COMPUTED));
        }

        private void addDirs() {
            for (Named dir : named) {
                try {
                    baseHome.addConfigDir(properties.expand(dir.path), dir.origin);
                } catch (StartException e) {
                    problems.error(e.at(dir.origin));
                }
            }
        }
    }
}
