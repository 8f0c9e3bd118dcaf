package org.eclipse.jetty.start.running;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.eclipse.jetty.start.StartFixture;
import org.eclipse.jetty.start.problems.StartException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiagnosticsClientTest {
    @TempDir
    Path dir;

    private StartFixture start;

    @BeforeEach
    void create() {
        start = new StartFixture(dir);
    }

    @AfterEach
    void close() {
        start.close();
    }

    /** Runs start.jar with a server that gives one answer; returns exit code, key and command. */
    private String ask(byte[] answer, String... arguments) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            CompletableFuture<String> received = CompletableFuture.supplyAsync(() -> {
                try (Socket socket = server.accept();
                        BufferedReader in = new BufferedReader(
                                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
                    String lines = in.readLine() + "," + in.readLine();
                    socket.getOutputStream().write(answer);
                    return lines;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            String[] all = Arrays.copyOf(arguments, arguments.length + 2);
            all[arguments.length] = "stop.port=" + server.getLocalPort();
            all[arguments.length + 1] = "stop.key=k";
            int exitCode = start.run(all);
            return exitCode + ":" + received.get();
        }
    }

    private String ask(String answer, String... arguments) throws Exception {
        return ask(answer.getBytes(StandardCharsets.UTF_8), arguments);
    }

    @Test
    void threadsAndDumpArePrinted() throws Exception {
        assertThat(ask("OK\r\n3 threads: \u00e9\n", "--threads")).isEqualTo("0:k,threads");
        assertThat(start.out()).isEqualTo("3 threads: \u00e9\n");
        assertThat(ask("OK\r\nServer@1\n", "--dump")).isEqualTo("0:k,dump");
        assertThat(start.out()).isEqualTo("Server@1\n");
    }

    @Test
    void changeOfALevelIsSentAsItIs() throws Exception {
        assertThat(ask("OK\r\nx logs at DEBUG for 600 s\n", "--log-level=x=DEBUG:10m"))
                .isEqualTo("0:k,log-level x=DEBUG:10m");
        assertThat(start.out()).isEqualTo("x logs at DEBUG for 600 s\n");
        assertThat(ask("ERROR log level: x (expected: NAME=LEVEL)\r\n", "--log-level=x"))
                .isEqualTo(StartException.NOT_STOPPED + ":k,log-level x");
        assertThat(start.err()).contains("ERROR : log level: x (expected: NAME=LEVEL)");
    }

    @Test
    void serverThatClosesTheConnectionIsReported() throws Exception {
        assertThat(ask("", "--threads")).isEqualTo(StartException.NOT_STOPPED + ":k,threads");
        assertThat(start.err()).contains("Is stop.key the same, and the module diagnostics enabled?");
    }

    @Test
    void bagHasTheConfigurationWithOriginsAndOnlyItsOwnerReadsIt() throws Exception {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.write("OK\r\n".getBytes(StandardCharsets.UTF_8));
        try (ZipOutputStream zip = new ZipOutputStream(answer)) {
            zip.putNextEntry(new ZipEntry("summary.txt"));
            zip.write("summary".getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }
        start.write("base/start.d/a.ini", "a.b=1\na.password=tr0ub4dor\n");
        Path file = dir.resolve("bag.zip");
        assertThat(ask(answer.toByteArray(), "--diagnose=" + file, "--seconds=2"))
                .isEqualTo("0:k,diagnose 2");
        Map<String, String> bag = unzip(file);
        assertThat(bag).containsEntry("summary.txt", "summary");
        assertThat(bag.get("configuration.json"))
                .contains("\"a.b\"", "start.d/a.ini", "\"line\"")
                .doesNotContain("tr0ub4dor");
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
        assertThat(start.run("--diagnose=" + file, "stop.port=1")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.err()).contains("(expected: a file that is not there)");
    }

    private static Map<String, String> unzip(Path file) throws Exception {
        Map<String, String> bag = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                bag.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return bag;
    }

    @Test
    void answerThatIsNoZipLeavesNoFile() throws Exception {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(answer)) {
            zip.putNextEntry(new ZipEntry("summary.txt"));
            zip.write(new byte[10_000]);
            zip.closeEntry();
        }
        String whole = "OK\r\n" + answer.toString(StandardCharsets.ISO_8859_1);
        byte[] cut = Arrays.copyOf(whole.getBytes(StandardCharsets.ISO_8859_1), 50);
        Path file = dir.resolve("bag.zip");
        assertThat(ask(cut, "--diagnose=" + file)).isEqualTo(StartException.NOT_STOPPED + ":k,diagnose 30");
        assertThat(file).doesNotExist();
    }

    @Test
    void secondsNeedABag() {
        assertThat(start.run("--threads", "--seconds=1", "stop.port=1")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.err()).contains("--seconds without --diagnose");
    }

    @Test
    void portIsThatOfTheBase() {
        start.write("base/start.d/shutdown.ini", "jetty.shutdown.port=1\njetty.shutdown.key=k\n");
        assertThat(start.run("--threads")).isEqualTo(StartException.NOT_STOPPED);
        assertThat(start.err()).contains("Cannot ask the server at 127.0.0.1:1:");
    }
}
