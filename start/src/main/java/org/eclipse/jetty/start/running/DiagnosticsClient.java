package org.eclipse.jetty.start.running;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.eclipse.jetty.start.config.Options;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.jvm.CommandLine;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.eclipse.jetty.start.report.JsonReport;
import org.eclipse.jetty.start.session.Resolver;
import org.eclipse.jetty.start.session.StartSession;
import org.jspecify.annotations.Nullable;

/**
 * Asks a running server what it does: one TCP connection, {@code <key>\r\n<command>\r\n}, answered by {@code OK\r\n} and what was
 * asked for, or by {@code ERROR <reason>\r\n}.
 */
public final class DiagnosticsClient {
    /** A server answers within seconds, but may record for up to 300 s. */
    private static final int TIMEOUT_MILLIS = 360_000;

    private static final int MAX_LINE = 1024;

    private final StartSession session;
    private final String version;
    private final PrintStream out;

    public DiagnosticsClient(StartSession session, String version, PrintStream out) {
        this.session = session;
        this.version = version;
        this.out = out;
    }

    public void run() {
        Options options = session.config().options();
        if (options.logLevel != null) {
            ask("log-level " + options.logLevel, this::print);
        }
        if (options.dump) {
            ask("dump", this::print);
        }
        if (options.threads) {
            ask("threads", this::print);
        }
        if (options.diagnose != null) {
            Path file = file(options.diagnose);
            String seconds = options.seconds == null ? "30" : options.seconds;
            if (!seconds.equals("0")) {
                StartLog.info("Recording for " + seconds + " seconds");
            }
            diagnose(seconds, file);
        }
    }

    private void diagnose(String seconds, Path file) {
        try {
            ask("diagnose " + seconds, in -> write(in, file));
        } catch (StartException e) {
            // nothing listens at the port of commands
            if (!(e.getCause() instanceof ConnectException)) {
                throw e;
            }
            try {
                write(null, file);
            } catch (IOException x) {
                e.addSuppressed(x);
                throw e;
            }
            StartLog.info("Written without a server, the configuration and the ports in use: " + file);
            throw e;
        }
        StartLog.info("Written: " + file);
    }

    /** Takes what follows the line OK. */
    private interface Answer {
        void take(InputStream in) throws IOException;
    }

    private void ask(String command, Answer answer) {
        StopPort server = new StopPort(session.config().properties());
        int port = server.port();
        String host = server.host();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), 10_000);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            OutputStream request = socket.getOutputStream();
            request.write((server.key() + "\r\n" + command + "\r\n").getBytes(StandardCharsets.UTF_8));
            request.flush();
            InputStream in = socket.getInputStream();
            String line = line(in);
            if (line.isEmpty()) {
                throw new StartException(
                        StartException.NOT_STOPPED,
                        "The server closed the connection. Is stop.key the same, and the module diagnostics enabled?");
            }
            if (!line.equals("OK")) {
                throw new StartException(
                        StartException.NOT_STOPPED, line.startsWith("ERROR ") ? line.substring(6) : line);
            }
            answer.take(in);
        } catch (FileAlreadyExistsException e) {
            throw new StartException(
                    StartException.BAD_ARGUMENT,
                    "--diagnose=" + e.getFile() + " (expected: a file that is not there)",
                    e);
        } catch (IOException e) {
            throw new StartException(
                    StartException.NOT_STOPPED,
                    "Cannot ask the server at " + host + ":" + port + ": " + e.getMessage()
                            + ". Is it running, with the same stop.port and stop.host?",
                    e);
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b >= 0 && b != '\n' && line.length() < MAX_LINE; b = in.read()) {
            line.append((char) b);
        }
        return line.toString().strip();
    }

    private void print(InputStream in) throws IOException {
        in.transferTo(out);
        out.flush();
    }

    private Path file(String name) {
        String chosen = name.isEmpty()
                ? "jetty-diagnose-" + LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"))
                        + ".zip"
                : name;
        Path file = Path.of(chosen).toAbsolutePath();
        if (Files.exists(file)) {
            throw new StartException(
                    StartException.BAD_ARGUMENT, "--diagnose=" + file + " (expected: a file that is not there)");
        }
        return file;
    }

    /**
     * Writes the zip of the server, and the configuration of the base beside it, to a file that only its owner reads.
     *
     * @param in null if there is no server: then the bag has what keeps it from starting
     */
    private void write(@Nullable InputStream in, Path file) throws IOException {
        List<ModuleFile> modules = session.enable();
        boolean complete = false;
        try (OutputStream stream = create(file);
                ZipInputStream from = new ZipInputStream(in == null ? InputStream.nullInputStream() : in);
                ZipOutputStream to = new ZipOutputStream(stream)) {
            if (in == null) {
                add(to, "findings.txt", findings(modules));
            }
            for (ZipEntry entry = from.getNextEntry(); entry != null; entry = from.getNextEntry()) {
                to.putNextEntry(new ZipEntry(entry.getName()));
                from.transferTo(to);
                to.closeEntry();
            }
            add(to, "configuration.json", configuration(modules));
            complete = true;
        } finally {
            if (!complete) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static void add(ZipOutputStream to, String name, String text) throws IOException {
        to.putNextEntry(new ZipEntry(name));
        to.write(text.getBytes(StandardCharsets.UTF_8));
        to.closeEntry();
    }

    private String findings(List<ModuleFile> modules) {
        StringBuilder text =
                new StringBuilder("ERROR server: No server of this base answers at the port of commands.\n");
        for (String sentence : new PortsInUse(session.config().properties(), modules).sentences()) {
            text.append("ERROR port: ").append(sentence).append(".\n");
        }
        return text.toString();
    }

    private static OutputStream create(Path file) throws IOException {
        FileAttribute<?>[] attributes =
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                        }
                        : new FileAttribute<?>[0];
        return Channels.newOutputStream(Files.newByteChannel(
                file, EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes));
    }

    /** What {@code --list-config=json} prints; secrets are hidden. */
    private String configuration(List<ModuleFile> modules) {
        StartConfig config = session.config();
        new Resolver(config, session.baseHome()).resolve(modules);
        return JsonReport.config(
                config, session.baseHome(), modules, version, new CommandLine(config, session.baseHome()));
    }
}
