package org.eclipse.jetty.proxy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file of back ends: a line for each setting, in UTF-8.
 *
 * <pre>
 * # NAME.SETTING=value
 * a.uri=http://10.0.0.1:8080
 * a.weight=2
 * </pre>
 *
 * <p>Lines of a properties file without continuation lines and escapes. Errors name the file and the line.
 */
final class BackendsFile {
    private final Path file;
    private final Map<String, BackendSettings> backends = new LinkedHashMap<>();
    private final Map<String, Integer> lineOfKey = new HashMap<>();
    private final Map<String, Integer> lineOfName = new LinkedHashMap<>();

    private BackendsFile(Path file) {
        this.file = file;
    }

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException if a line is wrong
     */
    static List<BackendSettings> read(Path file) throws IOException {
        return new BackendsFile(file).parse(Files.readAllLines(file, StandardCharsets.UTF_8));
    }

    private List<BackendSettings> parse(List<String> lines) {
        // the URI makes a back end, and may come after its other settings
        for (boolean uris : new boolean[] {true, false}) {
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i).strip();
                if (!line.isEmpty() && line.charAt(0) != '#' && line.charAt(0) != '!') {
                    try {
                        parse(line, i + 1, uris);
                    } catch (IllegalArgumentException x) {
                        throw new IllegalArgumentException(file + ":" + (i + 1) + ": " + x.getMessage(), x);
                    }
                }
            }
        }
        checkRoutes();
        return List.copyOf(backends.values());
    }

    private void parse(String line, int number, boolean uris) {
        int equals = line.indexOf('=');
        int dot = line.indexOf('.');
        if (equals < 0 || dot < 0 || dot > equals) {
            throw new IllegalArgumentException(line + " (expected: NAME.SETTING=value)");
        }
        String name = line.substring(0, dot).strip();
        String setting = line.substring(dot + 1, equals).strip();
        String value = line.substring(equals + 1).strip();
        if (uris != setting.equals("uri")) {
            return;
        }
        Integer before = lineOfKey.putIfAbsent(name + "." + setting, number);
        if (before != null) {
            throw new IllegalArgumentException(
                    name + "." + setting + " (expected: once, but line " + before + " has it)");
        }
        if (uris) {
            backends.put(name, BackendSettings.of(name, value));
            lineOfName.put(name, number);
            return;
        }
        BackendSettings settings = backends.get(BackendSettings.checkName(name));
        if (settings == null) {
            throw new IllegalArgumentException(name + "." + setting + " (expected: a line " + name + ".uri=...)");
        }
        backends.put(name, settings.with(setting, value));
    }

    private void checkRoutes() {
        Map<String, String> names = new HashMap<>();
        for (BackendSettings settings : backends.values()) {
            String other = names.putIfAbsent(settings.route(), settings.name());
            if (other != null) {
                Integer line = lineOfKey.get(settings.name() + ".route");
                throw new IllegalArgumentException(file + ":" + (line == null ? lineOfName.get(settings.name()) : line)
                        + ": route: " + settings.route() + " (expected: another one than that of " + other + ")");
            }
        }
    }
}
