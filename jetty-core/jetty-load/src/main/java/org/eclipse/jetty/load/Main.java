package org.eclipse.jetty.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jetty.load.internal.HtmlReport;
import org.eclipse.jetty.load.internal.JsonReport;
import org.eclipse.jetty.load.internal.Options;
import org.eclipse.jetty.load.internal.TextReport;

/** The command: {@code java -jar jetty-load.jar --rate=1000 --assert='p99<20ms' http://localhost:8080/}. */
public final class Main {
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private Main() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.exit(run(args, out, System.err));
    }

    /** Runs the command; returns its exit code. */
    static int run(String[] args, PrintStream out, PrintStream err) throws Exception {
        if (List.of(args).contains("--help")) {
            out.print(Options.USAGE);
            return 0;
        }
        Options options;
        try {
            options = new Options(args);
        } catch (IllegalArgumentException | IOException x) {
            err.println("jetty-load: " + (x instanceof IllegalArgumentException ? x.getMessage() : x.toString()));
            return USAGE;
        }
        LoadGenerator generator = options.isQuiet()
                ? new LoadGenerator()
                : new LoadGenerator(slice -> out.println(TextReport.slice(slice)));
        if (!options.isQuiet()) {
            out.println(TextReport.plan(options.getPlan()));
        }
        return options.getSteps().isEmpty() ? runOnce(options, generator, out) : runSteps(options, generator, out);
    }

    private static int runOnce(Options options, LoadGenerator generator, PrintStream out) throws Exception {
        LoadResult result = generator.run(options.getPlan());
        out.print(TextReport.of(result));
        List<Assertion> assertions = options.getAssertions();
        options.write("json", JsonReport.of(result, assertions));
        options.write("report", HtmlReport.of(result, assertions));
        boolean failed = result.answered() == 0;
        for (Assertion assertion : assertions) {
            boolean holds = assertion.holds(result);
            failed |= !holds;
            out.println((holds ? "holds:         " : "does not hold: ") + assertion.explain(result));
        }
        return failed ? FAILED : 0;
    }

    private static int runSteps(Options options, LoadGenerator generator, PrintStream out) throws Exception {
        List<Assertion> assertions = options.getAssertions();
        List<Steps.Step> steps = new Steps(generator, assertions).run(options.getPlan(), options.getSteps());
        out.print(TextReport.of(steps));
        options.write("json", JsonReport.of(steps));
        options.write("report", HtmlReport.of(steps, assertions));
        return Steps.knee(steps).isPresent() ? 0 : FAILED;
    }
}
