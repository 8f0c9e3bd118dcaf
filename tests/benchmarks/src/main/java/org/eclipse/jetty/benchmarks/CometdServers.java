package org.eclipse.jetty.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The servers that a chat by CometD is measured with: each of those of the command line, with each kind of threads. Stateless. */
final class CometdServers {
    private static final Path WAR = Path.of("cometd", "target", "cometd.war");

    private CometdServers() {}

    /** Measures one server. */
    interface Measurement {
        /**
         * Returns what is printed.
         *
         * @param virtual whether the server runs its tasks on virtual threads
         * @param rate messages in a second
         */
        String of(ServerProcess server, boolean virtual, int rate, int seconds) throws Exception;
    }

    /** Starts one server after the other, and prints what was measured. */
    static void measure(String[] args, Measurement measurement) throws Exception {
        List<String> arguments = Arrays.asList(args);
        int rate = Integer.parseInt(Measure.option(arguments, "--rate", "990"));
        int seconds = Integer.parseInt(Measure.option(arguments, "--seconds", "10"));
        Path war = Path.of(System.getProperty("benchmarks.directory", "tests/benchmarks"))
                .resolve(WAR);
        if (!Files.exists(war)) {
            throw new IOException(war.toAbsolutePath() + " is missing: mvn -f cometd/pom.xml package");
        }
        for (String threads :
                Measure.option(arguments, "--threads", "platform,virtual").split(",")) {
            boolean virtual = threads.equals("virtual");
            String modules = virtual ? ",threadpool-virtual" : "";
            for (String home : arguments) {
                if (home.indexOf('=') < 0) {
                    continue;
                }
                try (ServerProcess server =
                        new ServerProcess(home, war, modules, ServerProcess.HEAP, "jetty.http.idleTimeout=300000")) {
                    System.out.printf(
                            "%s, %s threads: %s%n",
                            server.name, threads, measurement.of(server, virtual, rate, seconds));
                }
            }
        }
    }
}
