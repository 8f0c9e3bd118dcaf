package org.eclipse.jetty.proxy;

import java.util.ArrayList;
import java.util.List;

/** Ranges of status codes, as in {@code 200-299,404}. Immutable. */
final class StatusRanges {
    private record Range(int least, int most) {}

    private final List<Range> ranges = new ArrayList<>();
    private final String text;

    private StatusRanges(String text) {
        this.text = text;
    }

    static StatusRanges parse(String text) {
        StatusRanges parsed = new StatusRanges(text);
        for (String part : text.split(",", -1)) {
            String range = part.strip();
            if (!range.matches("[1-5][0-9][0-9](-[1-5][0-9][0-9])?")) {
                throw new IllegalArgumentException(
                        "expectedStatus: " + text + " (expected: codes and ranges such as 200-299,404)");
            }
            parsed.ranges.add(new Range(
                    Integer.parseInt(range.substring(0, 3)), Integer.parseInt(range.substring(range.length() - 3))));
        }
        return parsed;
    }

    boolean contains(int status) {
        for (Range range : ranges) {
            if (status >= range.least && status <= range.most) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return text;
    }
}
