package org.eclipse.jetty.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Full TLS handshakes a second, and what each costs the server, for TLS 1.3 and 1.2; the load is by {@code openssl s_time}.
 *
 * <p>The servers have one CPU, the load another one, and take turns. Arguments: {@code NAME=HOME...}, each a home directory
 * with a {@code start.jar}, the one to compare with last; before them perhaps {@code rounds=5}, {@code seconds=4},
 * {@code clients=8}, {@code modules=,conscrypt}.
 */
public final class TlsHandshakes {
    private static final Pattern COUNT = Pattern.compile("(?m)^(\\d+) connections in \\d+ real seconds");
    private static final String[] VERSIONS = {"-tls1_3", "-tls1_2"};

    private TlsHandshakes() {}

    public static void main(String[] args) throws Exception {
        int rounds = 5;
        int seconds = 4;
        int clients = 8;
        String modules = "";
        List<String> homes = new ArrayList<>();
        for (String arg : args) {
            String value = arg.substring(arg.indexOf('=') + 1);
            switch (arg.substring(0, arg.indexOf('='))) {
                case "rounds" -> rounds = Integer.parseInt(value);
                case "seconds" -> seconds = Integer.parseInt(value);
                case "clients" -> clients = Integer.parseInt(value);
                case "modules" -> modules = value;
                default -> homes.add(arg);
            }
        }
        if (homes.isEmpty()) {
            throw new IllegalArgumentException("expected: NAME=HOME...");
        }
        Measure.describe();
        List<TlsServer> servers = new ArrayList<>();
        try {
            for (String home : homes) {
                servers.add(new TlsServer(home, modules));
            }
            ServerProcess.pin(ProcessHandle.current().pid(), 1);
            for (TlsServer server : servers) {
                ServerProcess.pin(server.process.pid(), 0);
                for (String version : VERSIONS) {
                    load(server, version, 3 * seconds, clients);
                }
            }
            System.out.println("| Server | version | handshakes/s | ratio | CPU ms each | ratio |");
            System.out.println("|---|---|---:|---:|---:|---:|");
            for (String version : VERSIONS) {
                double[][] rate = new double[servers.size()][rounds];
                double[][] cpu = new double[servers.size()][rounds];
                for (int round = 0; round < rounds; round++) {
                    for (int s = 0; s < servers.size(); s++) {
                        double before = servers.get(s).process.cpu();
                        long begin = System.nanoTime();
                        int count = load(servers.get(s), version, seconds, clients);
                        rate[s][round] = count / ((System.nanoTime() - begin) / 1e9);
                        cpu[s][round] = (servers.get(s).process.cpu() - before) * 1000 / count;
                    }
                }
                print(servers, version, rate, cpu);
            }
        } finally {
            for (TlsServer server : servers) {
                server.close();
            }
        }
    }

    private static void print(List<TlsServer> servers, String version, double[][] rate, double[][] cpu) {
        int last = servers.size() - 1;
        for (int s = 0; s <= last; s++) {
            System.out.printf(
                    "| %s | %s | %,.0f | %.2f | %.3f | %.2f |%n",
                    servers.get(s).process.name,
                    version.equals("-tls1_3") ? "1.3" : "1.2",
                    Measure.median(rate[s]),
                    Measure.median(ratios(rate[s], rate[last])),
                    Measure.median(cpu[s]),
                    Measure.median(ratios(cpu[s], cpu[last])));
        }
    }

    private static double[] ratios(double[] values, double[] to) {
        double[] ratios = new double[values.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = values[i] / to[i];
        }
        return ratios;
    }

    /** The handshakes that all clients made. */
    private static int load(TlsServer server, String version, int seconds, int clients) throws Exception {
        List<Process> running = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            running.add(new ProcessBuilder(
                            "openssl",
                            "s_time",
                            "-connect",
                            "127.0.0.1:" + server.port,
                            "-new",
                            version,
                            "-time",
                            Integer.toString(seconds))
                    .redirectErrorStream(true)
                    .start());
        }
        int count = 0;
        for (Process process : running) {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher matcher = COUNT.matcher(output);
            if (process.waitFor() != 0 || !matcher.find()) {
                throw new IOException("openssl s_time: " + output);
            }
            count += Integer.parseInt(matcher.group(1));
        }
        return count;
    }
}
