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

/** A server that runs as a process of its own from a home directory, with an application at {@code /}. */
final class ServerProcess implements AutoCloseable {
    static final List<String> HEAP = List.of("-Xms256m", "-Xmx1g");

    private final Path base;
    private final List<String> jvm;
    private final Process process;
    final String name;
    final int port;

    /**
     * Starts a home of Jetty's kind or of Tomcat, given as {@code NAME=DIRECTORY}, with {@link BlockServlet}; the first with further
     * modules and properties.
     */
    ServerProcess(String nameAndHome, String modules, String... properties) throws Exception {
        this(nameAndHome, modules, HEAP, properties);
    }

    /** @param jvm arguments of the JVM */
    ServerProcess(String nameAndHome, String modules, List<String> jvm, String... properties) throws Exception {
        this(nameAndHome, null, modules, jvm, properties);
    }

    /** @param application a WAR whose home page is answered by 200, or null for {@link BlockServlet} */
    ServerProcess(String nameAndHome, Path application, String modules, List<String> jvm, String... properties)
            throws Exception {
        this.jvm = jvm;
        int equals = nameAndHome.indexOf('=');
        name = nameAndHome.substring(0, equals);
        Path home = Path.of(nameAndHome.substring(equals + 1)).toAbsolutePath();
        base = Files.createTempDirectory("benchmark-" + name);
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path war = Files.createDirectories(base.resolve("webapps")).resolve("ROOT.war");
        if (application == null) {
            war(war);
        } else {
            Files.copy(application, war);
        }
        List<String> command = Files.exists(home.resolve("start.jar"))
                ? startJar(home.resolve("start.jar").toString(), modules, List.of(properties))
                : catalina(home);
        process = new ProcessBuilder(command)
                .directory(base.toFile())
                .redirectErrorStream(true)
                .redirectOutput(base.resolve("server.log").toFile())
                .start();
        awaitAnswer();
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    private List<String> java() {
        List<String> command = new ArrayList<>(List.of(tool("java")));
        command.addAll(jvm);
        return command;
    }

    private List<String> startJar(String jar, String modules, List<String> properties) throws Exception {
        Process add = new ProcessBuilder(tool("java"), "-jar", jar, "--add-modules=server,http,ee10-deploy" + modules)
                .directory(base.toFile())
                .redirectErrorStream(true)
                .redirectOutput(base.resolve("add.log").toFile())
                .start();
        if (add.waitFor() != 0) {
            throw new IOException(Files.readString(base.resolve("add.log")));
        }
        List<String> command = java();
        command.addAll(List.of("-jar", jar, "jetty.http.host=127.0.0.1", "jetty.http.port=" + port));
        command.addAll(properties);
        return command;
    }

    /** A home of Tomcat, which gets the modules and properties of nobody: 200 threads are its default too. */
    private List<String> catalina(Path home) throws IOException {
        Path conf = Files.createDirectories(base.resolve("conf"));
        Files.copy(home.resolve("conf/web.xml"), conf.resolve("web.xml"));
        Files.writeString(
                conf.resolve("server.xml"),
                "<Server port=\"-1\"><Service name=\"Catalina\"><Connector address=\"127.0.0.1\" port=\"" + port
                        + "\" maxKeepAliveRequests=\"-1\" keepAliveTimeout=\"300000\"/>"
                        + "<Engine name=\"Catalina\" defaultHost=\"localhost\"><Host name=\"localhost\"/></Engine>"
                        + "</Service></Server>");
        Files.createDirectories(base.resolve("temp"));
        List<String> command = java();
        command.add("-Dcatalina.home=" + home);
        command.add("-Dcatalina.base=" + base);
        command.add("-Djava.io.tmpdir=" + base.resolve("temp"));
        command.addAll(List.of("-cp", home.resolve("bin/bootstrap.jar") + ":" + home.resolve("bin/tomcat-juli.jar")));
        command.addAll(List.of("org.apache.catalina.startup.Bootstrap", "start"));
        return command;
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
                if (status != null && status.startsWith("HTTP/1.1 200 ")) {
                    return;
                }
            } catch (IOException x) {
                // not yet
            }
            Thread.sleep(100);
        }
        String log = log();
        close();
        throw new IOException(name + " does not answer:\n" + log);
    }

    /** What the server has said. */
    String log() throws IOException {
        return Files.readString(base.resolve("server.log"));
    }

    /** Gives all threads of a process one CPU. */
    static void pin(long pid, int cpu) throws Exception {
        Process taskset = new ProcessBuilder("taskset", "-apc", Integer.toString(cpu), Long.toString(pid))
                .redirectErrorStream(true)
                .start();
        String output = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (taskset.waitFor() != 0) {
            throw new IOException("taskset: " + output);
        }
    }

    private static void war(Path file) throws IOException {
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

    /** Memory of the process in bytes that is in RAM. */
    long residentMemory() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid() + "/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
            }
        }
        throw new IOException("no VmRSS of process " + pid());
    }

    /** Collects garbage, twice, as what is freed by the first time may be freed by the second only. */
    void collect() throws Exception {
        for (int i = 0; i < 2; i++) {
            jcmd("GC.run");
        }
    }

    /** Bytes of the heap that are live, after a collection. */
    long liveHeap() throws Exception {
        String total = jcmd("GC.class_histogram")
                .lines()
                .filter(line -> line.startsWith("Total"))
                .findFirst()
                .orElseThrow(() -> new IOException("no total in the histogram of process " + pid()));
        return Long.parseLong(total.trim().split("\\s+")[2]);
    }

    private String jcmd(String command) throws Exception {
        Process jcmd = new ProcessBuilder(tool("jcmd"), Long.toString(pid()), command)
                .redirectErrorStream(true)
                .start();
        String output = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (jcmd.waitFor() != 0) {
            throw new IOException("jcmd: " + output);
        }
        return output;
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
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
