package org.eclipse.jetty.operations;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Jetty;
import org.eclipse.jetty.util.JsonText;

/**
 * What is needed to understand a server that misbehaves, as one zip file without secrets.
 *
 * <table>
 * <caption>Entries</caption>
 * <tr><td>summary.txt</td><td>versions, process, memory, arguments of the JVM</td></tr>
 * <tr><td>findings.txt</td><td>what is wrong with the server, and what to do</td></tr>
 * <tr><td>report.json</td><td>the same with what it follows from: server, connections, applications, certificates, scheduling, warnings</td></tr>
 * <tr><td>components.json</td><td>all components with their attributes: limits and what they refused, queues, pools, buffers</td></tr>
 * <tr><td>server.txt</td><td>the dump of the server</td></tr>
 * <tr><td>connections.txt</td><td>the connections, with addresses, age and state</td></tr>
 * <tr><td>system-properties.txt</td><td>the properties of the JVM</td></tr>
 * <tr><td>threads-begin.txt, threads-end.txt</td><td>all threads, before and after the recording</td></tr>
 * <tr><td>threads.json</td><td>all threads by their containers (Java 21)</td></tr>
 * <tr><td>recording.jfr</td><td>a recording of the flight recorder, if the JVM has it</td></tr>
 * </table>
 *
 * <p>An entry that cannot be made holds the reason. Confined to one thread.
 */
final class DiagnosticBag {
    private final Server server;
    private final ZipOutputStream zip;

    DiagnosticBag(Server server, OutputStream out) {
        this.server = server;
        zip = new ZipOutputStream(out);
    }

    /**
     * Writes all entries.
     *
     * @param seconds the duration of the recording; 0 for none
     * @param stopping ends the recording early
     */
    void write(long seconds, CountDownLatch stopping) throws IOException {
        add("summary.txt", DiagnosticBag::summary);
        add("findings.txt", this::findings);
        add("report.json", () -> JsonText.indented(Diagnostics.of(server).all()));
        add("threads-begin.txt", ThreadReport::text);
        add("components.json", () -> ComponentTree.of(server));
        add("server.txt", () -> Secrets.hiding(server.dump()));
        add("connections.txt", () -> ConnectionReport.text(server));
        add("system-properties.txt", DiagnosticBag::systemProperties);
        zip.flush();
        if (seconds > 0) {
            record(seconds, stopping);
        }
        add("threads-end.txt", ThreadReport::text);
        String threads = ThreadReport.json();
        if (threads != null) {
            add("threads.json", () -> threads);
        }
        zip.finish();
        zip.flush();
    }

    private void add(String name, Supplier<String> content) throws IOException {
        String text;
        try {
            text = content.get();
        } catch (RuntimeException x) {
            text = "Not available: " + x + "\n";
        }
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    private String findings() {
        List<Finding> findings = Findings.of(server);
        if (findings.isEmpty()) {
            return "Nothing was found to be wrong.\n";
        }
        StringBuilder text = new StringBuilder();
        findings.forEach(finding -> text.append(finding).append('\n'));
        return text.toString();
    }

    private void record(long seconds, CountDownLatch stopping) throws IOException {
        if (!FlightRecording.isAvailable()) {
            add("recording.txt", () -> "Not available: the JVM is without the module jdk.jfr\n");
            return;
        }
        // nobody else may read it
        Path folder = Files.createTempDirectory("jetty-diagnose");
        Path file = folder.resolve("recording.jfr");
        try (FlightRecording recording = new FlightRecording()) {
            stopping.await(seconds, TimeUnit.SECONDS);
            recording.writeTo(file);
            zip.putNextEntry(new ZipEntry("recording.jfr"));
            Files.copy(file, zip);
            zip.closeEntry();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException x) {
            add("recording.txt", () -> "Not available: " + x + "\n");
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private static String summary() {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        Runtime jvm = Runtime.getRuntime();
        StringBuilder text = new StringBuilder();
        line(text, "time", Instant.now());
        line(text, "server", "Jetty " + Jetty.VERSION);
        line(text, "java", System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")");
        line(text, "system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        line(text, "process", ProcessHandle.current().pid());
        line(text, "up", Duration.ofMillis(runtime.getUptime()));
        line(text, "processors", jvm.availableProcessors());
        line(text, "load", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        line(text, "heap", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage());
        line(text, "other memory", ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage());
        ManagementFactory.getGarbageCollectorMXBeans()
                .forEach(collector -> line(
                        text,
                        collector.getName(),
                        collector.getCollectionCount() + " collections, " + collector.getCollectionTime() + " ms"));
        List<String> arguments = runtime.getInputArguments();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            line(
                    text,
                    "argument",
                    equals < 0
                            ? argument
                            : argument.substring(0, equals + 1)
                                    + Secrets.shown(argument.substring(0, equals), argument.substring(equals + 1)));
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String name, Object value) {
        text.append(name).append(": ").append(value).append('\n');
    }

    private static String systemProperties() {
        StringBuilder text = new StringBuilder();
        TreeMap<String, String> sorted = new TreeMap<>();
        for (String name : System.getProperties().stringPropertyNames()) {
            sorted.put(name, System.getProperty(name, ""));
        }
        sorted.forEach((name, value) -> text.append(name)
                .append('=')
                .append(Secrets.shown(name, value).replace("\n", "\\n").replace("\r", "\\r"))
                .append('\n'));
        return text.toString();
    }
}
