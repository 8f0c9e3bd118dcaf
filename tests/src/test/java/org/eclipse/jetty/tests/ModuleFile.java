package org.eclipse.jetty.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A module of the distribution: what its {@code .mod} file and the XML files that it names say. */
record ModuleFile(String name, Map<String, List<String>> sections) {
    private static final Pattern SETTING = Pattern.compile("(#\\s?)?(-D)?([A-Za-z][\\w.-]*)([?+]?)=(.*)");
    private static final Pattern READ = Pattern.compile("(?:<Property\\s+name|\\bproperty)=\"([a-z][\\w.-]+)\"");

    /**
     * A setting that the ini-template offers.
     *
     * @param comment what the lines above it say
     * @param operator {@code =}, {@code +=} or {@code ?=}
     * @param system whether it is a system property
     */
    record Property(String name, String operator, String value, String comment, boolean active, boolean system) {}

    /** All modules of the distribution, by name. */
    static Map<String, ModuleFile> all() {
        Path root = Distribution.HOME.resolve("modules");
        Map<String, ModuleFile> modules = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".mod")).toList()) {
                String name =
                        root.relativize(file).toString().replace('\\', '/').replaceAll("\\.mod$", "");
                modules.put(name, new ModuleFile(name, sections(Files.readAllLines(file))));
            }
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        return modules;
    }

    private static Map<String, List<String>> sections(List<String> lines) {
        Map<String, List<String>> sections = new TreeMap<>();
        List<String> current = new ArrayList<>();
        for (String line : lines) {
            String text = line.trim();
            if (text.matches("\\[[a-z-]+]")) {
                current = new ArrayList<>();
                sections.put(canonical(text.substring(1, text.length() - 1)), current);
            } else {
                current.add(text);
            }
        }
        return sections;
    }

    private static String canonical(String section) {
        return switch (section) {
            case "lib" -> "libs";
            case "depend" -> "depends";
            case "provide" -> "provides";
            case "file" -> "files";
            case "tag" -> "tags";
            default -> section;
        };
    }

    /** The lines of a section that are neither blank nor, but for the ini-template, comments. */
    List<String> section(String section) {
        return sections.getOrDefault(section, List.of()).stream()
                .filter(line -> !line.isEmpty() && (section.equals("ini-template") || !line.startsWith("#")))
                .toList();
    }

    String description() {
        return String.join(" ", section("description"));
    }

    /** The settings of the ini-template, in its order. */
    List<Property> properties() {
        List<Property> properties = new ArrayList<>();
        StringBuilder comment = new StringBuilder();
        boolean inComment = false;
        for (String line : sections.getOrDefault("ini-template", List.of())) {
            if (line.startsWith("##") && !line.startsWith("###")) {
                if (!inComment) {
                    comment.setLength(0);
                }
                comment.append(comment.length() == 0 ? "" : " ")
                        .append(line.substring(2).trim());
                inComment = true;
                continue;
            }
            inComment = false;
            Matcher setting = SETTING.matcher(line);
            if (!setting.matches()) {
                continue;
            }
            properties.add(new Property(
                    setting.group(3),
                    setting.group(4) + "=",
                    setting.group(5),
                    comment.toString(),
                    setting.group(1) == null,
                    setting.group(2) != null));
        }
        return properties;
    }

    /** The XML files, where no property chooses them. */
    List<Path> xmls() {
        return section("xml").stream()
                .filter(name -> !name.contains("${"))
                .map(this::xml)
                .toList();
    }

    /** The file in the distribution, or the one that is copied into bases under its name. */
    private Path xml(String name) {
        for (String file : section("files")) {
            if (file.startsWith("basehome:") && file.endsWith("|" + name)) {
                return Distribution.HOME.resolve(file.substring("basehome:".length(), file.indexOf('|')));
            }
        }
        return Distribution.HOME.resolve(name);
    }

    /** The names of the properties that the XML files read. */
    Set<String> read() {
        Set<String> names = new LinkedHashSet<>();
        for (Path xml : xmls()) {
            Matcher matcher = READ.matcher(text(xml));
            while (matcher.find()) {
                names.add(matcher.group(1));
            }
        }
        return names;
    }

    /** The ids of the XML files with the class of the object: {@code Server (org.eclipse.jetty.server.Server)}. */
    Set<String> ids() {
        Pattern element = Pattern.compile("<(\\w+)\\s([^>]*\\bid=\"([^\"]+)\"[^>]*)>");
        Set<String> ids = new LinkedHashSet<>();
        for (Path xml : xmls()) {
            Matcher matcher = element.matcher(text(xml));
            while (matcher.find()) {
                Matcher type = Pattern.compile("\\bclass=\"[\\w.]*?([\\w$]+)\"").matcher(matcher.group(2));
                boolean known = matcher.group(1).matches("New|Configure") && type.find();
                ids.add("`" + matcher.group(3) + "`" + (known ? " (" + type.group(1) + ")" : ""));
            }
        }
        return ids;
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }
}
