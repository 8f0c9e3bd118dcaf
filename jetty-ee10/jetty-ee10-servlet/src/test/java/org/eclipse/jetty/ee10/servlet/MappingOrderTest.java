package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of mappings of filters (Servlet section 8.2.3). */
class MappingOrderTest {
    private final MappingOrder order = new MappingOrder();
    private final List<String> mappings = new ArrayList<>();

    private void append(String name, boolean byCode) {
        mappings.add(order.append(mappings.size(), byCode), name);
    }

    private void prepend(String name, boolean byCode) {
        mappings.add(order.prepend(mappings.size(), byCode), name);
    }

    @Test
    void mappingsByCodeSurroundThoseOfDescriptors() {
        append("after1", true);
        append("descriptor1", false);
        prepend("before1", true);
        append("after2", true);
        prepend("before2", true);
        append("descriptor2", false);
        assertThat(mappings).containsExactly("before1", "before2", "descriptor1", "descriptor2", "after1", "after2");
    }

    @Test
    void mappingOfTheEmbedderIsPrependedBeforeAllOthers() {
        prepend("before", true);
        append("descriptor", false);
        prepend("first", false);
        prepend("before2", true);
        append("descriptor2", false);
        assertThat(mappings).containsExactly("first", "before", "before2", "descriptor", "descriptor2");
    }

    @Test
    void removedMappingsLeaveTheOrderOfOthers() {
        for (String removed : List.of("before", "descriptor", "after")) {
            order.clear();
            mappings.clear();
            prepend("before", true);
            append("descriptor", false);
            append("after", true);
            order.remove(mappings.indexOf(removed));
            mappings.remove(removed);
            prepend("before2", true);
            append("descriptor2", false);
            append("after2", true);
            List<String> expected =
                    new ArrayList<>(List.of("before", "before2", "descriptor", "descriptor2", "after", "after2"));
            expected.remove(removed);
            assertThat(mappings).as(removed).isEqualTo(expected);
        }
    }

    @Test
    void replacedMappingsTakeMore() {
        append("descriptor", false);
        prepend("before", true);
        append("after", true);
        mappings.clear();
        append("descriptor2", false);
        append("after2", true);
        assertThat(mappings).containsExactly("descriptor2", "after2");
    }

    @Test
    void clearedOrderBeginsAgain() {
        append("after", true);
        order.clear();
        mappings.clear();
        append("descriptor", false);
        append("descriptor2", false);
        assertThat(mappings).containsExactly("descriptor", "descriptor2");
    }
}
