package org.eclipse.jetty.benchmarks;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.CookieCache;
import org.eclipse.jetty.http.CookieCompliance;
import org.eclipse.jetty.http.CookieParser;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to read a Cookie field of four cookies. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CookieBenchmark {
    private static final String FIELD =
            "JSESSIONID=node01h2k3j4h5k2j3h4k5j2h3k4j5.node0; theme=dark; _ga=GA1.2.123456789.1234567890; lang=en";
    private final HttpFields fields =
            HttpFields.build().add(HttpHeader.COOKIE, FIELD).asImmutable();
    private final CookieCache cache = new CookieCache();
    private int count;
    private final CookieParser parser = CookieParser.newParser(
            (name, value, version, domain, path, comment) -> count++, CookieCompliance.RFC6265, null);

    /** Reads it. */
    @Benchmark
    public int parse() {
        parser.parseFields(List.of(FIELD));
        return count;
    }

    /** Reads one that is equal to that of the request before. */
    @Benchmark
    public int repeat() {
        return cache.getCookies(fields).size();
    }
}
