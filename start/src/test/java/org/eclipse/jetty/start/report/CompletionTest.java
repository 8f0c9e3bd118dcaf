package org.eclipse.jetty.start.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.start.StartFixture;
import org.eclipse.jetty.start.config.Options;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts of {@code --completion}, run by the shells that they are for. */
class CompletionTest {
    @TempDir
    private Path dir;

    private StartFixture start;

    @BeforeEach
    void makeBase() {
        start = new StartFixture(dir);
        start.module("http", "[tags]\nconnector\n[ini-template]\n## It's the port.\n# jetty.http.port=8080\n");
        start.module("http2", "[tags]\nconnector\n");
        start.module("requestlog", "[tags]\nlogging\n[environment]\nee10\n");
    }

    @AfterEach
    void close() {
        start.close();
    }

    @Test
    void helpDescribesEveryOption() {
        assertThat(new TreeSet<>(Usage.names())).isEqualTo(new TreeSet<>(Options.NAMES));
        assertThat(Usage.options()).allMatch(option -> !option.description().isEmpty());
    }

    /** Words behind {@code java -jar start.jar}, as bash splits them: an equals sign is one by itself. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --list-c          | --list-config --list-classpath
            --add-modules = h | http http2
            --add-modules = requestlog,htt | requestlog,http requestlog,http2
            --add-mod         | --add-modules= --add-module=
            --list-modules = conn | connector
            --dry-run = o     | opts
            --check = j       | json
            --completion = z  | zsh
            --env = e         | ee10
            --explain = jetty.http | jetty.http.port
            jetty.h           | jetty.http.port=
            --add-modules=htt | --add-modules=http --add-modules=http2
            """)
    void bashCompletes(String words, String expected) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")));
        start.run("--completion=bash");
        Path script = Files.writeString(dir.resolve("completion.bash"), start.out());
        String test = "set -u\nsource " + script + "\nCOMP_WORDS=(java -jar x/start.jar " + words
                + ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_jetty_start_java\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
        assertThat(output("/bin/bash", test)).containsExactlyInAnyOrder(expected.split(" "));
    }

    @Test
    void bashLeavesOtherUsesOfJavaToTheCompletionThatWasThere() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")));
        start.run("--completion=bash");
        Path script = Files.writeString(dir.resolve("completion.bash"), start.out());
        String test =
                "before() { COMPREPLY=(other); }\ncomplete -F before java\nsource " + script + "\nsource " + script
                        + "\nCOMP_WORDS=(java -jar app.jar --ad)\nCOMP_CWORD=3\n_jetty_start_java\necho \"${COMPREPLY[@]}\"\n";
        assertThat(output("/bin/bash", test)).containsExactly("other");
    }

    @Test
    void zshReadsItsScript() throws Exception {
        Path zsh = Path.of("/usr/bin/zsh");
        assumeTrue(Files.isExecutable(zsh));
        start.run("--completion=zsh");
        Path script = Files.writeString(dir.resolve("completion.zsh"), start.out());
        String test = "autoload -Uz compinit && compinit -D -u\nsource " + script
                + "\ncompadd() { shift ${argv[(i)--]}; print -l -- $argv; }\n"
                + "compset() { return 0 }\n"
                + "PREFIX=--add-modules=h\n_jetty_start\nprint -r -- $_comps[java]\n";
        assertThat(output(zsh.toString(), test)).containsExactly("http", "http2", "requestlog", "_jetty_start_java");
    }

    private List<String> output(String shell, String script) throws Exception {
        Path file = Files.writeString(dir.resolve("test.sh"), script);
        Process process = new ProcessBuilder(shell, file.toString())
                .directory(Files.createDirectories(dir.resolve("empty")).toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return output.lines().toList();
    }
}
