package org.eclipse.jetty.start.boot;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.start.config.ListValue;
import org.eclipse.jetty.start.config.Options;
import org.eclipse.jetty.start.problems.StartException;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a bootable jar: its own, and those that start.jar gets.
 *
 * @param help whether {@code --help} is among them
 * @param contextPath the value of {@code --context-path}; null when it is not given
 * @param others for start.jar
 */
record BootableArguments(boolean help, @Nullable String contextPath, List<String> others) {
    private static final String CONTEXT_PATH = "--context-path";
    private static final String FIXED = "what is packed does not change: pack the changed base again";
    private static final String PATHS = "the paths are gone when this ends: use the start.jar of a distribution";

    /** Options of start.jar that are of no use for what is packed, with the reasons. */
    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("--add-modules", FIXED + ", or name modules of this start by --modules"),
            Map.entry("--add-module", FIXED + ", or name modules of this start by --modules"),
            Map.entry("--add-to-start", FIXED + ", or name modules of this start by --modules"),
            Map.entry("--add-to-startd", FIXED + ", or name modules of this start by --modules"),
            Map.entry("--remove-modules", FIXED),
            Map.entry("--remove-module", FIXED),
            Map.entry("--update-ini", FIXED + ", or name properties of this start on the command line"),
            Map.entry("--update-inis", FIXED + ", or name properties of this start on the command line"),
            Map.entry("--create-files", FIXED),
            Map.entry("--create-start-d", FIXED),
            Map.entry("--create-startd", FIXED),
            Map.entry("--create-start-ini", FIXED),
            Map.entry("--files", FIXED),
            Map.entry("--download", FIXED),
            Map.entry("--pack", FIXED),
            Map.entry("--with-modules", FIXED),
            Map.entry("--train", "a start cache is of libraries that stay in their place"),
            Map.entry("--dry-run", PATHS),
            Map.entry("--write-module-graph", PATHS));

    private static final Set<String> MODULES = Set.of("--module", "--modules");

    /**
     * Reads a command line.
     *
     * @throws StartException when an argument cannot be obeyed
     */
    static BootableArguments of(String[] commandLine) {
        boolean help = false;
        String contextPath = null;
        List<String> others = new ArrayList<>();
        for (String argument : Options.joined(Arrays.asList(commandLine))) {
            String name = name(argument);
            String lower = name.toLowerCase(Locale.ROOT);
            if (name.equals("--help") || name.equals("-?")) {
                help = true;
            } else if (name.equals(CONTEXT_PATH)) {
                contextPath = contextPath(argument);
            } else if (REFUSED.containsKey(name)) {
                throw bad(argument, "another option; " + REFUSED.get(name));
            } else if (lower.equals("jetty.home") || lower.equals("jetty.base")) {
                throw bad(argument, "none; home and base of a bootable jar are in it");
            } else {
                others.add(fromHere(argument));
            }
        }
        return new BootableArguments(help, contextPath, others);
    }

    private static String name(String argument) {
        int equals = argument.indexOf('=');
        return equals < 0 ? argument : argument.substring(0, equals);
    }

    private static String contextPath(String argument) {
        String value = argument.substring(Math.min(argument.length(), CONTEXT_PATH.length() + 1));
        boolean clean = value.startsWith("/")
                && (value.length() == 1 || !value.endsWith("/"))
                && value.chars().noneMatch(c -> c <= ' ' || c == '*' || c == '?' || c == '#' || c == '\\');
        if (!clean) {
            throw bad(argument, CONTEXT_PATH + "=/ or =/name, without a slash at its end");
        }
        return value;
    }

    /** A file of arguments or XML in the current directory would be looked for in the base, which is another one here. */
    private static String fromHere(String argument) {
        int equals = argument.indexOf('=');
        boolean option = argument.startsWith("--commands=");
        String file = option ? argument.substring(equals + 1) : argument;
        boolean named = option || equals < 0 && (file.endsWith(".xml") || file.endsWith(".properties"));
        if (!named || Path.of(file).isAbsolute() || !Files.isRegularFile(Path.of(file))) {
            return argument;
        }
        return argument.substring(0, option ? equals + 1 : 0) + Path.of(file).toAbsolutePath();
    }

    /**
     * Checks that each module is there.
     *
     * @param packed the names of those in the jar, sorted
     * @throws StartException naming the first that is missing
     */
    void checkModules(Set<String> packed) {
        for (String argument : others) {
            if (!MODULES.contains(name(argument))) {
                continue;
            }
            for (String module : ListValue.split(argument.substring(
                    Math.min(argument.length(), name(argument).length() + 1)))) {
                if (!packed.contains(module) && module.indexOf('$') < 0) {
                    throw bad(
                            argument,
                            "modules of this jar: " + String.join(", ", packed) + "; --with-modules=" + module
                                    + " packs another one");
                }
            }
        }
    }

    private static StartException bad(String argument, String expected) {
        return new StartException(
                StartException.BAD_ARGUMENT, argument + " (expected: " + expected + "), from <command-line>");
    }
}
