package org.eclipse.jetty.benchmarks;

import java.util.ArrayList;
import java.util.List;

/**
 * How long quick requests wait behind the few that suddenly block: 1 % of the requests block 50 ms, and the times of the
 * others are measured at a fixed rate; and, in turns of its own, how long they wait on that machine when none blocks.
 *
 * <p>The servers have one CPU and this process, which does not sleep, another one, so that none waits for a time slice of
 * the other. Arguments: {@code NAME=HOME...}, each a home directory with a {@code start.jar} or one of Tomcat; before them
 * perhaps
 * {@code rate=2000}, {@code rounds=5}, {@code seconds=5}, {@code slow=0.01}, {@code ms=50}, {@code connections=64},
 * {@code modules=,threadpool-virtual}.
 */
public final class HeadOfLine {
    private HeadOfLine() {}

    public static void main(String[] args) throws Exception {
        double rate = 2000;
        int rounds = 5;
        double seconds = 5;
        double slow = 0.01;
        int millis = 50;
        int connections = 64;
        String modules = "";
        List<String> homes = new ArrayList<>();
        for (String arg : args) {
            String value = arg.substring(arg.indexOf('=') + 1);
            switch (arg.substring(0, arg.indexOf('='))) {
                case "rate" -> rate = Double.parseDouble(value);
                case "rounds" -> rounds = Integer.parseInt(value);
                case "seconds" -> seconds = Double.parseDouble(value);
                case "slow" -> slow = Double.parseDouble(value);
                case "ms" -> millis = Integer.parseInt(value);
                case "connections" -> connections = Integer.parseInt(value);
                case "modules" -> modules = value;
                default -> homes.add(arg);
            }
        }
        if (homes.isEmpty()) {
            throw new IllegalArgumentException("expected: NAME=HOME...");
        }
        Measure.describe();
        System.out.printf(
                "%,.0f requests/s over %d connections, %.1f %% of them block %d ms; %d rounds of %.0f s, interleaved%n",
                rate, connections, slow * 100, millis, rounds, seconds);
        List<ServerProcess> servers = new ArrayList<>();
        List<HttpLoad> loads = new ArrayList<>();
        try {
            for (String home : homes) {
                servers.add(new ServerProcess(home, modules, "jetty.http.idleTimeout=300000"));
            }
            for (ServerProcess server : servers) {
                HttpLoad load = new HttpLoad(server.port, connections);
                loads.add(load);
                ServerProcess.pin(server.pid(), 0);
                // warm up: first the paths, then the compiler
                for (int i = 0; i < 4; i++) {
                    load.run(rate * (i == 0 ? 0.5 : 3), slow, millis, 3);
                }
            }
            ServerProcess.pin(ProcessHandle.current().pid(), 1);
            double[][][] results = new double[2 * servers.size()][5][rounds];
            int disturbed = 0;
            for (int round = 0; round < rounds; round++) {
                for (int turn = 0; turn < results.length; turn++) {
                    ServerProcess server = servers.get(turn / 2);
                    HttpLoad load = loads.get(turn / 2);
                    double cpu = server.cpu();
                    double others = Measure.machine() - Measure.cpu() / 1e9 - cpu;
                    long[] nanos = load.run(rate, turn % 2 == 0 ? slow : 0, millis, seconds);
                    others = Measure.machine() - Measure.cpu() / 1e9 - server.cpu() - others;
                    if (others > 0.08 * seconds && disturbed < 12 * rounds) {
                        disturbed++;
                        turn--;
                        continue;
                    }
                    double[][] result = results[turn];
                    result[0][round] = Measure.percentile(nanos, 0.5) / 1e6;
                    result[1][round] = Measure.percentile(nanos, 0.99) / 1e6;
                    result[2][round] = Measure.percentile(nanos, 0.999) / 1e6;
                    result[3][round] = nanos[nanos.length - 1] / 1e6;
                    result[4][round] = (server.cpu() - cpu) * 1e5 / (nanos.length + load.slow);
                }
            }
            System.out.printf("%d turns were repeated: other processes took more than 8 %% of a CPU%n", disturbed);
            System.out.println("| Server | p50, ms | p99, ms | p99.9, ms | max, ms | CPU s/100k |");
            System.out.println("|---|---:|---:|---:|---:|---:|");
            for (int turn = 0; turn < results.length; turn++) {
                System.out.printf("| %s%s |", servers.get(turn / 2).name, turn % 2 == 0 ? "" : ", none blocks");
                for (double[] values : results[turn]) {
                    System.out.printf(" %.2f |", Measure.median(values));
                }
                System.out.println();
            }
        } finally {
            for (HttpLoad load : loads) {
                load.close();
            }
            for (ServerProcess server : servers) {
                server.close();
            }
        }
    }
}
