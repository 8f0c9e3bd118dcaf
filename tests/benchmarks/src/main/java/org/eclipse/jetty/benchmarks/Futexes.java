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
 * <p>Arguments: {@code NAME=HOME...}, each a home directory with a {@code start.jar}; before them perhaps {@code path=/},
 * {@code connections=64}, {@code modules=,threadpool-virtual}, {@code properties=a=b,c=d}. Needs {@code perf}, {@code wrk}, and the right to count (root).
 */
public final class Futexes {
    private static final String[] CALLS = {"futex", "epoll_ctl", "epoll_wait", "read", "write", "recvfrom", "sendto"};
    private static final int SECONDS = 5;

    private Futexes() {}

    public static void main(String[] args) throws Exception {
        String path = "/";
        int connections = 64;
        String modules = "";
        String[] properties = {};
        List<String> homes = new ArrayList<>();
        for (String arg : args) {
            String value = arg.substring(arg.indexOf('=') + 1);
            switch (arg.substring(0, arg.indexOf('='))) {
                case "path" -> path = value;
                case "connections" -> connections = Integer.parseInt(value);
                case "modules" -> modules = value;
                case "properties" -> properties = value.split(",");
                default -> homes.add(arg);
            }
        }
        if (homes.isEmpty()) {
            throw new IllegalArgumentException("expected: NAME=HOME...");
        }
        Measure.describe();
        System.out.printf("%s over %d connections%n", path, connections);
        StringBuilder head = new StringBuilder("| Server | requests/s | CPU s/100k |");
        for (String call : CALLS) {
            head.append(' ').append(call).append(" |");
        }
        System.out.println(head);
        System.out.println("|---|---:|---:|" + "---:|".repeat(CALLS.length));
        for (String home : homes) {
            try (ServerProcess server = new ServerProcess(home, modules, properties)) {
                for (int i = 0; i < 3; i++) {
                    wrk(server, path, connections, 4).waitFor();
                }
                measure(server, path, connections);
            }
        }
    }

    private static void measure(ServerProcess server, String path, int connections) throws Exception {
        Process load = wrk(server, path, connections, SECONDS + 3);
        TimeUnit.SECONDS.sleep(1);
        double cpu = server.cpu();
        List<String> command = new ArrayList<>(List.of("perf", "stat", "-x", ",", "-p", Long.toString(server.pid())));
        for (String call : CALLS) {
            command.addAll(List.of("-e", "syscalls:sys_enter_" + call));
        }
        command.addAll(List.of("--", "sleep", Integer.toString(SECONDS)));
        Process perf = new ProcessBuilder(command).redirectErrorStream(true).start();
        String counted = new String(perf.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        cpu = server.cpu() - cpu;
        String answer = new String(load.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher rate = Pattern.compile("Requests/sec:\\s+([\\d.]+)").matcher(answer);
        if (!rate.find()) {
            throw new IOException("wrk: " + answer);
        }
        double perSecond = Double.parseDouble(rate.group(1));
        System.out.printf("| %s | %,.0f | %.2f |", server.name, perSecond, cpu * 1e5 / (perSecond * SECONDS));
        for (String call : CALLS) {
            Matcher count = Pattern.compile("(?m)^(\\d+),[^,]*,syscalls:sys_enter_" + call + ",")
                    .matcher(counted);
            if (!count.find()) {
                throw new IOException("perf counts no " + call + ": " + counted);
            }
            System.out.printf(" %.3f |", Long.parseLong(count.group(1)) / (perSecond * SECONDS));
        }
        System.out.println();
    }

    private static Process wrk(ServerProcess server, String path, int connections, int seconds) throws IOException {
        return new ProcessBuilder(
                        "wrk",
                        "-t1",
                        "-c" + connections,
                        "-d" + seconds + "s",
                        "http://127.0.0.1:" + server.port + path)
                .redirectErrorStream(true)
                .start();
    }
}
