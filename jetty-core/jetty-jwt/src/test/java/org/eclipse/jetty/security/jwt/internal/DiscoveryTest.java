package org.eclipse.jetty.security.jwt.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class DiscoveryTest {
    @Test
    void fewThreadsWaitForMetadataThatAreRead() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch reading = new CountDownLatch(1);
        Discovery discovery = new Discovery("https://id.example", () -> {
            reading.countDown();
            try {
                release.await();
            } catch (InterruptedException x) {
                throw new IOException(x);
            }
            return ProviderMetadata.NONE;
        });
        ExecutorService threads = Executors.newFixedThreadPool(30);
        try {
            CompletableFuture<String> reader = ask(discovery, threads);
            reading.await();
            List<CompletableFuture<String>> others = new ArrayList<>();
            for (int i = 0; i < 29; i++) {
                others.add(ask(discovery, threads));
            }
            Awaitility.await().untilAsserted(() -> assertThat(
                            others.stream().filter(CompletableFuture::isDone).filter(each -> each.join()
                                    .contains("16 requests wait for them already")))
                    .hasSizeGreaterThanOrEqualTo(13));
            release.countDown();
            assertThat(reader.join()).isEqualTo("read");
        } finally {
            release.countDown();
            threads.shutdownNow();
        }
    }

    private static CompletableFuture<String> ask(Discovery discovery, ExecutorService threads) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        discovery.get();
                        return "read";
                    } catch (IOException x) {
                        return x.getMessage();
                    }
                },
                threads);
    }
}
