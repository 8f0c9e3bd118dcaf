package org.eclipse.jetty.server.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jetty.tests.agent.Hold;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads are delayed at points that there are: a method that is renamed is renamed in the list. */
class DelayPointsTest {
    static Stream<String> points() throws Exception {
        List<String> lines;
        try (InputStream file = Hold.class.getResourceAsStream("points.txt")) {
            lines = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
        return lines.stream().map(String::trim).filter(line -> !line.isEmpty() && !line.startsWith("#"));
    }

    @ParameterizedTest
    @MethodSource("points")
    void pointIsAMethod(String point) throws Exception {
        String[] parts = point.split("[+#@]+");
        Class<?> type = Class.forName(parts[0]);
        // a method of subtypes may be inherited by the type
        Stream<Method> methods = Stream.concat(
                Arrays.stream(type.getDeclaredMethods()),
                point.contains("+#") ? Arrays.stream(type.getMethods()) : Stream.of());
        assertThat(methods.map(Method::getName)).contains(parts[1]);
    }
}
