package org.eclipse.jetty.tests.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Delays threads at points, as a processor that is busy with others does, so that other threads overtake them.
 *
 * <p>Arguments of the agent: {@code delay[,millis=3][,percent=10][,points=FILE]}. A thread that comes to a point is delayed with that
 * chance, for a random time of up to that many milliseconds. A file holds one {@linkplain Point point} a line; {@code #} with a blank
 * behind it begins a comment. Without one the points are those of the resource {@code points.txt}. Thread-safe.
 */
final class Delays implements Points.Visitor {
    private final List<Point> points;
    private final int percent;
    private final long nanos;

    private Delays(List<Point> points, int percent, long millis) {
        this.points = points;
        this.percent = percent;
        nanos = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    static Delays parse(String arguments) throws IOException {
        int percent = 10;
        long millis = 3;
        List<Point> points = null;
        String[] parts = arguments.split(",");
        if (!parts[0].equals("delay")) {
            throw new IllegalArgumentException("agent argument: " + arguments + " (expected: delay)");
        }
        for (int i = 1; i < parts.length; i++) {
            String[] pair = parts[i].split("=", 2);
            String value = pair.length == 2 ? pair[1] : "";
            switch (pair[0]) {
                case "millis" -> millis = Long.parseLong(value);
                case "percent" -> percent = Integer.parseInt(value);
                case "points" -> {
                    try (BufferedReader reader = Files.newBufferedReader(Path.of(value))) {
                        points = read(reader);
                    }
                }
                default ->
                    throw new IllegalArgumentException(
                            "agent argument: " + parts[i] + " (expected: millis=, percent= or points=)");
            }
        }
        return new Delays(points == null ? defaultPoints() : points, percent, millis);
    }

    /** The points where a server is delayed unless a file says otherwise. */
    static List<Point> defaultPoints() throws IOException {
        try (Reader reader =
                new InputStreamReader(Delays.class.getResourceAsStream("points.txt"), StandardCharsets.UTF_8)) {
            return read(new BufferedReader(reader));
        }
    }

    private static List<Point> read(BufferedReader reader) throws IOException {
        List<Point> points = new ArrayList<>();
        for (String line; (line = reader.readLine()) != null; ) {
            String text = line.replaceFirst("(^|\\s)#(\\s.*)?$", "").trim();
            if (!text.isEmpty()) {
                points.add(Point.parse(text));
            }
        }
        return points;
    }

    void start() {
        Agent.visit(this, points);
    }

    @Override
    public void visit(String type, String method, boolean exit, Object object) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (random.nextInt(100) < percent && points.stream().anyMatch(point -> point.isReached(type, method, exit))) {
            // an interrupt, which is the server's, ends it and stays
            LockSupport.parkNanos(this, random.nextLong(nanos) + 1);
        }
    }
}
