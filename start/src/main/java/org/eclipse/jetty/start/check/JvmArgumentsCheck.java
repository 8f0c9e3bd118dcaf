package org.eclipse.jetty.start.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.jspecify.annotations.Nullable;

/**
 * Asks a JVM whether it takes the arguments that ini files and the {@code [exec]} sections of modules give it, by letting it print its
 * version.
 *
 * <p>Arguments with an effect, which open files or ports, are not given to it. When it refuses, each is tried alone. Confined to
 * the main thread.
 */
final class JvmArgumentsCheck {
    private static final long SECONDS = 20;
    private static final String REMEDY = "Correct or remove it, it is read as an argument of the java command";
    /** These load code, open ports, or write files. */
    private static final List<String> EFFECTIVE = List.of(
            "-D",
            "-agent",
            "-javaagent",
            "-Xlog",
            "-Xrun",
            "-Xdebug",
            "-Xbootclasspath",
            "-Xshare:dump",
            "-XX:StartFlightRecording",
            "-XX:FlightRecorderOptions",
            "-XX:LogFile",
            "-XX:+LogVMOutput",
            "-XX:ArchiveClassesAtExit",
            "-XX:AOT",
            "-XX:OnError",
            "-XX:OnOutOfMemoryError",
            "-XX:VMOptionsFile",
            "-XX:Flags");

    private final StartConfig config;
    private final boolean isTrained;
    private final Findings findings;

    /**
     * Checks the arguments of a base.
     *
     * @param isTrained whether the base has a start cache
     */
    JvmArgumentsCheck(StartConfig config, boolean isTrained, Findings findings) {
        this.config = config;
        this.isTrained = isTrained;
        this.findings = findings;
    }

    /** Reports those that are refused, if a second JVM would get them. */
    void check() {
        List<StartConfig.JvmArgument> all = new ArrayList<>(config.moduleJvmArguments());
        // a start cache has a second JVM, too
        boolean used = config.isForking() || isTrained;
        if (used) {
            all.addAll(config.jvmArguments());
        } else {
            for (StartConfig.JvmArgument argument : config.jvmArguments()) {
                findings.warning(
                        argument.text() + " has no effect: the server runs in the JVM of start.jar",
                        argument.origin(),
                        "Add --exec to the ini file, or write it before -jar");
            }
        }
        List<List<StartConfig.JvmArgument>> units = units(all);
        List<String> together = new ArrayList<>();
        for (List<StartConfig.JvmArgument> unit : units) {
            together.addAll(texts(unit));
        }
        if (together.isEmpty()) {
            return;
        }
        String refusal = refusal(together);
        if (refusal == null) {
            return;
        }
        int before = findings.errors();
        for (List<StartConfig.JvmArgument> unit : units) {
            String own = refusal(texts(unit));
            if (own != null) {
                tell(unit.get(0), own);
            }
        }
        // none is wrong by itself: the last does not go with the others
        if (findings.errors() == before) {
            tell(all.get(all.size() - 1), refusal);
        }
    }

    private void tell(StartConfig.JvmArgument argument, String refusal) {
        findings.add(
                new Finding(
                        true, argument.origin(), "the JVM refuses " + argument.text() + ": " + refusal, null, REMEDY),
                StartException.MAIN_FAILED);
    }

    private List<String> texts(List<StartConfig.JvmArgument> arguments) {
        List<String> texts = new ArrayList<>();
        for (StartConfig.JvmArgument argument : arguments) {
            texts.add(config.properties().expand(argument.text()));
        }
        return texts;
    }

    /** The arguments that can be tried; an option whose value is the next argument goes with that. */
    private static List<List<StartConfig.JvmArgument>> units(List<StartConfig.JvmArgument> all) {
        List<List<StartConfig.JvmArgument>> units = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            StartConfig.JvmArgument argument = all.get(i);
            String text = argument.text();
            boolean hasValue = text.startsWith("--")
                    && text.indexOf('=') < 0
                    && i + 1 < all.size()
                    && !all.get(i + 1).text().startsWith("-");
            if (EFFECTIVE.stream().anyMatch(text::startsWith)) {
                continue;
            }
            units.add(hasValue ? List.of(argument, all.get(++i)) : List.of(argument));
        }
        return units;
    }

    /** What a JVM has against the arguments; null when it takes them, or does not answer. */
    private static @Nullable String refusal(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        command.add("-version");
        try {
            Path output = Files.createTempFile("start-", ".out");
            try {
                Process process = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
                if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    return null;
                }
                return process.exitValue() == 0 ? null : reason(Files.readAllLines(output));
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            StartLog.debug("the JVM arguments were not checked: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return null;
    }

    /** The first line of what the JVM says; the others say that there is no JVM. */
    private static String reason(List<String> output) {
        for (String line : output) {
            if (!line.isBlank()
                    && !line.startsWith("Picked up ")
                    && !line.contains("warning:")
                    && !line.startsWith("Error occurred during initialization")) {
                return line.strip().replaceFirst("^Error: ", "");
            }
        }
        return "it does not start with it";
    }
}
