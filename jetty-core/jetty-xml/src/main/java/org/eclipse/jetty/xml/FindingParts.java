package org.eclipse.jetty.xml;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the check, or a start, has found, in the parts that {@code start.jar} reads. Stateless. */
final class FindingParts {
    /** A message that begins with its place: {@code file:line}, perhaps with a column. */
    static final Pattern PLACE = Pattern.compile("(?s)(?:(?:Unable to \\w+ )?)(.+?):(\\d+)(?::(-?\\d+))?(?:: (.*))?");

    private FindingParts() {}

    /** What to do about a value: to correct the property that it came from, or to set it. */
    static String remedy(@Nullable String property, Set<String> set) {
        if (property == null) {
            return "correct the value";
        }
        return (set.contains(property) ? "correct" : "set") + " the property " + property;
    }

    /** The parts; those that are null are left out. */
    static Map<String, String> of(
            String severity,
            @Nullable String place,
            @Nullable String property,
            String message,
            @Nullable String expected,
            String remedy) {
        Map<String, String> finding = new LinkedHashMap<>();
        finding.put("severity", severity);
        finding.put("message", message);
        if (expected != null) {
            finding.put("expected", expected);
        }
        finding.put("remedy", remedy);
        if (property != null) {
            finding.put("property", property);
        }
        if (place != null) {
            Matcher matcher = PLACE.matcher(place);
            boolean hasLine = matcher.matches();
            finding.put("file", path(hasLine ? matcher.group(1) : place));
            if (hasLine) {
                finding.put("line", matcher.group(2));
            }
        }
        return finding;
    }

    /** The path that a URI of a file means, also of one in an archive: {@code /dir/shop.war!/WEB-INF/web.xml}. */
    private static String path(String file) {
        String uri = file.startsWith("jar:") ? file.substring(4) : file;
        if (!uri.startsWith("file:")) {
            return file;
        }
        int inside = uri.indexOf("!/");
        Path path = Path.of(URI.create(inside < 0 ? uri : uri.substring(0, inside)));
        if (!Files.exists(path)) {
            return file;
        }
        return inside < 0 ? path.toString() : path + uri.substring(inside);
    }
}
