package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class BlockingArrayQueueTest {
    @Test
    void elementsLeaveInTheirOrderWhileTheQueueGrows() {
        BlockingArrayQueue<Integer> queue = new BlockingArrayQueue<>(2, 3);
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            assertThat(queue.offer(i)).isTrue();
            if (i % 3 == 0) {
                left.add(queue.poll());
            }
        }
        queue.drainTo(left);
        assertThat(left).isSorted().hasSize(100);
        assertThat(queue).isEmpty();
    }

    @Test
    void queueOfOneCapacityIsFullAtIt() throws Exception {
        BlockingArrayQueue<String> queue = new BlockingArrayQueue<>(2);
        assertThat(queue.offer("a")).isTrue();
        assertThat(queue.remainingCapacity()).isEqualTo(1);
        assertThat(queue.offer("b")).isTrue();
        assertThat(queue.offer("c")).isFalse();
        assertThat(queue.offer("c", 0, TimeUnit.SECONDS)).isFalse();
        assertThatThrownBy(() -> queue.add("c")).isInstanceOf(IllegalStateException.class);
        assertThat(queue.take()).isEqualTo("a");
        assertThat(queue.offer("c")).isTrue();
        assertThat(queue).containsExactly("b", "c");
    }

    @Test
    void growthEndsAtTheGreatestCapacity() {
        BlockingArrayQueue<Integer> queue = BlockingArrayQueue.newInstance(2, 5);
        int taken = 0;
        while (queue.offer(taken)) {
            taken++;
        }
        assertThat(taken).isEqualTo(5);
        assertThat(queue.getCapacity()).isEqualTo(5);
        assertThat(queue.getMaxCapacity()).isEqualTo(5);
    }

    @Test
    void elementsAreReadAndChangedByIndex() {
        BlockingArrayQueue<String> queue = new BlockingArrayQueue<>(4, 1);
        queue.addAll(List.of("x", "a", "c"));
        queue.poll();
        queue.add(1, "b");
        queue.add(3, "d");
        assertThat(queue).containsExactly("a", "b", "c", "d");
        assertThat(queue.set(0, "A")).isEqualTo("a");
        assertThat(queue.remove(2)).isEqualTo("c");
        assertThat(queue.remove("d")).isTrue();
        assertThat(queue.remove("z")).isFalse();
        assertThat(queue).containsExactly("A", "b");
        assertThatThrownBy(() -> queue.get(2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> queue.add(9, "z")).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void emptyQueueSaysSo() throws Exception {
        BlockingArrayQueue<String> queue = new BlockingArrayQueue<>();
        assertThat(queue.poll()).isNull();
        assertThat(queue.peek()).isNull();
        assertThat(queue.poll(0, TimeUnit.SECONDS)).isNull();
        assertThatThrownBy(queue::remove).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(queue::element).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(() -> queue.offer(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void iteratorIsOfASnapshot() {
        BlockingArrayQueue<String> queue = new BlockingArrayQueue<>();
        queue.add("a");
        var iterator = queue.iterator();
        queue.clear();
        assertThat(iterator.next()).isEqualTo("a");
        assertThat(queue).isEmpty();
    }

    @Test
    void impossibleCapacitiesAreRefused() {
        assertThatThrownBy(() -> new BlockingArrayQueue<>(3, 1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("capacity: 3");
    }

    @RepeatedTest(100)
    void producersAndConsumersLoseNothing() {
        BlockingArrayQueue<Integer> queue = new BlockingArrayQueue<>(1, 1, 4);
        List<CompletableFuture<?>> producers = new ArrayList<>();
        List<CompletableFuture<Integer>> consumers = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            producers.add(CompletableFuture.runAsync(
                    () -> {
                        try {
                            for (int i = 1; i <= 100; i++) {
                                queue.put(i);
                            }
                        } catch (InterruptedException x) {
                            throw new IllegalStateException(x);
                        }
                    },
                    r -> new Thread(r).start()));
            consumers.add(CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            int sum = 0;
                            for (int i = 0; i < 100; i++) {
                                sum += queue.take();
                            }
                            return sum;
                        } catch (InterruptedException x) {
                            throw new IllegalStateException(x);
                        }
                    },
                    r -> new Thread(r).start()));
        }
        producers.forEach(CompletableFuture::join);
        assertThat(consumers.stream().mapToInt(CompletableFuture::join).sum()).isEqualTo(2 * 5050);
        assertThat(queue).isEmpty();
    }
}
