package org.eclipse.jetty.benchmarks;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.MultiPartFormData;
import org.eclipse.jetty.io.Content;
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

/** What it costs to read a form of two fields and a file. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MultiPartBenchmark {
    private byte[] form;

    /** The bytes of the file. */
    @Param({"100", "100000"})
    public int file;

    /** Makes the form. */
    @Setup
    public void prepare() {
        form = ("--BB\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n"
                        + "--BB\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\ntwo\r\n"
                        + "--BB\r\nContent-Disposition: form-data; name=\"c\"; filename=\"f.txt\"\r\nContent-Type: text/plain\r\n\r\n"
                        + "0123456789-\r\n-abcdefgh".repeat(file / 20) + "\r\n--BB--\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Reads it into memory. */
    @Benchmark
    public int parse() throws Exception {
        MultiPartFormData.Parser parser = new MultiPartFormData.Parser("BB");
        parser.setMaxMemoryFileSize(-1);
        try (MultiPartFormData.Parts parts =
                parser.parse(Content.Source.from(ByteBuffer.wrap(form))).get()) {
            return parts.size();
        }
    }
}
