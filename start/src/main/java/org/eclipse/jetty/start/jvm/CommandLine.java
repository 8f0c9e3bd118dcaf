package org.eclipse.jetty.start.jvm;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.start.config.ListValue;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartEnvironment;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.problems.StartException;

/**
 * The command line that starts the server, in parts.
 *
 * <pre>
 * java  opts                    path              main                    args           envs
 * java  -Djetty.home=... -Xmx1g --class-path a:b  o.e.j.x.XmlConfiguration  p=v etc/a.xml  --env ee10 -cp c etc/b.xml
 * </pre>
 *
 * <p>Confined to the main thread.
 */
public final class CommandLine {
    private static final String MAIN_CLASS = "org.eclipse.jetty.xml.XmlConfiguration";
    private static final String MAIN_MODULE = "org.eclipse.jetty.xml";

    private final StartConfig config;
    private final BaseHome baseHome;

    public CommandLine(StartConfig config, BaseHome baseHome) {
        this.config = config;
        this.baseHome = baseHome;
    }

    /** The java command of the JVM that runs this. */
    public String java() {
        String name = File.separatorChar == '\\' ? "java.exe" : "java";
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /** System properties and JVM arguments. */
    public List<String> opts() {
        List<String> opts = new ArrayList<>();
        opts.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        opts.add("-Djetty.home=" + baseHome.home());
        opts.add("-Djetty.base=" + baseHome.base());
        StartProperties properties = config.properties();
        for (String name : config.systemProperties().keySet()) {
            opts.add("-D" + name + "=" + properties.expandedValue(name));
        }
        for (StartConfig.JvmArgument argument : config.jvmArguments()) {
            opts.add(properties.expand(argument.text()));
        }
        for (StartConfig.JvmArgument argument : config.moduleJvmArguments()) {
            opts.add(argument.text());
        }
        return opts;
    }

    /** Sets in this JVM what {@link #opts} would set in another; returns the values before, which may be null. */
    public Map<String, String> applySystemProperties() {
        Map<String, String> before = new LinkedHashMap<>();
        before.put(
                "jetty.home", System.setProperty("jetty.home", baseHome.home().toString()));
        before.put(
                "jetty.base", System.setProperty("jetty.base", baseHome.base().toString()));
        StartProperties properties = config.properties();
        for (String name : config.systemProperties().keySet()) {
            before.put(name, System.setProperty(name, properties.expandedValue(name)));
        }
        return before;
    }

    /** The class path, or under JPMS the module path, the class path of directories, and the module directives. */
    public List<String> path() {
        List<String> path = new ArrayList<>();
        if (config.options().jpms) {
            List<Path> modules = new ArrayList<>();
            List<Path> directories = new ArrayList<>();
            for (Path entry : config.server().classPath()) {
                (Files.isDirectory(entry) ? directories : modules).add(entry);
            }
            addPath(path, "--module-path", modules);
            addPath(path, "--class-path", directories);
            path.addAll(directives());
        } else {
            addPath(path, "--class-path", config.server().classPath());
        }
        return path;
    }

    private static void addPath(List<String> path, String option, Iterable<Path> entries) {
        StringBuilder joined = new StringBuilder();
        for (Path entry : entries) {
            if (joined.length() > 0) {
                joined.append(File.pathSeparatorChar);
            }
            joined.append(entry);
        }
        if (joined.length() == 0) {
            return;
        }
        path.add(option);
        path.add(joined.toString());
    }

    /** What the {@code [jpms]} sections add to a module path. */
    public List<String> directives() {
        List<String> path = new ArrayList<>();
        Set<String> modules = new LinkedHashSet<>();
        Set<String> others = new LinkedHashSet<>();
        for (StartConfig.JvmArgument argument : config.jpmsDirectives()) {
            String directive = argument.text();
            int colon = directive.indexOf(':');
            String name = colon < 0 ? directive : directive.substring(0, colon).trim();
            String value = colon < 0 ? "" : directive.substring(colon + 1).trim();
            switch (name) {
                case "add-modules" -> modules.addAll(ListValue.split(value));
                case "patch-module", "add-opens", "add-exports", "add-reads" -> others.add("--" + name + " " + value);
                default ->
                    throw new StartException(
                            StartException.BAD_GRAPH,
                            "Unrecognized [jpms] directive: " + directive
                                    + " (expected: add-modules, patch-module, add-opens, add-exports or add-reads),"
                                    + " from " + argument.origin().place(),
                            argument.origin());
            }
        }
        for (String other : others) {
            int blank = other.indexOf(' ');
            path.add(other.substring(0, blank));
            path.add(other.substring(blank + 1));
        }
        if (modules.isEmpty()) {
            return path;
        }
        path.add("--add-modules");
        path.add(String.join(",", modules));
        return path;
    }

    /** The main class. */
    public String mainClass() {
        String name = config.properties().expandedValue("main.class");
        return name == null ? MAIN_CLASS : name;
    }

    /** Whether the main class is that of the server, whose XML files can be checked. */
    public boolean isOfServer() {
        return mainClass().equals(MAIN_CLASS);
    }

    /** The main class as the java command wants it. */
    public List<String> main() {
        if (!config.options().jpms) {
            return List.of(mainClass());
        }
        String name = mainClass();
        String module = name.equals(MAIN_CLASS) ? MAIN_MODULE : name.substring(0, name.lastIndexOf('.'));
        return List.of("--module", module + "/" + name);
    }

    /** The server's properties as {@code name=value}, sorted. */
    public List<String> properties() {
        return properties(config.server());
    }

    private static List<String> properties(StartEnvironment environment) {
        List<String> arguments = new ArrayList<>();
        StartProperties properties = environment.properties();
        for (StartProperties.Property property : properties.sorted()) {
            arguments.add(property.name() + "=" + properties.expandedValue(property.name()));
        }
        return arguments;
    }

    /** The server's XML files. */
    public List<String> xmls() {
        List<String> arguments = new ArrayList<>();
        for (Path xml : config.server().xmls()) {
            arguments.add(xml.toString());
        }
        return arguments;
    }

    /** For each environment its name, class path, properties and XML files. */
    public List<String> envs() {
        List<String> arguments = new ArrayList<>();
        for (Map.Entry<String, StartEnvironment> entry : config.environments().entrySet()) {
            StartEnvironment environment = entry.getValue();
            arguments.add("--env");
            arguments.add(entry.getKey());
            for (Path path : environment.classPath()) {
                arguments.add(config.options().jpms && !Files.isDirectory(path) ? "-p" : "-cp");
                arguments.add(path.toString());
            }
            arguments.addAll(properties(environment));
            for (Path xml : environment.xmls()) {
                arguments.add(xml.toString());
            }
        }
        return arguments;
    }

    /** The arguments of the main class. */
    public List<String> programArguments() {
        List<String> arguments = properties();
        arguments.addAll(xmls());
        arguments.addAll(envs());
        return arguments;
    }

    /** The chosen parts on one line, quoted for a POSIX shell. */
    public String print(Set<String> parts) {
        List<String> words = new ArrayList<>();
        if (parts.contains("java")) {
            words.add(java());
        }
        if (parts.contains("opts")) {
            words.addAll(opts());
        }
        if (parts.contains("path")) {
            words.addAll(path());
        }
        if (parts.contains("main")) {
            words.addAll(main());
        }
        if (parts.contains("args")) {
            words.addAll(properties());
            words.addAll(xmls());
        }
        if (parts.contains("envs")) {
            words.addAll(envs());
        }
        StringBuilder line = new StringBuilder();
        for (String word : words) {
            if (line.length() > 0) {
                line.append(' ');
            }
            int equals = word.indexOf('=');
            // a name stays readable: y='a b'
            if (equals > 0 && isSafe(word.substring(0, equals))) {
                line.append(word, 0, equals + 1).append(quote(word.substring(equals + 1)));
            } else {
                line.append(quote(word));
            }
        }
        return line.toString();
    }

    /** The word itself, or in single quotes when a shell would change it. */
    public static String quote(String word) {
        if (isSafe(word)) {
            return word;
        }
        StringBuilder quoted = new StringBuilder(word.length() + 8).append('\'');
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c == '\'') {
                quoted.append("'\\''");
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('\'').toString();
    }

    /** Whether a shell leaves the word as it is. */
    public static boolean isSafe(String word) {
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            boolean safe = c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z'
                    || c >= '0' && c <= '9'
                    || "_-./:=,+@%".indexOf(c) >= 0
                    || c > 0x7f && !Character.isWhitespace(c);
            if (!safe) {
                return false;
            }
        }
        return true;
    }
}
