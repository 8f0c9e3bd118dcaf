package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When an upgraded connection may be written to (ServletOutputStream.isReady, WriteListener). */
class UpgradedOutputTest {
    /** A network that takes ten bytes, then waits for its other side. */
    private final ByteArrayEndPoint endPoint = new ByteArrayEndPoint(new byte[0], 10);

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<String> events = new ArrayList<>();
    private final ServletContextHandler context = new ServletContextHandler();
    private final ServletOutputStream out = new UpgradedConnection(
                    endPoint, tasks::add, context, context.getObjectFactory(), new Silent())
            .getOutputStream();

    private static final class Silent implements HttpUpgradeHandler {
        @Override
        public void init(WebConnection connection) {}

        @Override
        public void destroy() {}
    }

    private final class Listener implements WriteListener {
        @Override
        public void onWritePossible() {
            events.add("possible");
        }

        @Override
        public void onError(Throwable x) {
            events.add("error " + x.getMessage());
        }
    }

    @BeforeEach
    void listen() {
        out.setWriteListener(new Listener());
        runTasks();
        assertThat(events).containsExactly("possible");
        events.clear();
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private void writeMoreThanIsTaken() throws IOException {
        assertThat(out.isReady()).isTrue();
        out.write("0123456789abcde".getBytes());
    }

    private void assertRefused() {
        assertThatThrownBy(() -> out.write('x')).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> out.write(new byte[0])).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(out::flush).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void writingWhatIsNotReadyIsRefusedUntilTheListenerIsCalled() throws Exception {
        writeMoreThanIsTaken();
        assertThat(out.isReady()).isFalse();
        assertRefused();

        // the write ends, but nobody was told so yet
        assertThat(endPoint.takeOutputString()).isEqualTo("0123456789");
        assertThat(endPoint.takeOutputString()).isEqualTo("abcde");
        assertThat(events).isEmpty();
        assertRefused();

        runTasks();
        assertThat(events).containsExactly("possible");
        out.write('y');
        assertThat(endPoint.takeOutputString()).isEqualTo("y");
    }

    @Test
    void askingAgainOnceTheWriteHasEndedAllowsTheNext() throws Exception {
        writeMoreThanIsTaken();
        assertThat(out.isReady()).isFalse();
        endPoint.takeOutputString();
        endPoint.takeOutputString();
        assertThat(out.isReady()).isTrue();
        writeMoreThanIsTaken();
        assertThat(out.isReady()).isFalse();

        // the call for the first write does not allow what waits for the second
        runTasks();
        assertThat(events).containsExactly("possible");
        assertRefused();
        endPoint.takeOutputString();
        endPoint.takeOutputString();
        runTasks();
        assertThat(events).containsExactly("possible", "possible");
        assertThat(out.isReady()).isTrue();
    }

    @Test
    void listenerIsNotCalledWhenNobodyWasToldToWait() throws Exception {
        writeMoreThanIsTaken();
        assertThatThrownBy(() -> out.write('x')).isInstanceOf(IllegalStateException.class);
        endPoint.takeOutputString();
        endPoint.takeOutputString();
        runTasks();
        assertThat(events).isEmpty();
        out.write('y');
    }

    @Test
    void failureIsToldOnceAndThrownByTheNextWrite() throws Exception {
        writeMoreThanIsTaken();
        assertThat(out.isReady()).isFalse();
        endPoint.close(new IOException("gone"));
        runTasks();
        assertThat(events).hasSize(1).allMatch(event -> event.startsWith("error"));
        assertThat(out.isReady()).isTrue();
        assertThatThrownBy(() -> out.write('x')).isInstanceOf(IOException.class);
    }
}
