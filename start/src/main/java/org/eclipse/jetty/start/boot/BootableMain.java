package org.eclipse.jetty.start.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.start.cli.Commands;
import org.eclipse.jetty.start.files.OwnJar;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;

/**
 * The entry of a bootable jar: copies what is packed into a private directory, and goes on as start.jar.
 *
 * <p>The exit codes are those of {@link StartException}; 0 means success.
 */
public final class BootableMain {
    private BootableMain() {}

    /** Runs the command, and ends the JVM with its exit code unless a server runs now. */
    public static void main(String[] arguments) {
        int exitCode = run(OwnJar.path(), arguments, System.out);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    /**
     * Runs the command.
     *
     * @param jar the bootable jar
     */
    static int run(Path jar, String[] arguments, PrintStream out) {
        String usage = "Usage: java -jar " + jar.getFileName() + " [options] [properties]" + System.lineSeparator()
                + "       java -jar " + jar.getFileName() + " --help  # for more information";
        try (BootableJar packed = new BootableJar(jar)) {
            BootableArguments read = BootableArguments.of(arguments);
            if (read.help()) {
                out.print(help(jar));
                return 0;
            }
            read.checkModules(packed.modules());
            PrivateDirectory directory = PrivateDirectory.make();
            packed.extract(directory.path());
            if (read.contextPath() != null) {
                packed.setContextPath(directory.path(), read.contextPath());
            }
            List<String> all = new ArrayList<>();
            all.add("jetty.home=" + directory.path().resolve("home"));
            all.add("jetty.base=" + directory.path().resolve("base"));
            all.addAll(packed.arguments());
            all.addAll(read.others());
            return Commands.runReporting(all.toArray(new String[0]), out, usage);
        } catch (StartException e) {
            return Commands.report(e, usage);
        } catch (IOException e) {
            StartLog.error(
                    "Cannot unpack " + jar + ": " + e
                            + ". It needs room in the directory for temporary files: -Djava.io.tmpdir=<directory> names another");
            return StartException.UNKNOWN;
        }
    }

    private static String help(Path jar) throws IOException {
        try (InputStream in = BootableMain.class.getResourceAsStream("usage.txt")) {
            if (in == null) {
                throw new StartException(StartException.UNKNOWN, "usage.txt is missing in " + jar);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("app.jar", String.valueOf(jar.getFileName()));
        }
    }
}
