package org.eclipse.jetty.benchmarks;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpGenerator;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to generate the head of a response with its framing. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HttpGeneratorBenchmark {
    private final HttpGenerator generator = new HttpGenerator();
    private final ByteBuffer head = ByteBuffer.allocate(8192);
    private final ByteBuffer content = ByteBuffer.allocate(13);
    private final MetaData.Response encoded = new MetaData.Response(
            200,
            null,
            HttpVersion.HTTP_1_1,
            HttpFields.build()
                    .add(new PreEncodedHttpField(HttpHeader.DATE, "Sun, 06 Nov 1994 08:49:37 GMT"))
                    .add(new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/plain")));
    private final MetaData.Response plain = new MetaData.Response(
            200,
            null,
            HttpVersion.HTTP_1_1,
            HttpFields.build()
                    .add(HttpHeader.DATE, "Sun, 06 Nov 1994 08:49:37 GMT")
                    .add(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8")
                    .add(HttpHeader.CACHE_CONTROL, "max-age=3600, public")
                    .add(HttpHeader.SET_COOKIE, "JSESSIONID=node01h2k3j4h5k2j3h4k5j2h3k4j5.node0; Path=/; HttpOnly")
                    .add("X-Request-Id", "0123456789abcdef"));

    /** Two fields that are encoded beforehand, as most responses have. */
    @Benchmark
    public int encodedFields() {
        return generate(encoded);
    }

    /** Five fields that an application made. */
    @Benchmark
    public int fieldsOfAnApplication() {
        return generate(plain);
    }

    private int generate(MetaData.Response response) {
        generator.reset();
        generator.setPersistent(true);
        head.clear().limit(0);
        content.clear();
        generator.generateResponse(response, false, head, null, content, true);
        return head.remaining();
    }
}
