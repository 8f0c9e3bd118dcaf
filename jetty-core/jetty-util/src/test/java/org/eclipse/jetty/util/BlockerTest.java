package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

public class BlockerTest {
    @RepeatedTest(100)
    public void promiseOfAnotherThreadIsWaitedFor() throws Exception {
        String result = Blocker.blockWithPromise(promise -> CompletableFuture.runAsync(() -> promise.succeeded("x")));
        assertThat(result).isEqualTo("x");
    }

    @Test
    public void failureIsThrown() throws Exception {
        IOException failure = new IOException("x");
        try (Blocker.Callback callback = Blocker.callback()) {
            callback.failed(failure);
            assertThatThrownBy(callback::block).isSameAs(failure);
        }
    }

    @Test
    public void lateResultIsReleased() {
        AtomicReference<String> released = new AtomicReference<>();
        Blocker.Promise<String> promise = Blocker.promise(released::set);
        assertThatThrownBy(() -> promise.block(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        promise.close();
        promise.succeeded("late");
        assertThat(released.get()).isEqualTo("late");
    }

    @Test
    public void sharedBlockerIsUsedByOneAtATime() throws Exception {
        Blocker.Shared shared = new Blocker.Shared();
        for (int i = 0; i < 3; i++) {
            try (Blocker.Callback callback = shared.callback()) {
                callback.succeeded();
                callback.block();
            }
        }
    }
}
