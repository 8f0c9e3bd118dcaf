package org.eclipse.jetty.fcgi.proxy;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.util.IO;
import org.junit.jupiter.api.Assumptions;

/** The real PHP-FPM, with scripts of tests. */
public final class PhpFpm implements Closeable {
    private static final List<Path> PROGRAMS =
            List.of(Path.of("/usr/sbin/php-fpm8.4"), Path.of("/usr/sbin/php-fpm8.2"), Path.of("/usr/sbin/php-fpm"));

    private final Path directory = Files.createTempDirectory(Path.of("/tmp"), "fpm");
    private final Path program;
    private final String listen;
    private final int port;
    private Process process;

    /** @param unixDomain whether it listens on a Unix-domain socket instead of a port */
    public PhpFpm(boolean unixDomain) throws IOException {
        program = PROGRAMS.stream().filter(Files::isExecutable).findFirst().orElse(null);
        if (program == null) {
            System.err.println("SKIPPED: no " + PROGRAMS + " (install the package php-fpm)");
        }
        Assumptions.assumeTrue(program != null, "the package php-fpm is not installed");
        Files.createDirectory(root());
        if (unixDomain) {
            port = 9;
            listen = socket().toString();
        } else {
            port = Ports.unused();
            listen = "127.0.0.1:" + port;
        }
        Files.writeString(
                directory.resolve("fpm.conf"), """
                [global]
                daemonize = no
                error_log = %s/fpm.log
                [tests]
                user = %s
                listen = %s
                pm = static
                pm.max_children = 2
                catch_workers_output = no
                """.formatted(directory, System.getProperty("user.name"), listen));
        start();
    }

    public Path root() {
        return directory.resolve("www");
    }

    public Path socket() {
        return directory.resolve("fpm.sock");
    }

    public int port() {
        return port;
    }

    public void script(String name, String text) throws IOException {
        Path file = root().resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    void start() throws IOException {
        process = new ProcessBuilder(
                        program.toString(),
                        "-F",
                        "-R",
                        "-n",
                        "-d",
                        "upload_max_filesize=64M",
                        "-d",
                        "post_max_size=64M",
                        "-y",
                        directory.resolve("fpm.conf").toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out.log").toFile())
                .start();
        Awaitility.await("PHP-FPM").until(this::isListening);
    }

    private boolean isListening() {
        try {
            return accepts();
        } catch (IOException x) {
            return false;
        }
    }

    private boolean accepts() throws IOException {
        SocketAddress address = listen.startsWith("/")
                ? UnixDomainSocketAddress.of(socket())
                : new InetSocketAddress("127.0.0.1", port);
        if (address instanceof UnixDomainSocketAddress) {
            try (SocketChannel channel = SocketChannel.open(address)) {
                return channel.isConnected();
            }
        }
        try (Socket probe = new Socket()) {
            probe.connect(address);
            return true;
        }
    }

    /** Ends it with all of its workers. */
    void kill() {
        // first the master, which would start other workers
        List<ProcessHandle> workers = process.descendants().toList();
        process.destroyForcibly();
        try {
            process.waitFor(30, TimeUnit.SECONDS);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
        workers.forEach(ProcessHandle::destroyForcibly);
        Awaitility.await("the end of PHP-FPM").until(() -> !isListening());
    }

    @Override
    public void close() throws IOException {
        if (process != null) {
            kill();
        }
        IO.delete(directory);
    }
}
