package org.eclipse.jetty.tests.image;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jetty.util.ajax.JSON;

/** What the reachability metadata in jars promises: lines as {@link Reflection} writes them. */
final class Reachability {
    private static final Pattern FILE =
            Pattern.compile("META-INF/native-image/[^/]+/[^/]+/(reflect|resource)-config\\.json");

    /** Lines that stand for one use each. */
    private final Set<String> lines = new TreeSet<>();

    /** Types of which all methods are kept. */
    private final Set<String> methods = new TreeSet<>();

    private final List<Pattern> resources = new ArrayList<>();
    private final List<String> files = new ArrayList<>();

    /** Reads the metadata of jars or folders of classes. */
    static Reachability of(List<Path> classPath) throws IOException {
        Reachability all = new Reachability();
        for (Path element : classPath) {
            if (Files.isDirectory(element)) {
                try (Stream<Path> walk = Files.walk(element)) {
                    for (Path file : walk.filter(Files::isRegularFile).toList()) {
                        String name = element.relativize(file).toString().replace('\\', '/');
                        if (FILE.matcher(name).matches()) {
                            all.read(name, Files.readString(file));
                        }
                    }
                }
                continue;
            }
            try (JarFile jar = new JarFile(element.toFile())) {
                for (JarEntry entry : jar.stream()
                        .filter(e -> FILE.matcher(e.getName()).matches())
                        .toList()) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        all.read(entry.getName(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
                    }
                }
            }
        }
        return all;
    }

    private void read(String name, String json) {
        files.add(name);
        if (name.endsWith("reflect-config.json")) {
            for (Object type : (Object[]) new JSON().fromJSON(json)) {
                readType((Map<?, ?>) type);
            }
            return;
        }
        Map<?, ?> all = (Map<?, ?>) new JSON().fromJSON(json);
        if (all.get("resources") instanceof Map<?, ?> parts) {
            for (Object include : (Object[]) parts.get("includes")) {
                resources.add(Pattern.compile((String) ((Map<?, ?>) include).get("pattern")));
            }
        }
        if (all.get("bundles") instanceof Object[] bundles) {
            for (Object bundle : bundles) {
                lines.add("bundle " + ((Map<?, ?>) bundle).get("name"));
            }
        }
    }

    private void readType(Map<?, ?> type) {
        String name = (String) type.get("name");
        lines.add("type " + name);
        if (Boolean.TRUE.equals(type.get("queryAllDeclaredMethods"))) {
            methods.add(name);
        }
        if (type.get("methods") instanceof Object[] each) {
            for (Object method : each) {
                Map<?, ?> entry = (Map<?, ?>) method;
                List<String> parameters = new ArrayList<>();
                for (Object parameter : (Object[]) entry.get("parameterTypes")) {
                    parameters.add((String) parameter);
                }
                lines.add("method " + name + "." + entry.get("name") + "(" + String.join(",", parameters) + ")");
            }
        }
    }

    List<String> files() {
        return files;
    }

    Set<String> lines() {
        return lines;
    }

    List<Pattern> resources() {
        return resources;
    }

    boolean covers(String line) {
        if (line.startsWith("resource ")) {
            String resource = line.substring("resource ".length());
            return resources.stream()
                    .anyMatch(pattern -> pattern.matcher(resource).matches());
        }
        if (line.startsWith("methods ")) {
            return methods.contains(line.substring("methods ".length()));
        }
        return lines.contains(line);
    }
}
