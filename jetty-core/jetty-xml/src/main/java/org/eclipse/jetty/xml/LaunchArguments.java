package org.eclipse.jetty.xml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.jspecify.annotations.Nullable;

/** The arguments of {@link XmlConfiguration#main(String...)}, in sections: the server first, then each environment. */
final class LaunchArguments {
    /** Files and properties of the server, or of an environment. */
    static final class Section {
        private final @Nullable EnvironmentBuilder environment;
        private final @Nullable String name;
        private final Map<String, String> properties = new HashMap<>();
        private final List<Resource> files = new ArrayList<>();

        private Section(@Nullable String name) {
            this.name = name;
            this.environment = name == null ? null : new EnvironmentBuilder(name);
        }

        /** The name of the environment; null for the server. */
        @Nullable
        String name() {
            return name;
        }

        @Nullable
        EnvironmentBuilder environment() {
            return environment;
        }

        Map<String, String> properties() {
            return properties;
        }

        List<Resource> files() {
            return files;
        }
    }

    private final ResourceFactory resources;
    private final List<Section> sections = new ArrayList<>();

    LaunchArguments(ResourceFactory resources) {
        this.resources = resources;
    }

    List<Section> parse(String... args) throws IOException {
        Section section = new Section(null);
        sections.add(section);
        for (int i = 0; i < args.length; i++) {
            String arg = args[i];
            switch (arg) {
                case "--env" -> {
                    section = section(value(args, ++i, arg));
                }
                case "-cp", "-classpath", "--class-path" -> {
                    environment(section, arg).addClassPath(value(args, ++i, arg));
                }
                case "-p", "--module-path" -> {
                    environment(section, arg).addModulePath(value(args, ++i, arg));
                }
                default -> add(section, arg);
            }
        }
        return sections;
    }

    private Section section(String name) {
        for (Section section : sections) {
            if (name.equalsIgnoreCase(section.name)) {
                return section;
            }
        }
        Section section = new Section(name);
        sections.add(section);
        return section;
    }

    private static EnvironmentBuilder environment(Section section, String option) {
        if (section.environment == null) {
            throw new IllegalArgumentException(option + " is only known after --env <name>");
        }
        return section.environment;
    }

    private static String value(String[] args, int i, String option) {
        if (i >= args.length) {
            throw new IllegalArgumentException("a value is missing after " + option);
        }
        return args[i];
    }

    private void add(Section section, String arg) throws IOException {
        int equals = arg.indexOf('=');
        if (equals > 0 && !isFile(arg)) {
            section.properties.put(arg.substring(0, equals), arg.substring(equals + 1));
        } else if (arg.startsWith("-")) {
            throw new IllegalArgumentException("unknown option: " + arg
                    + " (expected: name=value, file.properties, file.xml, --env name, -cp path, -p path)");
        } else if (arg.toLowerCase(java.util.Locale.ENGLISH).endsWith(".properties")) {
            Properties properties =
                    IO.readProperties(Objects.requireNonNull(file(arg).getPath(), arg));
            for (String name : properties.stringPropertyNames()) {
                section.properties.put(name, properties.getProperty(name));
            }
        } else {
            section.files.add(file(arg));
        }
    }

    private static boolean isFile(String arg) {
        try {
            return (arg.endsWith(".xml") || arg.endsWith(".properties")) && Files.isRegularFile(Path.of(arg));
        } catch (InvalidPathException x) {
            return false;
        }
    }

    private Resource file(String arg) {
        Resource resource = resources.newResource(arg);
        if (resource == null || !resource.exists() || resource.isDirectory()) {
            throw new IllegalArgumentException("Cannot read file: " + arg);
        }
        return resource;
    }
}
