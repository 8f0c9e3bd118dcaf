package org.eclipse.jetty.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritePendingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class WriteFlusherTest {
    private final Output output = new Output();
    private final Flusher flusher = new Flusher(output);

    /** Takes as many bytes as there is space. */
    private static final class Output extends ByteArrayEndPoint {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private int space;
        private RuntimeException broken;
        private Runnable inFlush = () -> {};

        @Override
        public boolean flush(ByteBuffer... buffers) {
            inFlush.run();
            if (broken != null) {
                throw broken;
            }
            boolean all = true;
            for (ByteBuffer buffer : buffers) {
                byte[] bytes = new byte[Math.min(space, buffer.remaining())];
                buffer.get(bytes);
                taken.writeBytes(bytes);
                space -= bytes.length;
                all &= !buffer.hasRemaining();
            }
            return all;
        }

        private String text() {
            return taken.toString(StandardCharsets.US_ASCII);
        }
    }

    private static final class Flusher extends WriteFlusher {
        private int incomplete;
        private RuntimeException refusal;

        private Flusher(AbstractEndPoint endPoint) {
            super(endPoint);
        }

        @Override
        protected void onIncompleteFlush() {
            incomplete++;
            if (refusal != null) {
                throw refusal;
            }
        }
    }

    private static final class Noting implements Callback {
        private int succeeded;
        private final List<Throwable> failures = new ArrayList<>();

        @Override
        public synchronized void succeeded() {
            succeeded++;
        }

        @Override
        public synchronized void failed(Throwable x) {
            failures.add(x);
        }

        private synchronized int completions() {
            return succeeded + failures.size();
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private Noting write(String... texts) {
        Noting callback = new Noting();
        ByteBuffer[] buffers = new ByteBuffer[texts.length];
        for (int i = 0; i < texts.length; i++) {
            buffers[i] = bytes(texts[i]);
        }
        if (buffers.length == 1) {
            flusher.write(callback, buffers[0]);
        } else {
            flusher.write(callback, buffers);
        }
        return callback;
    }

    @Test
    void whatIsTakenAtOnceSucceedsAtOnce() {
        output.space = 100;
        assertThat(write("one").succeeded).isEqualTo(1);
        assertThat(write("two", "three").succeeded).isEqualTo(1);
        assertThat(output.text()).isEqualTo("onetwothree");
        assertThat(flusher.isPending()).isFalse();
        assertThat(flusher.incomplete).isZero();
    }

    @Test
    void writeThatIsTakenInPartsSucceedsWithTheLast() {
        Noting callback = write("first", "", "second");
        for (int i = 0; i < 10; i++) {
            assertThat(callback.completions()).isZero();
            assertThat(flusher.isPending()).isTrue();
            output.space = 1;
            flusher.completeWrite();
        }
        output.space = 1;
        flusher.completeWrite();
        assertThat(callback.succeeded).isEqualTo(1);
        assertThat(output.text()).isEqualTo("firstsecond");
        assertThat(flusher.incomplete).isEqualTo(11);
        flusher.completeWrite();
        assertThat(callback.completions()).isEqualTo(1);
    }

    @Test
    void secondWriteIsRefusedWhileOneIsPending() {
        Noting callback = write("pending");
        assertThatThrownBy(() -> write("second")).isInstanceOf(WritePendingException.class);
        output.space = 100;
        flusher.completeWrite();
        assertThat(callback.succeeded).isEqualTo(1);
        assertThat(output.text()).isEqualTo("pending");
    }

    @Test
    void callbackMayWriteAgain() {
        output.space = 100;
        Noting second = new Noting();
        flusher.write(Callback.from(() -> flusher.write(second, bytes("second"))), bytes("first"));
        assertThat(second.succeeded).isEqualTo(1);
        assertThat(output.text()).isEqualTo("firstsecond");
    }

    @Test
    void failureOfTheNetworkIsThatOfTheWriteAndOfThoseToCome() {
        RuntimeException cause = new IllegalStateException("broken by the test");
        output.broken = cause;
        assertThat(write("one").failures).containsExactly(cause);
        assertThat(flusher.isPending()).isFalse();
        output.broken = null;
        output.space = 100;
        assertThat(write("two", "three").failures).containsExactly(cause);
        assertThat(output.text()).isEmpty();
    }

    @Test
    void failureOfTheNetworkWhileAWriteIsPendingIsToldOnce() {
        Noting callback = write("pending");
        RuntimeException cause = new IllegalStateException("broken by the test");
        output.broken = cause;
        flusher.completeWrite();
        flusher.completeWrite();
        assertThat(flusher.onFail(new IOException("late"))).isFalse();
        assertThat(callback.failures).containsExactly(cause);
    }

    @Test
    void writeIsFailedWhileItIsPending() {
        Noting callback = write("pending");
        IOException cause = new IOException("failed by the test");
        assertThat(flusher.onFail(cause)).isTrue();
        output.space = 100;
        flusher.completeWrite();
        assertThat(callback.failures).containsExactly(cause);
        assertThat(callback.succeeded).isZero();
        assertThat(output.text()).isEmpty();
        assertThat(write("next").failures).containsExactly(cause);
    }

    @Test
    void writeIsFailedWhileItIsWritten() {
        IOException cause = new IOException("failed by the test");
        output.space = 100;
        output.inFlush = () -> flusher.onFail(cause);
        assertThat(write("written").failures).containsExactly(cause);
        output.inFlush = () -> {};
        assertThat(write("next").failures).containsExactly(cause);
    }

    @Test
    void writeThatIsFailedWhileAPartOfItIsWrittenDoesNotWaitForTheRest() {
        IOException cause = new IOException("failed by the test");
        output.space = 1;
        output.inFlush = () -> flusher.onFail(cause);
        assertThat(write("written").failures).containsExactly(cause);
        assertThat(flusher.incomplete).isZero();
    }

    @Test
    void timeoutConcernsAPendingWriteOnly() {
        IOException cause = new IOException("timeout of the test");
        assertThat(flusher.onTimeout(cause)).isFalse();
        Noting callback = write("pending");
        assertThat(flusher.onTimeout(cause)).isTrue();
        assertThat(callback.failures).containsExactly(cause);
        assertThat(write("next").failures).containsExactly(cause);
    }

    @Test
    void writeFailsThatTheSelectorDoesNotTake() {
        flusher.refusal = new IllegalStateException("refused by the test");
        Noting callback = write("pending");
        assertThat(callback.failures).containsExactly(flusher.refusal);
        assertThat(flusher.isPending()).isFalse();
    }

    @Test
    void cancelLeavesTheCallbackToTheCaller() {
        Noting callback = write("pending");
        assertThat(flusher.cancel(null)).isSameAs(callback);
        assertThat(callback.completions()).isZero();
        assertThat(flusher.cancel(null)).isNull();
        assertThat(write("next").failures).hasSize(1).first().isInstanceOf(IOException.class);
    }

    @Test
    void closeFailsThePendingWrite() {
        Noting callback = write("pending");
        flusher.onClose(null);
        assertThat(callback.failures).hasSize(1).first().isInstanceOf(EofException.class);
    }

    @RepeatedTest(100)
    void writeThatCompletesAndFailsAtTheSameTimeIsToldOnce() throws Exception {
        Noting callback = write("pending");
        output.space = 100;
        CyclicBarrier together = new CyclicBarrier(2);
        Thread failing = new Thread(() -> {
            try {
                together.await();
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
            flusher.onFail(new IOException("failed by the test"));
        });
        failing.start();
        together.await();
        flusher.completeWrite();
        failing.join();
        assertThat(callback.completions()).isEqualTo(1);
        assertThat(flusher.isPending()).isFalse();
    }
}
