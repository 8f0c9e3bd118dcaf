package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AttributesTest {
    /** A class that has attributes without being made of them. */
    private static final class Owner implements Attributes.Delegating {
        private final Attributes attributes;

        private Owner(Attributes attributes) {
            this.attributes = attributes;
        }

        @Override
        public Attributes getDelegate() {
            return attributes;
        }
    }

    /** Computes one attribute. */
    private static final class Computed extends Attributes.Synthetic {
        private Computed(Attributes attributes) {
            super(attributes);
        }

        @Override
        protected Object getSyntheticAttribute(String name) {
            return name.equals("computed") ? 1 : null;
        }

        @Override
        protected Set<String> getSyntheticNameSet() {
            return Set.of("computed");
        }
    }

    static Stream<Attributes> empty() {
        return Stream.of(
                new Attributes.Mapped(),
                new Attributes.Lazy(),
                new Attributes.Wrapper(new Attributes.Lazy()),
                new Attributes.Layer(new Attributes.Lazy()),
                new Owner(new Attributes.Lazy()),
                new Owner(new Attributes.Mapped()));
    }

    @ParameterizedTest
    @MethodSource("empty")
    void attributesAreSetReplacedAndRemoved(Attributes attributes) {
        assertThat(attributes.getAttribute("a")).isNull();
        assertThat(attributes.removeAttribute("a")).isNull();
        assertThat(attributes.setAttribute("a", null)).isNull();
        assertThat(attributes.getAttributeNameSet()).isEmpty();
        assertThat(attributes.asAttributeMap()).isEmpty();
        attributes.clearAttributes();

        assertThat(attributes.setAttribute("a", 1)).isNull();
        assertThat(attributes.setAttribute("a", 2)).isEqualTo(1);
        assertThat(attributes.setAttribute("b", 3)).isNull();
        assertThat(attributes.getAttribute("a")).isEqualTo(2);
        assertThat(attributes.asAttributeMap()).isEqualTo(Map.of("a", 2, "b", 3));

        Set<String> names = attributes.getAttributeNameSet();
        assertThat(attributes.removeAttribute("a")).isEqualTo(2);
        assertThat(attributes.setAttribute("b", null)).isEqualTo(3);
        assertThat(names).containsExactlyInAnyOrder("a", "b");
        assertThat(attributes.getAttributeNameSet()).isEmpty();

        attributes.setAttribute("c", 4);
        attributes.clearAttributes();
        assertThat(attributes.getAttribute("c")).isNull();
        assertThat(attributes.asAttributeMap()).isEmpty();
    }

    @Test
    void attributesAreEqualByNamesAndValues() {
        Attributes.Mapped mapped = new Attributes.Mapped();
        mapped.setAttribute("a", 1);
        Attributes.Lazy lazy = new Attributes.Lazy();
        assertThat(lazy).isNotEqualTo(mapped).isEqualTo(Attributes.NULL);
        lazy.addAll(mapped);
        assertThat(lazy.size()).isEqualTo(mapped.size()).isEqualTo(1);
        Attributes layer = new Attributes.Layer(new Attributes.Lazy(), mapped);
        for (Attributes other : List.of(lazy, layer, new Attributes.Mapped(mapped))) {
            assertThat(other).isEqualTo(mapped).hasSameHashCodeAs(mapped);
            assertThat(mapped).isEqualTo(other);
        }
        layer.setAttribute("a", 2);
        assertThat(layer).isNotEqualTo(lazy);
    }

    @Test
    void ownerIsEqualToItselfAlone() {
        Attributes attributes = new Attributes.Lazy();
        Owner owner = new Owner(attributes);
        assertThat(owner).isEqualTo(owner).isNotEqualTo(new Owner(attributes));
    }

    @Test
    void clearingAnOverlayLeavesWhatIsBelow() {
        Attributes below = new Attributes.Mapped();
        below.setAttribute("a", 1);
        Attributes layer = new Attributes.Layer(below);
        layer.setAttribute("b", 2);
        layer.clearAttributes();
        assertThat(layer.getAttributeNameSet()).isEmpty();
        assertThat(layer).isEqualTo(Attributes.NULL);
        assertThat(below.asAttributeMap()).isEqualTo(Map.of("a", 1));
    }

    @Test
    void clearingRemovesComputedAttributes() {
        Attributes computed = new Computed(new Attributes.Mapped());
        assertThat(computed.asAttributeMap()).isEqualTo(Map.of("computed", 1));
        computed.clearAttributes();
        assertThat(computed.getAttributeNameSet()).isEmpty();
        assertThat(computed.getAttribute("computed")).isNull();
    }

    @RepeatedTest(100)
    void noneOfTheFirstAttributesIsLost() throws Exception {
        int threads = 4;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            Attributes attributes = new Attributes.Lazy();
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Callable<Object>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                String name = "a" + i;
                tasks.add(() -> {
                    start.await();
                    return attributes.setAttribute(name, name);
                });
            }
            for (Future<Object> set : executor.invokeAll(tasks)) {
                assertThat(set.get()).isNull();
            }
            assertThat(attributes.getAttributeNameSet()).containsExactlyInAnyOrder("a0", "a1", "a2", "a3");
        } finally {
            executor.shutdownNow();
        }
    }
}
