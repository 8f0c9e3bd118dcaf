package org.eclipse.jetty.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A server that runs as a process of its own from a home directory, with {@link BlockServlet} at {@code /}. */
final class ServerProcess implements AutoCloseable {
    private final Path base;
    private final Process process;
    final String name;
    final int port;

    /** Starts a home given as {@code NAME=DIRECTORY}, with further modules and properties. */
    ServerProcess(String nameAndHome, String modules, String... properties) throws Exception {
        int equals = nameAndHome.indexOf('=');
        name = nameAndHome.substring(0, equals);
        Path home = Path.of(nameAndHome.substring(equals + 1)).toAbsolutePath();
        base = Files.createTempDirectory("benchmark-" + name);
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String jar = home.resolve("start.jar").toString();
        Process add = new ProcessBuilder(java, "-jar", jar, "--add-modules=server,http,ee10-deploy" + modules)
                .directory(base.toFile())
                .redirectErrorStream(true)
                .redirectOutput(base.resolve("add.log").toFile())
                .start();
        if (add.waitFor() != 0) throw new IOException(Files.readString(base.resolve("add.log")));
        war(base.resolve("webapps/ROOT.war"));
        List<String> command = new ArrayList<>(List.of(java, "-Xms256m", "-Xmx1g", "-jar", jar));
        command.addAll(List.of("jetty.http.host=127.0.0.1", "jetty.http.port=" + port));
        command.addAll(List.of(properties));
        process = new ProcessBuilder(command)
                .directory(base.toFile())
                .redirectErrorStream(true)
                .redirectOutput(base.resolve("server.log").toFile())
                .start();
        awaitAnswer();
    }

    long pid() {
        return process.pid();
    }

    private void awaitAnswer() throws Exception {
        long end = System.nanoTime() + 60_000_000_000L;
        while (System.nanoTime() < end && process.isAlive()) {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                OutputStream out = socket.getOutputStream();
                out.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
                String status = new BufferedReader(
                                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                        .readLine();
                if (status != null && status.startsWith("HTTP/1.1 200 ")) return;
            } catch (IOException x) {
                // not yet
            }
            Thread.sleep(100);
        }
        String log = Files.readString(base.resolve("server.log"));
        close();
        throw new IOException(name + " does not answer:\n" + log);
    }

    /** Gives all threads of a process one CPU. */
    static void pin(long pid, int cpu) throws Exception {
        Process taskset = new ProcessBuilder("taskset", "-apc", Integer.toString(cpu), Long.toString(pid))
                .redirectErrorStream(true)
                .start();
        String output = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (taskset.waitFor() != 0) throw new IOException("taskset: " + output);
    }

    private static void war(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        String path = BlockServlet.class.getName().replace('.', '/') + ".class";
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file));
                InputStream in = BlockServlet.class.getResourceAsStream("/" + path)) {
            out.putNextEntry(new ZipEntry("WEB-INF/classes/" + path));
            in.transferTo(out);
            out.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
            out.write(
                    ("<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.0\" metadata-complete=\"true\">"
                                    + "<servlet><servlet-name>block</servlet-name><servlet-class>"
                                    + BlockServlet.class.getName()
                                    + "</servlet-class></servlet><servlet-mapping><servlet-name>block</servlet-name>"
                                    + "<url-pattern>/</url-pattern></servlet-mapping></web-app>")
                            .getBytes(StandardCharsets.UTF_8));
        }
    }

    /** CPU time of the process in seconds, user and kernel. */
    double cpu() throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid() + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / 100.0;
    }

    @Override
    public void close() throws Exception {
        process.destroy();
        process.waitFor();
        try (Stream<Path> files = Files.walk(base)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
