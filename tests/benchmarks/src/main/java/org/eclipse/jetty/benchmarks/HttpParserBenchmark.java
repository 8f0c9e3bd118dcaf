package org.eclipse.jetty.benchmarks;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpVersion;
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

/** What it costs to parse one request head that the connection has seen before, as a keep-alive client sends it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HttpParserBenchmark {
    private static final String SMALL = """
            GET /plaintext HTTP/1.1\r
            Host: localhost:8080\r
            \r
            """;
    private static final String BROWSER = """
            GET /headers?a=1&b=two&c=3 HTTP/1.1\r
            Host: localhost:8080\r
            User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0\r
            Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8\r
            Accept-Language: en-GB,en;q=0.5\r
            Accept-Encoding: gzip, deflate, br, zstd\r
            Cookie: JSESSIONID=node01h2k3j4h5k2j3h4k5j2h3k4j5.node0; theme=dark\r
            Cache-Control: max-age=0\r
            Upgrade-Insecure-Requests: 1\r
            Referer: http://localhost:8080/\r
            X-Request-Id: 0123456789abcdef\r
            \r
            """;

    /** The request: {@code small} has a Host field only, {@code browser} ten fields. */
    @Param({"small", "browser"})
    public String request;

    private final Fields fields = new Fields();
    private HttpParser parser;
    private ByteBuffer bytes;

    /** Makes the bytes and the parser. */
    @Setup
    public void prepare() {
        bytes = ByteBuffer.wrap(("small".equals(request) ? SMALL : BROWSER).getBytes(StandardCharsets.ISO_8859_1));
        parser = new HttpParser(fields, 8192, HttpCompliance.RFC9110);
    }

    /** Parses the request once. */
    @Benchmark
    public int parse() {
        bytes.rewind();
        parser.parseNext(bytes);
        parser.reset();
        return fields.count;
    }

    private static final class Fields implements HttpParser.RequestHandler {
        private int count;

        @Override
        public void startRequest(String method, String uri, HttpVersion version) {
            count = 0;
        }

        @Override
        public void parsedHeader(HttpField field) {
            count++;
        }

        @Override
        public boolean headerComplete() {
            return false;
        }

        @Override
        public boolean content(ByteBuffer item) {
            return false;
        }

        @Override
        public boolean contentComplete() {
            return false;
        }

        @Override
        public boolean messageComplete() {
            return true;
        }

        @Override
        public void earlyEOF() {
            count = -1;
        }
    }
}
