package org.eclipse.jetty.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * System calls per keep-alive request of servers under full load, counted by the kernel ({@code perf stat}).
 *
 * <p>Arguments: {@code NAME=HOME...}; needs {@code perf}, {@code wrk}, and the right to count (root).
 */
public final class Futexes {
    private static final String[] CALLS = {"futex", "epoll_ctl", "epoll_wait", "read", "write", "recvfrom", "sendto"};
    private static final int SECONDS = 5;

    private Futexes() {}

    public static void main(String[] args) throws Exception {
        if (args.length == 0) throw new IllegalArgumentException("expected: NAME=HOME...");
        Measure.describe();
        StringBuilder head = new StringBuilder("| Server | requests/s |");
        for (String call : CALLS) head.append(' ').append(call).append(" |");
        System.out.println(head);
        System.out.println("|---|---:|" + "---:|".repeat(CALLS.length));
        for (String home : args) {
            try (ServerProcess server = new ServerProcess(home, "")) {
                for (int i = 0; i < 3; i++) wrk(server, 4).waitFor();
                measure(server);
            }
        }
    }

    private static void measure(ServerProcess server) throws Exception {
        Process load = wrk(server, SECONDS + 3);
        TimeUnit.SECONDS.sleep(1);
        List<String> command = new ArrayList<>(List.of("perf", "stat", "-x", ",", "-p", Long.toString(server.pid())));
        for (String call : CALLS) command.addAll(List.of("-e", "syscalls:sys_enter_" + call));
        command.addAll(List.of("--", "sleep", Integer.toString(SECONDS)));
        Process perf = new ProcessBuilder(command).redirectErrorStream(true).start();
        String counted = new String(perf.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String answer = new String(load.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher rate = Pattern.compile("Requests/sec:\\s+([\\d.]+)").matcher(answer);
        if (!rate.find()) throw new IOException("wrk: " + answer);
        double perSecond = Double.parseDouble(rate.group(1));
        System.out.printf("| %s | %,.0f |", server.name, perSecond);
        for (String call : CALLS) {
            Matcher count = Pattern.compile("(?m)^(\\d+),[^,]*,syscalls:sys_enter_" + call + ",")
                    .matcher(counted);
            if (!count.find()) throw new IOException("perf counts no " + call + ": " + counted);
            System.out.printf(" %.3f |", Long.parseLong(count.group(1)) / (perSecond * SECONDS));
        }
        System.out.println();
    }

    private static Process wrk(ServerProcess server, int seconds) throws IOException {
        return new ProcessBuilder("wrk", "-t1", "-c64", "-d" + seconds + "s", "http://127.0.0.1:" + server.port + "/")
                .redirectErrorStream(true)
                .start();
    }
}
