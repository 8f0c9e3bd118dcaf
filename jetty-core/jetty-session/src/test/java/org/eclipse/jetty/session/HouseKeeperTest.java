package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.junit.jupiter.api.Test;

class HouseKeeperTest {
    /** Keeps tasks until they are cancelled or run. */
    private static final class Manual extends AbstractLifeCycle implements Scheduler {
        private final List<Runnable> tasks = new ArrayList<>();

        @Override
        public Task schedule(Runnable task, long delay, TimeUnit units) {
            tasks.add(task);
            return () -> tasks.remove(task);
        }
    }

    @Test
    void intervalThatChangesDuringALookMakesNoSecondRowOfLooks() throws Exception {
        Manual scheduler = new Manual();
        scheduler.start();
        HouseKeeper keeper = new HouseKeeper();
        // its pool is not started, so that a look is made at once
        Server server = new Server(null, scheduler, null);
        keeper.setSessionIdManager(new DefaultSessionIdManager(server) {
            @Override
            public void scavenge() {
                keeper.setIntervalSec(7);
            }
        });
        keeper.start();
        assertThat(scheduler.tasks).hasSize(1);
        scheduler.tasks.remove(0).run();
        assertThat(scheduler.tasks).hasSize(1);
        keeper.stop();
        assertThat(scheduler.tasks).isEmpty();
    }
}
