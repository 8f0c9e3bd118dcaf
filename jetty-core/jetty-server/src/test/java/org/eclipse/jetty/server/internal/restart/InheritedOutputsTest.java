package org.eclipse.jetty.server.internal.restart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which outputs give way to a socket, and that a shell has them again afterwards. */
class InheritedOutputsTest {
    @TempDir
    private Path dir;

    @ParameterizedTest
    @CsvSource({
        "1, true, true, true, 0",
        "2, true, false, false, '0,3'",
        "2, false, true, false, '0,3'",
        "2, false, false, true, 0",
        "3, true, false, false, '0,3'",
        "3, true, true, true, '0,3,4'",
        "3, false, false, true, 0",
        "9, false, true, true, '0,3,4'",
    })
    void outputGivesWayIfItCanBeHadAgain(int count, boolean same, boolean out, boolean err, String numbers) {
        List<Integer> expected =
                List.of(numbers.split(",")).stream().map(Integer::valueOf).toList();
        assertThat(new InheritedOutputs(same, out, err).numbers(count)).isEqualTo(expected);
    }

    /** Files take the place of sockets: what the command behind the script writes to a number shows what is there. */
    private void run(InheritedOutputs outputs, int count, String command, Path... slots) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")) && Files.isDirectory(Path.of("/proc/self/fd")));
        // the process whose outputs are had again
        Process old = new ProcessBuilder("/bin/sh", "-c", "echo ready; read end")
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(dir.resolve("out").toFile()))
                .redirectError(
                        ProcessBuilder.Redirect.appendTo(dir.resolve("err").toFile()))
                .start();
        try {
            // both write to it
            await().until(() -> text("out").equals("ready\n"));
            String script = outputs.script(count, old.pid());
            ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script, "sh", "/bin/sh", "-c", command);
            builder.redirectOutput(slots[0].toFile());
            builder.redirectError(slots[1].toFile());
            Process process = builder.start();
            assertThat(process.waitFor()).isZero();
        } finally {
            old.getOutputStream().close();
            assertThat(old.waitFor()).isNotNegative();
        }
    }

    private String text(String name) throws Exception {
        return Files.readString(dir.resolve(name), StandardCharsets.UTF_8);
    }

    @Test
    void secondSocketIsBehindTheOutputs() throws Exception {
        String command = "echo socket >&3; echo out; echo err >&2";
        run(new InheritedOutputs(true, false, false), 2, command, dir.resolve("slot1"), dir.resolve("err2"));
        assertThat(text("slot1")).isEqualTo("socket\n");
        assertThat(text("err2")).isEqualTo("out\nerr\n");
    }

    @Test
    void thirdSocketIsBehindTheOutputs() throws Exception {
        String command = "echo one >&3; echo two >&4; echo out; echo err >&2";
        run(new InheritedOutputs(false, true, true), 3, command, dir.resolve("slot1"), dir.resolve("slot2"));
        assertThat(text("slot1")).isEqualTo("one\n");
        assertThat(text("slot2")).isEqualTo("two\n");
        assertThat(text("out")).isEqualTo("ready\nout\n");
        assertThat(text("err")).isEqualTo("err\n");
    }
}
