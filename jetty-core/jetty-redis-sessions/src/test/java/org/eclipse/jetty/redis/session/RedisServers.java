package org.eclipse.jetty.redis.session;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.eclipse.jetty.session.testing.ServerProcess;

/** Real servers of Redis or Valkey. */
final class RedisServers implements Closeable {
    static final Duration DEADLINE = Duration.ofSeconds(60);

    private final List<ServerProcess> processes = new ArrayList<>();

    private static Path program() {
        return ServerProcess.require("redis-server", "/usr/bin/redis-server", "/usr/bin/valkey-server");
    }

    static Path cli() {
        return ServerProcess.require("redis-tools", "/usr/bin/redis-cli", "/usr/bin/valkey-cli");
    }

    /** Starts a server that keeps nothing on disk; returns its port. */
    int start(String... options) throws IOException {
        return start(ServerProcess.freePort(), options);
    }

    int start(int port, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                program().toString(),
                "--port",
                String.valueOf(port),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no"));
        command.addAll(List.of(options));
        launch(port, command);
        return port;
    }

    /** Starts a sentinel that watches a master; returns its port. */
    int sentinel(int masterPort) throws IOException {
        int port = ServerProcess.freePort();
        ServerProcess process = new ServerProcess("sentinel");
        processes.add(process);
        Path config = process.directory().resolve("sentinel.conf");
        Files.writeString(config, """
                port %d
                bind 127.0.0.1
                dir %s
                sentinel monitor mymaster 127.0.0.1 %d 1
                sentinel down-after-milliseconds mymaster 500
                sentinel failover-timeout mymaster 2000
                """.formatted(port, process.directory(), masterPort));
        process.start(port, program().toString(), config.toString(), "--sentinel");
        return port;
    }

    private ServerProcess launch(int port, List<String> command) throws IOException {
        ServerProcess process = new ServerProcess("redis");
        processes.add(process);
        process.start(port, command.toArray(new String[0]));
        return process;
    }

    /** Starts three nodes of a cluster; returns them as host:port. */
    String cluster() throws Exception {
        List<String> nodes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int port = ServerProcess.freePort();
            int bus = ServerProcess.freePort();
            start(port, "--cluster-enabled", "yes", "--cluster-port", String.valueOf(bus));
            nodes.add("127.0.0.1:" + port);
        }
        List<String> create = new ArrayList<>(List.of(cli().toString(), "--cluster", "create"));
        create.addAll(nodes);
        create.add("--cluster-yes");
        processes.get(0).run(create.toArray(new String[0]));
        for (String node : nodes) {
            Awaitility.await("the cluster to be known to " + node)
                    .atMost(DEADLINE)
                    .until(() -> ask(Integer.parseInt(node.substring(node.indexOf(':') + 1)), "CLUSTER", "INFO")
                            .contains("cluster_state:ok"));
        }
        return String.join(",", nodes);
    }

    /** Runs a command by the client of Redis, and returns what the server says. */
    static String ask(int port, String... command) throws IOException {
        List<String> all = new ArrayList<>(List.of(cli().toString(), "-p", String.valueOf(port)));
        all.addAll(List.of(command));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    ServerProcess process(int number) {
        return processes.get(number);
    }

    @Override
    public void close() throws IOException {
        for (ServerProcess process : processes) {
            process.close();
        }
    }
}
