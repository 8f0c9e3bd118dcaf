package org.eclipse.jetty.util.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class RefusalCounterTest {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger log = (Logger) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Logger.class}, (proxy, method, arguments) -> {
                lines.add(method.getName() + Arrays.deepToString(arguments));
                return null;
            });

    @Test
    void everyRefusalCountsAndOneLineASecondTellsThem() {
        RefusalCounter counter = new RefusalCounter(log, "limit");
        for (int i = 0; i < 1000; i++) {
            counter.refused("full");
        }
        assertThat(counter.getCount()).isEqualTo(1000);
        int before = lines.size();
        assertThat(lines.get(0)).startsWith("warn[").contains("limit, full, 1, 1");
        await().until(() -> {
            counter.refused("still full");
            return lines.size() > before;
        });
        String line = lines.get(lines.size() - 1);
        assertThat(line).contains("still full").endsWith(counter.getCount() + "]]");
        counter.reset();
        assertThat(counter.getCount()).isZero();
    }
}
