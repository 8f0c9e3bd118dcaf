package org.eclipse.jetty.maven;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a goal says of its server, in whatever process that is.
 *
 * @param connector where it listens
 * @param jettyXmls XML files for it, in order
 * @param stopPort the port for the command to stop; 0 for none
 * @param stopKey the key of that command
 * @param target the directory for files of this goal
 * @param output the file for what another process writes; null to print that and end the process with this JVM
 * @param java the command of the JVM for another process
 * @param jvmArgs arguments of that JVM
 * @param systemProperties system properties of that JVM
 * @param env variables of the environment of that process
 * @param checks how many times to look whether it has started
 * @param checkMillis the time between two looks
 */
public record ServerSettings(
        MavenServerConnector connector,
        List<Path> jettyXmls,
        int stopPort,
        @Nullable String stopKey,
        Path target,
        @Nullable Path output,
        String java,
        List<String> jvmArgs,
        Map<String, String> systemProperties,
        Map<String, String> env,
        int checks,
        long checkMillis) {
    /** Adds the arguments of a JVM to a command. */
    void addJvmArguments(List<String> command) {
        command.addAll(jvmArgs);
        systemProperties.forEach((name, value) -> command.add("-D" + name + "=" + value));
    }
}
