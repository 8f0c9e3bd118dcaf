package org.eclipse.jetty.util.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.Destroyable;
import org.junit.jupiter.api.Test;

class ShutdownThreadTest {
    private static final class Part extends AbstractLifeCycle implements Destroyable {
        private final List<String> calls = new ArrayList<>();
        private boolean shutDownWhileStarting;

        @Override
        protected void doStart() {
            if (shutDownWhileStarting) {
                ShutdownThread.getInstance().run();
            }
        }

        @Override
        protected void doStop() {
            calls.add("stop");
        }

        @Override
        public void destroy() {
            calls.add("destroy");
        }
    }

    private final Part part = new Part();

    @Test
    void whatIsStartedIsStoppedAndDestroyed() throws Exception {
        part.start();
        ShutdownThread.register(part);
        try {
            ShutdownThread.getInstance().run();
        } finally {
            ShutdownThread.deregister(part);
        }
        assertThat(part.calls).containsExactly("stop", "destroy");
    }

    @Test
    void whatIsStillStartingIsNotDestroyed() throws Exception {
        part.shutDownWhileStarting = true;
        ShutdownThread.register(part);
        try {
            part.start();
        } finally {
            ShutdownThread.deregister(part);
        }
        assertThat(part.calls).isEmpty();
    }
}
