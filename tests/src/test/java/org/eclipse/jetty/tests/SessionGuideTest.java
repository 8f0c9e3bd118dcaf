package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionEvaluationListener;
import org.awaitility.core.EvaluatedCondition;
import org.awaitility.core.TimeoutEvent;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The chapter "From one server to many" of the page on sessions: three servers, a balancer and a real Redis. */
class SessionGuideTest {
    private static final Path REDIS = Path.of("/usr/bin/redis-server");

    private final HttpClient client = HttpClient.newHttpClient();
    private String cookie = "";

    @Test
    void sessionGoesOnWhicheverOfThreeServersServesItAndOneIsKilled() throws Exception {
        if (!Files.isExecutable(REDIS)) {
            System.err.println("SKIPPED: no " + REDIS + " (install the package redis-server)");
        }
        Assumptions.assumeTrue(Files.isExecutable(REDIS), "the package redis-server is not installed");
        String ports = freePorts();
        String script = script().replace("6379", String.valueOf(Ports.unused())).replace("808", ports);
        try (Base base = Base.empty(Jdk.oldest())) {
            ProcessBuilder builder = new ProcessBuilder("/bin/bash", "-ec", script + "\nwait")
                    .directory(base.folder().toFile());
            builder.environment().put("JETTY_HOME", Distribution.HOME.toString());
            builder.environment().put("HELLO_WAR", Distribution.HELLO_WAR.toString());
            builder.environment().put("PATH", Jdk.oldest().java().getParent() + ":" + System.getenv("PATH"));
            try (Command command = Command.run(builder)) {
                URI uri = URI.create("http://127.0.0.1:" + ports + "0/hello/counter");
                // it makes four bases and fetches libraries first
                Awaitility.await("all servers")
                        .atMost(Command.DEADLINE.multipliedBy(2))
                        .conditionEvaluationListener(new ConditionEvaluationListener<>() {
                            @Override
                            public void conditionEvaluated(EvaluatedCondition<Object> condition) {}

                            @Override
                            public void onTimeout(TimeoutEvent timeout) {
                                System.err.println(command.output());
                            }
                        })
                        .until(() -> !command.isAlive() || (serves(uri) && allServe(ports)));
                assertThat(command.isAlive()).as(command::output).isTrue();
                cookie = "";
                int visits = 0;
                for (; visits < 9; visits++) {
                    assertThat(visit(uri)).contains("Visits of this session: " + (visits + 1));
                }
                kill(base.resolve("node2.pid"));
                for (; visits < 18; visits++) {
                    assertThat(visitWithOneRetry(uri)).contains("Visits of this session: " + (visits + 1));
                }
                assertThat(command.lines("WARN|ERROR")).isEmpty();
            }
        }
    }

    private static String script() throws IOException {
        Matcher blocks = Pattern.compile("(?s)```sh\n(.*?)\n```")
                .matcher(Files.readString(Distribution.ROOT.resolve("docs/sessions.md")));
        List<String> commands = new ArrayList<>();
        while (blocks.find()) {
            commands.add(blocks.group(1));
        }
        assertThat(commands).hasSize(4);
        return String.join("\n", commands);
    }

    /** What the numbers of four free ports begin with, in place of 808. */
    private static String freePorts() throws IOException {
        while (true) {
            int first = Ports.unused() / 10;
            if (isFree(first * 10) && isFree(first * 10 + 1) && isFree(first * 10 + 2) && isFree(first * 10 + 3)) {
                return String.valueOf(first);
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return free.isBound();
        } catch (IOException x) {
            return false;
        }
    }

    private boolean allServe(String ports) {
        return serves(URI.create("http://127.0.0.1:" + ports + "1/health/ready"))
                && serves(URI.create("http://127.0.0.1:" + ports + "2/health/ready"))
                && serves(URI.create("http://127.0.0.1:" + ports + "3/health/ready"));
    }

    private boolean serves(URI uri) {
        try {
            return send(uri).statusCode() == 200;
        } catch (IOException x) {
            return false;
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }

    private HttpResponse<String> send(URI uri) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (!cookie.isEmpty()) {
            request.header("Cookie", cookie);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String visit(URI uri) throws IOException, InterruptedException {
        HttpResponse<String> response = send(uri);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        response.headers().firstValue("Set-Cookie").ifPresent(set -> cookie = set.replaceAll(";.*", ""));
        return response.body();
    }

    /** The balancer may not have noticed yet that a server is gone; then the client asks once more. */
    private String visitWithOneRetry(URI uri) throws IOException, InterruptedException {
        HttpResponse<String> response = send(uri);
        return response.statusCode() == 200 ? response.body() : visit(uri);
    }

    private static void kill(Path pidFile) throws IOException {
        long pid = Long.parseLong(Files.readString(pidFile).trim());
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
    }
}
