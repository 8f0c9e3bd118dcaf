package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The hello application over HTTP/2, to clients that are not ours: tests are skipped where these are missing. */
@ParameterizedClass
@MethodSource("org.eclipse.jetty.tests.Jdk#oldestAndNewest")
record Http2Test(Jdk jdk) {
    private static Base base;
    private static Command server;
    private static String secure;
    private static String clear;

    @BeforeParameterizedClassInvocation
    static void start(Jdk jdk) {
        base = Base.with(jdk, "http,http2c,https,http2,test-keystore,ssl-reload,ee10-deploy");
        base.deploy("hello.war", Distribution.HELLO_WAR);
        server = base.start("jetty.http.port=0", "jetty.ssl.port=0");
        secure = "https://localhost:" + port("ssl") + "/hello/";
        clear = "http://localhost:" + port("h2c") + "/hello/";
        server.awaitLine("Started (\\S*\\.)?Server@");
    }

    private static String port(String protocol) {
        return server.awaitLine("Started ServerConnector@\\S+ .*\\b" + protocol + "\\b.*:(\\d+)}")
                .group(1);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws IOException {
        List<String> trouble = server.lines(":ERROR ?:|connection failed|Task failed");
        server.close();
        base.close();
        assertThat(trouble).isEmpty();
    }

    private static String run(String tool, String... arguments) {
        List<Path> found = new ArrayList<>();
        for (String folder : System.getenv("PATH").split(":")) {
            Path path = Path.of(folder, tool);
            if (Files.isExecutable(path)) {
                found.add(path);
            }
        }
        assumeThat(found).as(tool + " is not installed: not tested").isNotEmpty();
        List<String> command = new ArrayList<>(List.of(tool));
        command.addAll(List.of(arguments));
        try (Command running = Command.run(new ProcessBuilder(command).redirectErrorStream(true))) {
            assertThat(running.awaitExit()).as(running::output).isZero();
            return running.output();
        }
    }

    @Test
    void curlChoosesHttp2WithinTls() {
        assertThat(run("curl", "-sk", "--http2", "-w", "|%{http_version}|%{http_code}", secure + "greeting?name=h2"))
                .contains("Hello, h2!")
                .contains("|2|200");
    }

    @Test
    void curlWithoutHttp2GetsHttp11() {
        assertThat(run("curl", "-sk", "--http1.1", "-w", "|%{http_version}", secure + "greeting"))
                .contains("|1.1");
    }

    @Test
    void curlSpeaksHttp2InClearTextByKnowledgeAndByUpgrade() {
        for (String how : List.of("--http2-prior-knowledge", "--http2")) {
            assertThat(run("curl", "-s", how, "-w", "|%{http_version}|%{http_code}", clear + "greeting"))
                    .as(how)
                    .contains("Hello, World!")
                    .contains("|2|200");
        }
    }

    @Test
    void curlUploads(@org.junit.jupiter.api.io.TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("large"), new byte[3 << 20]);
        assertThat(run("curl", "-sk", "--http2", "-F", "file=@" + file, "-w", "|%{http_code}", secure + "upload"))
                .contains(Integer.toString(3 << 20))
                .contains("|200");
    }

    @Test
    void nghttpLoadsAPageOfManyStreams() {
        String[] arguments = new String[52];
        arguments[0] = "-ns";
        arguments[1] = "--no-verify-peer";
        for (int i = 2; i < arguments.length; i++) {
            arguments[i] = secure + "greeting?name=" + i;
        }
        String output = run("nghttp", arguments);
        assertThat(output.lines().filter(line -> line.contains(" 200 ")).count())
                .as(output)
                .isEqualTo(50);
    }

    /** A connection that is in use when the key store changes stays; new ones get the new certificate. */
    @Test
    void changedKeyStoreIsReloaded() throws IOException {
        Path store = base.resolve("etc/test-keystore.p12");
        byte[] old = Files.readAllBytes(store);
        Files.write(store, new byte[] {1, 2, 3});
        server.awaitLine("Unable to reload key store");
        assertThat(run("curl", "-sk", "-w", "|%{http_code}", secure + "greeting"))
                .contains("|200");
        Files.write(store, old);
        server.awaitLine("Reloaded key store");
        assertThat(run("curl", "-sk", "-w", "|%{http_code}", secure + "greeting"))
                .contains("|200");
    }
}
