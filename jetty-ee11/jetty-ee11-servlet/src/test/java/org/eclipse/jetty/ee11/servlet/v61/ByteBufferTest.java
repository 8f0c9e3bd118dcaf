package org.eclipse.jetty.ee11.servlet.v61;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.jetty.ee11.servlet.ContextServer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buffers that are read and written, by blocking and with listeners (Servlet 6.1, {@code ServletInputStream.read(ByteBuffer)}). */
class ByteBufferTest extends ContextServer {
    private static String text(ByteBuffer buffer) {
        return StandardCharsets.ISO_8859_1.decode(buffer.duplicate()).toString();
    }

    private String served(Body body, String content) throws Exception {
        servlet("/s", body);
        start();
        return post("/ctx/s", "text/plain", content);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void contentIsBetweenPositionAndLimitOnceRead(boolean direct) throws Exception {
        served(
                (request, response) -> {
                    ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(12) : ByteBuffer.allocate(12);
                    buffer.position(2).limit(7);
                    ServletInputStream in = request.getInputStream();
                    assertThat(in.read(buffer)).isEqualTo(5);
                    assertThat(buffer.position()).isEqualTo(2);
                    assertThat(buffer.limit()).isEqualTo(7);
                    assertThat(text(buffer)).isEqualTo("01234");
                    buffer.clear();
                    int read = in.read(buffer);
                    assertThat(buffer.position()).isZero();
                    assertThat(buffer.limit()).isEqualTo(read);
                    assertThat(text(buffer)).isEqualTo("567");
                    buffer.clear();
                    assertThat(in.read(buffer)).isEqualTo(-1);
                    assertThat(buffer.position()).isZero();
                    assertThat(buffer.limit()).isEqualTo(12);
                },
                "01234567");
    }

    @Test
    void bufferWithoutRoomReadsNothingAndNullIsRefused() throws Exception {
        served(
                (request, response) -> {
                    ServletInputStream in = request.getInputStream();
                    assertThat(in.read(ByteBuffer.allocate(0))).isZero();
                    assertThatThrownBy(() -> in.read((ByteBuffer) null)).isInstanceOf(NullPointerException.class);
                    assertThat(in.readAllBytes()).hasSize(3);
                    assertThat(in.read(ByteBuffer.allocate(0))).isZero();
                },
                "abc");
    }

    @Test
    void contentOfABufferIsWrittenAfterWhatWasWrittenBefore() throws Exception {
        String response = served(
                (request, answer) -> {
                    ServletOutputStream out = answer.getOutputStream();
                    ByteBuffer buffer = ByteBuffer.wrap("0123456789".getBytes());
                    buffer.position(3).limit(8);
                    out.print("a");
                    out.write(buffer);
                    assertThat(buffer.position()).isEqualTo(8);
                    assertThat(buffer.limit()).isEqualTo(8);
                    ByteBuffer direct = ByteBuffer.allocateDirect(3).put("xyz".getBytes());
                    direct.flip();
                    out.write(direct.asReadOnlyBuffer());
                    assertThat(direct.remaining()).isEqualTo(3);
                    out.write(ByteBuffer.allocate(0));
                    out.print("b");
                },
                "");
        assertThat(body(response)).isEqualTo("a34567xyzb");
    }

    @Test
    void bufferBeyondTheOnesOfTheContainerIsWrittenWhole() throws Exception {
        byte[] large = "0123456789abcdef".repeat(10_000).getBytes();
        String response = served(
                (request, answer) -> {
                    ByteBuffer buffer = ByteBuffer.wrap(large);
                    answer.setContentLength(large.length + 1);
                    answer.getOutputStream().print("a");
                    answer.getOutputStream().write(buffer);
                    assertThat(buffer.position()).isEqualTo(large.length);
                    assertThat(buffer.limit()).isEqualTo(large.length);
                },
                "");
        assertThat(body(response)).isEqualTo("a" + new String(large, StandardCharsets.ISO_8859_1));
    }

    @Test
    void nothingIsWrittenToAClosedStream() throws Exception {
        served(
                (request, response) -> {
                    response.getOutputStream().close();
                    assertThatThrownBy(() -> response.getOutputStream().write(ByteBuffer.wrap(new byte[1])))
                            .isInstanceOf(IOException.class);
                },
                "");
    }

    @RepeatedTest(10)
    void listenersEchoByBuffers() throws Exception {
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        String sent = "0123456789abcdef".repeat(5_000);
        servlet("/s", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.setTimeout(0);
            ServletInputStream in = request.getInputStream();
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            in.setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() throws IOException {
                    ByteBuffer buffer = ByteBuffer.allocate(1000);
                    while (in.isReady()) {
                        buffer.clear();
                        int read = in.read(buffer);
                        if (read < 0) {
                            return;
                        }
                        content.write(buffer.array(), buffer.position(), buffer.remaining());
                    }
                }

                @Override
                public void onAllDataRead() throws IOException {
                    response.setContentLength(content.size());
                    write(response.getOutputStream(), ByteBuffer.wrap(content.toByteArray()), async, failures);
                }

                @Override
                public void onError(Throwable failure) {
                    failures.add(failure);
                    async.complete();
                }
            });
        });
        start();
        assertThat(body(post("/ctx/s", "text/plain", sent))).isEqualTo(sent);
        assertThat(failures).isEmpty();
    }

    private static void write(
            ServletOutputStream out, ByteBuffer content, AsyncContext async, Queue<Throwable> failures) {
        out.setWriteListener(new WriteListener() {
            private ByteBuffer last;

            @Override
            public void onWritePossible() throws IOException {
                while (out.isReady()) {
                    if (last != null && last.hasRemaining()) {
                        failures.add(new AssertionError("Not consumed: " + last));
                    }
                    if (!content.hasRemaining()) {
                        async.complete();
                        return;
                    }
                    int length = Math.min(20_000, content.remaining());
                    last = content.slice().limit(length);
                    content.position(content.position() + length);
                    out.write(last);
                }
            }

            @Override
            public void onError(Throwable failure) {
                failures.add(failure);
                async.complete();
            }
        });
    }

    @Test
    void readingThatIsNotReadyAndMethodsThatBlockAreRefusedWithAListener() throws Exception {
        Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        servlet("/s", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.setTimeout(0);
            ServletInputStream in = request.getInputStream();
            in.setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() throws IOException {
                    refused(in::readAllBytes);
                    refused(() -> in.readNBytes(1));
                    refused(() -> in.readNBytes(new byte[1], 0, 1));
                    refused(() -> in.readLine(new byte[1], 0, 1));
                    while (in.isReady()) {
                        if (in.read(ByteBuffer.allocate(10)) < 0) {
                            return;
                        }
                    }
                    refused(() -> in.read(ByteBuffer.allocate(10)));
                    refused(() -> in.read(ByteBuffer.allocate(0)));
                }

                private void refused(Call call) {
                    try {
                        call.run();
                        thrown.add(new AssertionError("Not refused"));
                    } catch (IllegalStateException x) {
                        // as it should be
                    } catch (IOException x) {
                        thrown.add(x);
                    }
                }

                @Override
                public void onAllDataRead() {
                    async.complete();
                }

                @Override
                public void onError(Throwable failure) {
                    thrown.add(failure);
                    async.complete();
                }
            });
        });
        start();
        try (var client =
                connector.executeRequest("POST /ctx/s HTTP/1.1\r\nHost: l\r\nTransfer-Encoding: chunked\r\n\r\n")) {
            client.addInputAndExecute("3\r\nabc\r\n");
            client.addInputAndExecute("2\r\nde\r\n0\r\n\r\n");
            assertThat(status(client.getResponse())).isEqualTo(200);
        }
        assertThat(thrown).isEmpty();
    }

    private interface Call {
        void run() throws IOException;
    }
}
