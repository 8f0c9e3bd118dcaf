package org.eclipse.jetty.benchmarks;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpField;
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

/** What it costs to look up, replace and collect fields. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HttpFieldsBenchmark {
    private final HttpFields fields = HttpFields.build()
            .add(HttpHeader.HOST, "localhost:8080")
            .add(HttpHeader.USER_AGENT, "Mozilla/5.0 (X11; Linux x86_64)")
            .add(HttpHeader.ACCEPT, "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
            .add(HttpHeader.ACCEPT_LANGUAGE, "en-GB,en;q=0.5")
            .add(HttpHeader.ACCEPT_ENCODING, "gzip, deflate, br, zstd")
            .add(HttpHeader.COOKIE, "theme=dark")
            .add(HttpHeader.CACHE_CONTROL, "max-age=0")
            .add("Upgrade-Insecure-Requests", "1")
            .add(HttpHeader.REFERER, "http://localhost:8080/")
            .add("X-Request-Id", "0123456789abcdef")
            .asImmutable();
    private final HttpFields.Mutable mutable = HttpFields.build();
    private final HttpField type = new HttpField(HttpHeader.CONTENT_TYPE, "text/plain");

    /** A field of a name that is known. */
    @Benchmark
    public String getKnown() {
        return fields.get(HttpHeader.REFERER);
    }

    /** A field by a name as text, in another case. */
    @Benchmark
    public String getByName() {
        return fields.get("x-request-id");
    }

    /** A field that is not there. */
    @Benchmark
    public boolean containsNot() {
        return fields.contains(HttpHeader.EXPECT);
    }

    /** A value of a list. */
    @Benchmark
    public boolean containsValue() {
        return fields.contains(HttpHeader.ACCEPT_ENCODING, "gzip");
    }

    /** Fields collected again for each message, and one replaced. */
    @Benchmark
    public int collect() {
        mutable.clear();
        for (int i = 0; i < fields.size(); i++) {
            mutable.add(fields.getField(i));
        }
        mutable.put(type);
        return mutable.size();
    }
}
