package org.eclipse.jetty.load.internal;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.load.Arrivals;
import org.eclipse.jetty.load.Assertion;
import org.eclipse.jetty.load.LoadPlan;
import org.eclipse.jetty.load.RequestLogs;
import org.eclipse.jetty.load.Resource;
import org.eclipse.jetty.load.Steps;
import org.eclipse.jetty.load.Times;
import org.jspecify.annotations.Nullable;

/** The command line as a plan. Each mistake is an IllegalArgumentException that names the option. */
public final class Options {
    public static final String USAGE = """
            usage: java -jar jetty-load.jar [OPTION]... URI

            when
              --rate=N            N requests per second, whatever the server does
              --poisson           ... at random times
              --ramp=A..B         a rate that grows from A to B during --time
              --steps=A,B,...     one rate after the other, or --steps=A..B/STEP: finds the highest that is borne
              --users=N           instead: N users, who ask again when they were answered
              --think=TIME        ... after that time
              --replay=FILE       requests of a request log, at their times (common format or requestlog-json, .gz too)
              --speed=X           ... X times as fast
              --time=TIME         how long is measured (10s)
              --warmup=TIME       the same load before, unmeasured (0s)
            what
              --page=A,B,...      GET of A, and of the others when it was answered
              --method=NAME, --header='NAME: VALUE', --content=FILE
            how
              --protocol=NAME     http1, http2 or websocket (http1)
              --connections=N     the most connections (64)
              --threads=N         threads that send (1)
              --timeout=TIME      for a response (30s)
              --probe=N           requests per second of the probe beside (10); 0 for none
              --insecure          any certificate is taken
            results
              --assert=WHAT       such as p99<20ms, errors<0.1%, rate>990, probe.p99<5ms; may be given again
              --report=FILE.html, --json=FILE, --quiet

            A TIME is such as 500ms, 10s or 2m. The exit code is 0; 1 if an assertion does not hold, no step is borne or nothing is
            answered; 2 for a wrong command line.
            """;

    private static final Set<String> VALUES = Set.of(
            "rate",
            "ramp",
            "steps",
            "users",
            "think",
            "replay",
            "speed",
            "time",
            "warmup",
            "page",
            "method",
            "header",
            "content",
            "protocol",
            "connections",
            "threads",
            "timeout",
            "probe",
            "assert",
            "report",
            "json");
    private static final Set<String> SWITCHES = Set.of("poisson", "insecure", "quiet");
    private static final long SEED = 1;

    private final Map<String, List<String>> given = new LinkedHashMap<>();
    private URI uri;
    private LoadPlan plan;
    private List<Double> steps = List.of();
    private List<Assertion> assertions = List.of();

    public Options(String[] args) throws IOException {
        for (String arg : args) {
            take(arg);
        }
        if (uri == null) {
            throw new IllegalArgumentException("no URI (see --help)");
        }
        assertions = given.getOrDefault("assert", List.of()).stream()
                .map(text -> read("assert", text, Assertion::parse))
                .toList();
        plan = plan();
    }

    private void take(String arg) {
        if (!arg.startsWith("--")) {
            if (uri != null) {
                throw new IllegalArgumentException(arg + ": a second URI after " + uri);
            }
            uri = read("URI", arg, URI::create);
            return;
        }
        int equals = arg.indexOf('=');
        String name = arg.substring(2, equals < 0 ? arg.length() : equals);
        boolean known = equals < 0 ? SWITCHES.contains(name) : VALUES.contains(name);
        if (!known) {
            throw new IllegalArgumentException(
                    VALUES.contains(name) ? arg + ": expected --" + name + "=VALUE" : arg + ": unknown (see --help)");
        }
        List<String> values = given.computeIfAbsent(name, ignored -> new ArrayList<>());
        if (!values.isEmpty() && !name.equals("assert") && !name.equals("header")) {
            throw new IllegalArgumentException("--" + name + " is given again");
        }
        values.add(equals < 0 ? "" : arg.substring(equals + 1));
    }

    /** Reads a value; what is wrong with it names the option. */
    private interface Reader<T> {
        T read(String text);
    }

    private static <T> T read(String name, String text, Reader<T> reader) {
        try {
            return reader.read(text);
        } catch (NumberFormatException x) {
            throw new IllegalArgumentException("--" + name + "=" + text + " (expected: a number)", x);
        } catch (RuntimeException x) {
            throw new IllegalArgumentException("--" + name + ": " + x.getMessage(), x);
        }
    }

    private boolean has(String name) {
        return given.containsKey(name);
    }

    /** Returns the value of an option that is given. */
    private String value(String name) {
        return Objects.requireNonNull(given.get(name), name).get(0);
    }

    private <T> T get(String name, T otherwise, Reader<T> reader) {
        return has(name) ? read(name, value(name), reader) : otherwise;
    }

    private LoadPlan plan() throws IOException {
        LoadPlan.Builder builder = LoadPlan.to(uri)
                .protocol(get("protocol", LoadPlan.Protocol.HTTP1, LoadPlan.Protocol::of))
                .connections(get("connections", 64, Integer::parseInt))
                .threads(get("threads", 1, Integer::parseInt))
                .timeout(get("timeout", Duration.ofSeconds(30), Times::parse))
                .time(get("time", Duration.ofSeconds(10), Times::parse))
                .warmUp(get("warmup", Duration.ZERO, Times::parse))
                .thinkTime(get("think", Duration.ZERO, Times::parse))
                .probe(get("probe", 10.0, Double::parseDouble), null)
                .insecure(has("insecure"));
        Resource resource = resource();
        if (resource != null) {
            builder.resource(resource);
        }
        when(builder);
        return builder.build();
    }

    private void when(LoadPlan.Builder builder) throws IOException {
        long ways = List.of("rate", "ramp", "steps", "users", "replay").stream()
                .filter(this::has)
                .count();
        if (ways != 1) {
            throw new IllegalArgumentException("expected: one of --rate, --ramp, --steps, --users and --replay");
        }
        depends("poisson", "rate");
        depends("think", "users");
        depends("speed", "replay");
        if (has("users")) {
            builder.users(get("users", 0, Integer::parseInt));
        } else if (has("replay")) {
            replay(builder);
        } else if (has("ramp")) {
            Duration time = get("time", Duration.ofSeconds(10), Times::parse);
            builder.arrivals(read("ramp", value("ramp"), text -> ramp(text, time)));
        } else if (has("steps")) {
            steps = get("steps", List.of(), Steps::parse);
            builder.arrivals(Arrivals.constant(steps.get(0)));
        } else {
            builder.arrivals(read("rate", value("rate"), text -> {
                double rate = Double.parseDouble(text);
                return has("poisson") ? Arrivals.poisson(rate, SEED) : Arrivals.constant(rate);
            }));
        }
    }

    private void depends(String option, String other) {
        if (has(option) && !has(other)) {
            throw new IllegalArgumentException("--" + option + " needs --" + other);
        }
    }

    private static Arrivals.Schedule ramp(String text, Duration time) {
        int dots = text.indexOf("..");
        if (dots < 0) {
            throw new IllegalArgumentException(text + " (expected: such as 10..500)");
        }
        return Arrivals.ramp(
                Double.parseDouble(text.substring(0, dots)), Double.parseDouble(text.substring(dots + 2)), time);
    }

    private void replay(LoadPlan.Builder builder) throws IOException {
        Path file = Path.of(value("replay"));
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("--replay: " + file + " cannot be read");
        }
        double speed = get("speed", 1.0, Double::parseDouble);
        List<Arrivals.Recorded> recorded = RequestLogs.read(file);
        builder.arrivals(read("speed", Double.toString(speed), ignored -> Arrivals.recorded(recorded, speed)));
        if (!has("time")) {
            long last = recorded.get(recorded.size() - 1).nanos();
            builder.time(Duration.ofNanos((long) (last / speed) + 1));
        }
    }

    /** The request that options describe, if any does. */
    private @Nullable Resource resource() throws IOException {
        if (!has("page") && !has("method") && !has("header") && !has("content")) {
            return null;
        }
        LoadPlan.Builder usual = LoadPlan.to(uri).users(1);
        Resource resource = usual.build().resource();
        if (has("page")) {
            String[] targets = value("page").split(",");
            resource = Resource.page(targets[0], java.util.Arrays.copyOfRange(targets, 1, targets.length));
        }
        resource = resource.withMethod(get("method", has("content") ? "POST" : resource.method(), text -> text));
        for (String header : given.getOrDefault("header", List.of())) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw new IllegalArgumentException("--header=" + header + " (expected: NAME: VALUE)");
            }
            resource = resource.withField(
                    header.substring(0, colon).trim(),
                    header.substring(colon + 1).trim());
        }
        if (has("content")) {
            Path file = Path.of(value("content"));
            if (!Files.isReadable(file)) {
                throw new IllegalArgumentException("--content: " + file + " cannot be read");
            }
            resource = resource.withContent(Files.readAllBytes(file));
        }
        return resource;
    }

    public LoadPlan getPlan() {
        return plan;
    }

    /** Returns the rates of steps; empty for one run. */
    public List<Double> getSteps() {
        return steps;
    }

    public List<Assertion> getAssertions() {
        return assertions;
    }

    public boolean isQuiet() {
        return has("quiet");
    }

    /** Writes a report where an option says, if one does. */
    public void write(String option, String report) throws IOException {
        if (has(option)) {
            Files.writeString(Path.of(value(option)), report, StandardCharsets.UTF_8);
        }
    }
}
