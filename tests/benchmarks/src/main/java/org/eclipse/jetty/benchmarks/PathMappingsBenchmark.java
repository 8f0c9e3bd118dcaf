package org.eclipse.jetty.benchmarks;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.eclipse.jetty.http.pathmap.PathMappings;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to find the servlet of a path among thirty. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PathMappingsBenchmark {
    private final PathMappings<String> mappings = new PathMappings<>();

    /** A path that matches exactly, by prefix, by extension, and by default. */
    @Param({"/exact7", "/prefix7/a/b", "/x/y.ext7", "/none/of/these"})
    public String path;

    /** Makes the mappings. */
    @Setup
    public void prepare() {
        for (int i = 0; i < 10; i++) {
            mappings.put(new ServletPathSpec("/exact" + i), "e" + i);
            mappings.put(new ServletPathSpec("/prefix" + i + "/*"), "p" + i);
            mappings.put(new ServletPathSpec("*.ext" + i), "x" + i);
        }
        mappings.put(new ServletPathSpec("/"), "default");
    }

    /** Finds it. */
    @Benchmark
    public MatchedResource<String> match() {
        return mappings.getMatched(path);
    }
}
