package org.eclipse.jetty.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";
    private static final String PARENT = "00-" + TRACE + "-" + SPAN + "-01";

    private static TraceContext read(String... namesAndValues) {
        HttpFields.Mutable fields = HttpFields.build().add("Host", "localhost");
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.add(namesAndValues[i], namesAndValues[i + 1]);
        }
        return TraceContext.from(fields);
    }

    private static String state(String... values) {
        HttpFields.Mutable fields = HttpFields.build().add("traceparent", PARENT);
        for (String value : values) {
            fields.add("tracestate", value);
        }
        return TraceContext.from(fields).getState();
    }

    @Test
    void fieldsOfAClientAreRead() {
        TraceContext context = read("Traceparent", PARENT, "TraceState", "rojo=00f067aa0ba902b7");
        assertThat(context.getTraceId()).isEqualTo(TRACE);
        assertThat(context.getSpanId()).isEqualTo(SPAN);
        assertThat(context.isSampled()).isTrue();
        assertThat(context.getState()).isEqualTo("rojo=00f067aa0ba902b7");
        assertThat(context.toTraceparent()).isEqualTo(PARENT);
        assertThat(read("traceparent", PARENT.substring(0, 53) + "00").isSampled())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "00-" + TRACE + "-" + SPAN,
                "00-" + TRACE + "-" + SPAN + "-0",
                "00-" + TRACE + "-" + SPAN + "-1",
                "00-" + TRACE + "-" + SPAN + "-01-",
                "00-" + TRACE + "-" + SPAN + "-01-more",
                "00-" + TRACE + "-" + SPAN + "-0x",
                "00-" + TRACE + "-" + SPAN + "-+1",
                "ff-" + TRACE + "-" + SPAN + "-01",
                "0x-" + TRACE + "-" + SPAN + "-01",
                "01-" + TRACE + "-" + SPAN + "-01more",
                "00-00000000000000000000000000000000-" + SPAN + "-01",
                "00-" + TRACE + "-0000000000000000-01",
                "00-0AF7651916CD43DD8448EB211C80319C-" + SPAN + "-01",
                "00-" + TRACE + "-B7AD6B7169203331-01",
                "00-+af7651916cd43dd8448eb211c80319c-" + SPAN + "-01",
                "00_" + TRACE + "-" + SPAN + "-01",
                "00-" + TRACE + "_" + SPAN + "-01",
                "00-\u0660af7651916cd43dd8448eb211c80319c-" + SPAN + "-01",
                PARENT + "," + PARENT
            })
    void malformedParentIsNoParent(String value) {
        assertThat(read("traceparent", value)).isNull();
    }

    @Test
    void twoParentsAreNone() {
        assertThat(read("traceparent", PARENT, "Traceparent", PARENT)).isNull();
        assertThat(read()).isNull();
        assertThat(read("tracestate", "a=1")).isNull();
    }

    @Test
    void versionsToComeAreReadAsFarAsTheyAreKnown() {
        TraceContext context = read("traceparent", "cc-" + TRACE + "-" + SPAN + "-ff-what-comes-later");
        assertThat(context.getTraceId()).isEqualTo(TRACE);
        // flags that are not known are not passed on
        assertThat(context.toTraceparent()).isEqualTo("00-" + TRACE + "-" + SPAN + "-03");
        assertThat(read("traceparent", "cc-" + TRACE + "-" + SPAN + "-01")).isNotNull();
    }

    @Test
    void stateOfSeveralFieldsIsOneList() {
        assertThat(state("a=1 ,\t b@c=2", "", ",", "d/e=3 4")).isEqualTo("a=1,b@c=2,d/e=3 4");
        assertThat(state()).isNull();
        assertThat(state("")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "=",
                "a=",
                "=1",
                "A=1",
                "a =1",
                "a=1=2",
                "a=\u00e9",
                "a=1;\u0001",
                "_a=1",
                "a=1,a=2",
                "\u00e9=1"
            })
    void malformedStateIsLeftOutAndTheParentIsNot(String value) {
        assertThat(state("ok=1", value)).isNull();
    }

    @Test
    void stateHasBounds() {
        String most = IntStream.range(0, 32).mapToObj(i -> "k" + i + "=v").collect(Collectors.joining(","));
        assertThat(state(most)).isEqualTo(most);
        assertThat(state(most, "k32=v")).isNull();
        assertThat(state("a".repeat(256) + "=1")).hasSize(258);
        assertThat(state("a".repeat(257) + "=1")).isNull();
        assertThat(state("a=" + "v".repeat(256))).hasSize(258);
        assertThat(state("a=" + "v".repeat(257))).isNull();
    }

    @Test
    void stateThatIsTooLongLosesLongMembersFirst() {
        String large = "l=" + "v".repeat(200);
        assertThat(state(large, "a=1", "m=" + "w".repeat(200), "n=" + "x".repeat(200)))
                .isEqualTo("a=1");
        String members = IntStream.range(0, 6)
                .mapToObj(i -> "k" + i + "=" + "v".repeat(100))
                .collect(Collectors.joining(","));
        assertThat(state(members)).isEqualTo(members.substring(0, 4 * 104 - 1));
    }

    @Test
    void childIsOfTheSameTrace() {
        TraceContext parent = read("traceparent", PARENT, "tracestate", "a=1");
        TraceContext child = parent.newChild(false);
        assertThat(child.getTraceId()).isEqualTo(TRACE);
        assertThat(child.getSpanId()).isNotEqualTo(SPAN).matches("[0-9a-f]{16}");
        assertThat(child.isSampled()).isFalse();
        assertThat(child.getState()).isEqualTo("a=1");
        TraceContext root = TraceContext.newRoot(true);
        assertThat(root.toTraceparent()).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-03");
        assertThat(TraceContext.newRoot(true)).isNotEqualTo(root);
        assertThat(read("traceparent", root.toTraceparent())).isEqualTo(root).hasSameHashCodeAs(root);
    }

    @Test
    void idsOfOthersAreTaken() {
        TraceContext context = TraceContext.of(TRACE, SPAN, true, "a=1");
        HttpFields.Mutable fields = HttpFields.build().add("traceparent", "old").add("tracestate", "old=1");
        context.setTo(fields);
        assertThat(fields.getValuesList("traceparent")).containsExactly(PARENT);
        assertThat(fields.getValuesList("tracestate")).containsExactly("a=1");
        TraceContext.newRoot(false).setTo(fields);
        assertThat(fields.contains("tracestate")).isFalse();
        assertThatThrownBy(() -> TraceContext.of("1", SPAN, true, null)).hasMessageContaining("expected: 32");
    }

    @Test
    void currentContextIsAStack() {
        TraceContext outer = TraceContext.newRoot(true);
        TraceContext inner = TraceContext.newRoot(true);
        assertThat(TraceContext.current()).isNull();
        TraceContext.exit();
        TraceContext.Scope scope = TraceContext.enter(outer);
        TraceContext.enter(inner);
        TraceContext.enter(null);
        assertThat(TraceContext.current()).isNull();
        TraceContext.exit();
        assertThat(TraceContext.current()).isEqualTo(inner);
        TraceContext.exit();
        assertThat(TraceContext.current()).isEqualTo(outer);
        TraceContext.enter(inner);
        scope.close();
        assertThat(TraceContext.current()).as("with the scope within it").isNull();
    }
}
