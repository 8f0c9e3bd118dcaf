package org.eclipse.jetty.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.ajax.JSON;
import org.jspecify.annotations.Nullable;

/**
 * Reads the requests of a request log, to send them again: lines of the common or combined format, or JSON as the module
 * {@code requestlog-json} writes it; compressed files, too.
 *
 * <p>Times of the common format are whole seconds: requests of the same second are spread over it evenly. Only requests that are safe
 * (RFC 9110, section 9.2.1) are read, as a log has no content, and only those of a path: what a server was asked for as a proxy is
 * on another one. Characters that may not be in a target (RFC 3986, section 2) are percent-encoded.
 */
public final class RequestLogs {
    private static final Pattern COMMON = Pattern.compile("\\[([^\\]]+)\\] \"([A-Z]+) (\\S+)(?: HTTP/[0-9.]+)?\"");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    private static final long SECOND = 1_000_000_000;

    private RequestLogs() {}

    /** @param wholeSecond whether the time is not known better */
    private record Line(Instant time, boolean wholeSecond, Resource resource) {}

    /**
     * Reads a log. Lines that are no requests, or none that are safe, are passed over.
     *
     * @throws IllegalArgumentException if there is no line that can be sent again
     */
    public static List<Arrivals.Recorded> read(Path log) throws IOException {
        List<Line> lines = new ArrayList<>();
        try (BufferedReader reader = open(log)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Line request = line.startsWith("{") ? json(line) : common(line);
                if (request != null) {
                    lines.add(request);
                }
            }
        }
        if (lines.isEmpty()) {
            throw new IllegalArgumentException(
                    log + ": no requests (expected: common format, or JSON of requestlog-json)");
        }
        lines.sort(Comparator.comparing(Line::time));
        return spread(lines);
    }

    /** What is not UTF-8 is replaced: it is in a line that is passed over, or in a field that is not read. */
    private static BufferedReader open(Path log) throws IOException {
        InputStream stream = Files.newInputStream(log);
        return new BufferedReader(new InputStreamReader(
                log.toString().endsWith(".gz") ? new GZIPInputStream(stream) : stream, StandardCharsets.UTF_8));
    }

    private static @Nullable Line common(String line) {
        Matcher matcher = COMMON.matcher(line);
        if (!matcher.find()) {
            return null;
        }
        Resource resource = resource(matcher.group(2), matcher.group(3));
        if (resource == null) {
            return null;
        }
        try {
            return new Line(ZonedDateTime.parse(matcher.group(1), TIME).toInstant(), true, resource);
        } catch (DateTimeException x) {
            return null;
        }
    }

    private static @Nullable Line json(String line) {
        try {
            if (new JSON().fromJSON(line) instanceof Map<?, ?> members
                    && members.get("time") instanceof String time
                    && members.get("method") instanceof String method
                    && members.get("path") instanceof String path) {
                Resource resource =
                        resource(method, members.get("query") instanceof String query ? path + "?" + query : path);
                return resource == null ? null : new Line(Instant.parse(time), false, resource);
            }
        } catch (RuntimeException x) {
            // a line that was cut off, for example
            return null;
        }
        return null;
    }

    /** Returns what can be sent again; null if it is not safe, or has no path. */
    private static @Nullable Resource resource(String method, String target) {
        return SAFE.contains(method) && target.startsWith("/")
                ? Resource.get(URIUtil.encodeIllegal(target, StandardCharsets.UTF_8))
                        .withMethod(method)
                : null;
    }

    private static List<Arrivals.Recorded> spread(List<Line> lines) {
        List<Arrivals.Recorded> recorded = new ArrayList<>(lines.size());
        Instant first = lines.get(0).time();
        int i = 0;
        while (i < lines.size()) {
            int end = i + 1;
            while (end < lines.size()
                    && lines.get(i).wholeSecond()
                    && lines.get(end).time().equals(lines.get(i).time())) {
                end++;
            }
            long nanos = java.time.Duration.between(first, lines.get(i).time()).toNanos();
            for (int j = i; j < end; j++) {
                recorded.add(new Arrivals.Recorded(
                        nanos + (j - i) * SECOND / (end - i), lines.get(j).resource()));
            }
            i = end;
        }
        recorded.sort(Comparator.comparingLong(Arrivals.Recorded::nanos));
        return recorded;
    }
}
