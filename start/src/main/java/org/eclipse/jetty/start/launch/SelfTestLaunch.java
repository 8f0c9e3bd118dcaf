package org.eclipse.jetty.start.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.eclipse.jetty.start.session.StartSession;

/**
 * Starts the server of the base at free ports of this machine, with an XML file that attacks it, reports, and ends the JVM. What it
 * writes of logs goes to a temporary directory, so that a server of the base that runs meanwhile keeps its own.
 */
public final class SelfTestLaunch {
    private static final String XML = "etc/jetty-selftest.xml";
    private static final String HOST = "127.0.0.1";

    private final StartSession session;
    private final String version;

    public SelfTestLaunch(StartSession session, String version) {
        this.session = session;
        this.version = version;
    }

    /** Prepares; the class path and XML files of the modules are known. */
    public void prepare() {
        StartConfig config = session.config();
        config.server().xmls().add(find(XML));
        Path jar = find("lib/jetty-operations-" + version + ".jar");
        config.server().classPath().add(jar);
        StartProperties properties = config.properties();
        for (StartProperties.Property property : properties.sorted()) {
            String name = property.name().toLowerCase(Locale.ROOT);
            if (!name.startsWith("jetty.")) {
                continue;
            }
            if (name.endsWith(".port") || name.endsWith("rmiserverport") || name.endsWith("rmiregistryport")) {
                properties.set(property.name(), "0", Origin.COMPUTED);
            }
            if (name.endsWith(".host")) {
                properties.set(property.name(), HOST, Origin.COMPUTED);
            }
        }
        for (String port :
                new String[] {"jetty.http.port", "jetty.ssl.port", "jetty.health.port", "jetty.console.port"}) {
            properties.set(port, "0", Origin.COMPUTED);
        }
        for (String host :
                new String[] {"jetty.http.host", "jetty.ssl.host", "jetty.health.host", "jetty.console.host"}) {
            properties.set(host, HOST, Origin.COMPUTED);
        }
        properties.set("jetty.shutdown.port", "-1", Origin.COMPUTED);
        Path written = temporary();
        for (String directory :
                new String[] {"jetty.requestlog.dir", "jetty.console-capture.dir", "jetty.debuglog.dir"}) {
            properties.set(directory, written.toString(), Origin.COMPUTED);
        }
        if (properties.value("jetty.requestlog.filePath") != null) {
            properties.set(
                    "jetty.requestlog.filePath",
                    written.resolve("yyyy_mm_dd.request.log").toString(),
                    Origin.COMPUTED);
        }
        for (String file : new String[] {"jetty.pid", "jetty.state"}) {
            properties.set(file, written.resolve(file).toString(), Origin.COMPUTED);
        }
    }

    private Path find(String name) {
        Path file = session.baseHome().find(name);
        if (file == null) {
            throw new StartException(
                    StartException.BAD_ARGUMENT,
                    "--selftest is not possible: there is no " + name + " in "
                            + session.baseHome().searchOrder());
        }
        return file;
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            StartLog.debug("not deleted: " + directory + ": " + e);
        }
    }

    private static Path temporary() {
        try {
            Path directory = Files.createTempDirectory("jetty-selftest");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory), "delete-selftest-logs"));
            return directory;
        } catch (IOException e) {
            throw new StartException(StartException.UNKNOWN, "--selftest: no temporary directory: " + e, e);
        }
    }
}
