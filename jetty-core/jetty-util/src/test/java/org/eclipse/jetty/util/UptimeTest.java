package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class UptimeTest {
    private static final String STAT = "4711 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 %s 20 21";

    @Test
    void ageIsTheDifferenceOfTwoTimesSinceTheBoot() {
        assertThat(Uptime.age(STAT.formatted("1000"), "12.34 99.99\n")).isEqualTo(2_340);
        assertThat(Uptime.age(STAT.formatted("1234"), "12.34 99.99\n")).isZero();
    }

    @Test
    void otherFilesAreRefused() {
        assertThatThrownBy(() -> Uptime.age(STAT.formatted("9999"), "12.34 99.99\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("9999")
                .hasMessageContaining("12.34");
        assertThatThrownBy(() -> Uptime.age("", "12.34 1\n")).isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> Uptime.age(STAT.formatted("1"), "?")).isInstanceOf(RuntimeException.class);
    }

    /** As in a container whose entry is a script. */
    @Test
    void upSinceTheJvmBeganWhereAShellWorkedBefore() throws Exception {
        long before = System.currentTimeMillis();
        Process shell = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "read go; exec \"$@\"",
                        "sh",
                        System.getProperty("java.home") + "/bin/java",
                        "-cp",
                        System.getProperty("java.class.path"),
                        UptimeTest.class.getName())
                .start();
        // the clock of processes ticks each 10 ms, and a busy machine lets the JVM wait between two looks at clocks
        while (System.currentTimeMillis() - before < 2000) {
            Thread.onSpinWait();
        }
        try (Writer in = new OutputStreamWriter(shell.getOutputStream());
                BufferedReader out = new BufferedReader(new InputStreamReader(shell.getInputStream()))) {
            in.write("go\n");
            in.flush();
            assertThat(Long.parseLong(out.readLine())).isGreaterThan(before + 1000);
        }
    }

    /** Prints when this JVM began. */
    public static void main(String[] args) {
        // in this order, a wait in between makes the beginning later, not earlier
        long uptime = Uptime.getUptime();
        System.out.println(System.currentTimeMillis() - uptime);
    }

    /** The JVM takes note of its start some tens of milliseconds after the process has begun. */
    @Test
    void upSinceTheProcessBegan() {
        long begun = System.currentTimeMillis() - Uptime.getUptime();
        long noted = ManagementFactory.getRuntimeMXBean().getStartTime();
        assertThat(begun).isLessThanOrEqualTo(noted + 20);
        assertThat(Uptime.getUptime()).isPositive();
    }
}
