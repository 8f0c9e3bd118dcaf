package org.eclipse.jetty.start.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.start.problems.StartException;

/** The version of this distribution, written into the jar by the build. */
public final class ProductVersion {
    /** The version of Jetty whose modules work with this distribution: what a module asks for counts against it. */
    public static final String JETTY = "12.1.5";

    private ProductVersion() {}

    public static String read() {
        try (InputStream in = ProductVersion.class.getResourceAsStream("version.txt")) {
            if (in == null) {
                throw new StartException(StartException.UNKNOWN, "version.txt is missing in start.jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
        } catch (IOException e) {
            throw new StartException(StartException.UNKNOWN, "Cannot read the version of start.jar: " + e, e);
        }
    }

    /** Compares dotted versions number by number; text after the numbers ({@code -SNAPSHOT}) does not count. */
    public static int compare(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() || j < b.length()) {
            int x = 0;
            int y = 0;
            while (i < a.length() && isDigit(a.charAt(i))) {
                x = x * 10 + a.charAt(i++) - '0';
            }
            while (j < b.length() && isDigit(b.charAt(j))) {
                y = y * 10 + b.charAt(j++) - '0';
            }
            if (x != y) {
                return Integer.compare(x, y);
            }
            i = i < a.length() && a.charAt(i) == '.' ? i + 1 : a.length();
            j = j < b.length() && b.charAt(j) == '.' ? j + 1 : b.length();
        }
        return 0;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
