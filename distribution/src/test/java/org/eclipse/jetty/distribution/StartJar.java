package org.eclipse.jetty.distribution;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The start.jar of the assembled home, run in this JVM. Not thread-safe: it writes to one log. */
final class StartJar {
    /** What a run reported, what it said besides, and its exit code. */
    record Result(int exitCode, String out, String log) {
        List<String> lines() {
            return out.lines().toList();
        }

        @Override
        public String toString() {
            return "exit code " + exitCode + "\n" + out + log;
        }
    }

    private final Path home;
    private final Method run;
    private final Method logTo;

    StartJar(Path home) throws Exception {
        this.home = home.toAbsolutePath();
        URL jar = this.home.resolve("start.jar").toUri().toURL();
        // the JVM that runs the tests has its own classes of the same names
        ClassLoader loader = new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader());
        run = loader.loadClass("org.eclipse.jetty.start.Main")
                .getDeclaredMethod("run", String[].class, PrintStream.class);
        run.setAccessible(true);
        logTo = loader.loadClass("org.eclipse.jetty.start.problems.StartLog")
                .getDeclaredMethod("to", PrintStream.class);
        logTo.setAccessible(true);
    }

    /** Runs a command for a base, as {@code java -jar start.jar} would. */
    Result run(Path base, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("jetty.home=" + home, "jetty.base=" + base.toAbsolutePath()));
        all.addAll(List.of(arguments));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        logTo.invoke(null, new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            int exitCode = (int)
                    run.invoke(null, all.toArray(new String[0]), new PrintStream(out, true, StandardCharsets.UTF_8));
            return new Result(exitCode, out.toString(StandardCharsets.UTF_8), log.toString(StandardCharsets.UTF_8));
        } catch (InvocationTargetException x) {
            throw new AssertionError("start.jar " + all + " failed: " + log, x.getCause());
        }
    }
}
