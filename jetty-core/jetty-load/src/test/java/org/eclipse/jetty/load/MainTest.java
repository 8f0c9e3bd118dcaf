package org.eclipse.jetty.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.ajax.JSON;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Target target;

    @BeforeEach
    void start() throws Exception {
        target = new Target();
    }

    @AfterEach
    void stop() throws Exception {
        target.close();
    }

    private int run(String... args) throws Exception {
        List<String> all = new ArrayList<>();
        for (String arg : args) {
            all.add(arg.replace("DIR", directory.toString())
                    .replace("URI", target.uri("/hello").toString()));
        }
        return Main.run(
                all.toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void reportsSayWhatWasMeasured() throws Exception {
        int code = run(
                "--rate=40",
                "--time=500ms",
                "--assert=errors<1",
                "--assert=p99<1ns",
                "--report=DIR/report.html",
                "--json=DIR/report.json",
                "URI");

        assertThat(code).isEqualTo(1);
        assertThat(out())
                .contains("sent 20, answered 20 (")
                .contains("latency ")
                .contains("probe ")
                .contains("holds:         errors<1: 0")
                .contains("does not hold: p99<1ns: ");
        Map<?, ?> json = (Map<?, ?>) new JSON().fromJSON(Files.readString(directory.resolve("report.json")));
        assertThat(json.get("answered")).isEqualTo(20L);
        assertThat(((Map<?, ?>) json.get("latency")).get("count")).isEqualTo(20L);
        String html = Files.readString(directory.resolve("report.html"));
        assertThat(html)
                .startsWith("<!DOCTYPE html>")
                .contains("Latency over time", "Latency by percentile", "does not hold", "<svg")
                .doesNotContain("<script", "http-equiv", "NaN", "src=");
    }

    @Test
    void stepsFindTheHighestRate() throws Exception {
        int code = run("--steps=10..20/10", "--time=300ms", "--probe=0", "--quiet", "--report=DIR/r.html", "URI");

        assertThat(code).isZero();
        assertThat(out()).contains("highest rate that was borne: 20/s");
        assertThat(Files.readString(directory.resolve("r.html"))).contains("Latency by rate", "<h2>20 requests/s</h2>");
    }

    @Test
    void requestLogIsReplayed() throws Exception {
        Files.writeString(directory.resolve("r.log"), """
                h - - [23/Nov/2026:16:32:45 +0000] "GET /one HTTP/1.1" 200 1
                h - - [23/Nov/2026:16:32:46 +0000] "GET /two HTTP/1.1" 200 1
                h - - [23/Nov/2026:16:32:46 +0000] "GET //127.0.0.1:1/three HTTP/1.1" 200 1
                """);

        assertThat(run("--replay=DIR/r.log", "--speed=4", "--probe=0", "URI")).isZero();
        assertThat(target.asked("GET /one")).isEqualTo(1);
        assertThat(target.asked("GET /two")).isEqualTo(1);
        assertThat(target.asked("GET //127.0.0.1:1/three")).isEqualTo(1);
        assertThat(target.asked("GET /hello")).isZero();
    }

    @Test
    void pageAndFieldsAreTaken() throws Exception {
        Files.writeString(directory.resolve("content"), "abc");

        assertThat(run(
                        "--users=1",
                        "--time=200ms",
                        "--probe=0",
                        "--page=/echo,/b",
                        "--header=X-A: b",
                        "--content=DIR/content",
                        "URI"))
                .isZero();
        assertThat(target.asked("POST /echo")).isPositive();
        assertThat(target.asked("GET /b")).isPositive();
    }

    @Test
    void nothingThatIsAnsweredIsAFailure() throws Exception {
        assertThat(run("--rate=20", "--time=200ms", "--probe=0", "--page=/missing", "URI"))
                .isEqualTo(1);
        assertThat(out()).contains("status 404");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rate=10                       | jetty-load: no URI (see --help)",
                "URI                             | jetty-load: expected: one of --rate, --ramp, --steps, --users and --replay",
                "--rate=10 --users=3 URI         | jetty-load: expected: one of --rate, --ramp, --steps, --users and --replay",
                "--rate=0 URI                    | jetty-load: --rate: rate: 0.0 (expected: more than 0)",
                "--rate=many URI                 | jetty-load: --rate=many (expected: a number)",
                "--rate=10 --time=5 URI          | jetty-load: --time: 5 (expected: a time such as 500ms, 10s or 2m)",
                "--rate=10 --protocol=spdy URI   | jetty-load: --protocol: spdy (expected: http1, http2 or websocket)",
                "--rate=10 --tim=5s URI          | jetty-load: --tim=5s: unknown (see --help)",
                "--rate URI                      | jetty-load: --rate: expected --rate=VALUE",
                "--rate=1 --rate=2 URI           | jetty-load: --rate is given again",
                "--users=2 --poisson URI         | jetty-load: --poisson needs --rate",
                "--rate=1 --assert=p99 URI       | jetty-load: --assert: p99 (expected: such as p99<20ms, max<1s, errors<0.1%, rate>990 or probe.p99<5ms)",
                "--rate=1 --header=x URI         | jetty-load: --header=x (expected: NAME: VALUE)",
                "--rate=1 --content=DIR/none URI | jetty-load: --content: DIR/none cannot be read",
                "--replay=DIR/none URI           | jetty-load: --replay: DIR/none cannot be read",
                "--rate=1 --threads=0 URI        | jetty-load: threads: 0 (expected: 1 or more)",
                "--rate=1 ftp://host/            | jetty-load: ftp://host/ (expected: http://HOST... or https://HOST...)",
                "--steps=3,2 URI                 | jetty-load: --steps: 3,2 (expected: rates that grow, such as 100,200,500 or 100..1000/100)"
            })
    void mistakesEndWithTwoAndSayWhy(String args, String message) throws Exception {
        assertThat(run(args.split(" +"))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo(message.replace("DIR", directory.toString()) + System.lineSeparator());
        assertThat(out()).isEmpty();
    }

    @Test
    void helpNamesTheOptions() throws Exception {
        assertThat(run("--help")).isZero();
        assertThat(out()).contains("--rate=N", "--assert=WHAT", "--steps=A,B,...");
    }
}
