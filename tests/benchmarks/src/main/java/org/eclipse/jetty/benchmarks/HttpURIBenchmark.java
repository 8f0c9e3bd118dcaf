package org.eclipse.jetty.benchmarks;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpURI;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to read the target of a request, and its canonical path. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HttpURIBenchmark {
    /** The target. */
    @Param({"/", "/context/path/file.html?a=1&b=two", "/a/./b/../c%20d;p=1/%C3%A9?q", "http://example.com:8080/path"})
    public String target;

    /** Reads it. */
    @Benchmark
    public String parse() {
        return HttpURI.build("GET", target).getCanonicalPath();
    }

    /** Reads it and decodes the path. */
    @Benchmark
    public String decode() {
        return HttpURI.from(target).getDecodedPath();
    }
}
