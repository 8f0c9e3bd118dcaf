package org.eclipse.jetty.deploy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.server.handler.DefaultHandler;
import org.eclipse.jetty.util.component.Environment;
import org.slf4j.LoggerFactory;

/** A server with a deployment scanner over temporary directories. */
final class DeployFixture implements AutoCloseable {
    private static final String XML = """
            <?xml version="1.0"?>
            <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
            """;

    final Server server = new Server();
    final LocalConnector connector = new LocalConnector(server);
    final ContextHandlerCollection contexts = new ContextHandlerCollection();
    final StandardDeployer deployer;
    final DeploymentScanner scanner;
    private final Path dir;
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.eclipse.jetty.deploy");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private long clock = 1_700_000_000L;

    DeployFixture(Path dir) {
        this(dir, true);
    }

    DeployFixture(Path dir, boolean atomicRedeploy) {
        this.dir = dir;
        Environment.removeAll();
        log.start();
        logger.addAppender(log);
        logger.setAdditive(false);
        logger.setLevel(Level.INFO);
        server.addConnector(connector);
        server.setHandler(contexts);
        server.setDefaultHandler(new DefaultHandler(false, false));
        deployer = new StandardDeployer(contexts, atomicRedeploy);
        server.addBean(deployer);
        scanner = new DeploymentScanner(server, deployer);
        scanner.addWebappsDirectory(makeDirectory("webapps"));
        scanner.setEnvironmentsDirectory(makeDirectory("environments"));
        scanner.configureEnvironment("core").setDefaultContextHandlerClass(EchoContext.class);
        scanner.configureEnvironment("static").setDefaultContextHandlerClass(EchoContext.class);
        server.addBean(scanner);
    }

    @Override
    public void close() throws Exception {
        EchoContext.atStart = path -> {};
        server.stop();
        logger.detachAppender(log);
        logger.setAdditive(true);
        Environment.removeAll();
    }

    Path makeDirectory(String name) {
        try {
            return Files.createDirectories(dir.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file with a time of its own, so that the change is seen whatever the clock of the file system. */
    Path write(String name, String text) {
        try {
            Path file = dir.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(clock++)));
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void writeXml(String name, String body) {
        write(name, XML + body);
    }

    /** Writes a context XML file that sets some text. */
    void writeEcho(String name, String text, String more) {
        writeXml(
                name,
                "<Configure class=\"org.eclipse.jetty.deploy.EchoContext\">\n<Set name=\"text\">" + text + "</Set>\n"
                        + more + "</Configure>\n");
    }

    void delete(String name) throws IOException {
        Files.delete(dir.resolve(name));
    }

    DeployFixture start() throws Exception {
        server.start();
        return this;
    }

    /** Scans until what was written is taken: a change counts when the next scan finds it unchanged. */
    void scan() {
        scanner.scan();
        scanner.scan();
    }

    /** The status and body of a GET. */
    String get(String path) throws Exception {
        return get(path, "localhost");
    }

    String get(String path, String host) throws Exception {
        String response =
                connector.getResponse("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
        String status = response.substring(9, 12);
        return status.equals("200") ? status + " " + response.substring(response.indexOf("\r\n\r\n") + 4) : status;
    }

    /** The warnings so far. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (ILoggingEvent event : logged()) {
            if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
                warnings.add(event.getFormattedMessage());
            }
        }
        return warnings;
    }

    void forgetWarnings() {
        synchronized (log) {
            log.list.clear();
        }
    }

    /** Others may log meanwhile: the appender is what they lock. */
    private List<ILoggingEvent> logged() {
        synchronized (log) {
            return List.copyOf(log.list);
        }
    }

    /** What is logged that is no warning. */
    List<String> infos() {
        List<String> infos = new ArrayList<>();
        for (ILoggingEvent event : logged()) {
            if (event.getLevel() == Level.INFO) {
                infos.add(event.getFormattedMessage());
            }
        }
        return infos;
    }

    Path path(String name) {
        return dir.resolve(name);
    }
}
