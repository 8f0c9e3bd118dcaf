package org.eclipse.jetty.deploy.internal;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the root element of a context XML file says about the object to be made: it must exist before the XML files of the
 * environment are applied, which come first.
 *
 * @param className the class; null when the file does not name one
 * @param hasArguments whether the file itself gives constructor arguments
 */
record XmlRoot(@Nullable String className, boolean hasArguments) {
    private static final int MAX_DECLARATION = 200;
    private static final Pattern ENCODING =
            Pattern.compile("^<\\?xml\\s[^>]*\\bencoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");

    static XmlRoot read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        String text = withoutComments(new String(bytes, charset(bytes)));
        int start = text.indexOf("<Configure");
        int end = start < 0 ? -1 : text.indexOf('>', start);
        // the parser tells what is wrong with a file that has no such element
        if (end < 0) {
            return new XmlRoot(null, false);
        }
        String next = text.substring(end + 1).stripLeading();
        return new XmlRoot(attribute(text.substring(start, end), "class"), next.startsWith("<Arg"));
    }

    /** The encoding by the byte order mark or the declaration (XML 1.0, appendix F). */
    private static Charset charset(byte[] bytes) {
        String start = new String(bytes, 0, Math.min(bytes.length, MAX_DECLARATION), StandardCharsets.ISO_8859_1);
        if (start.startsWith("\u00fe\u00ff") || start.startsWith("\u00ff\u00fe")) {
            return StandardCharsets.UTF_16;
        }
        Matcher declaration = ENCODING.matcher(start);
        try {
            return declaration.find() ? Charset.forName(declaration.group(1)) : StandardCharsets.UTF_8;
        } catch (IllegalArgumentException e) {
            // the parser tells that it does not know the encoding
            return StandardCharsets.UTF_8;
        }
    }

    private static String withoutComments(String text) {
        int start = text.indexOf("<!--");
        if (start < 0) {
            return text;
        }
        StringBuilder rest = new StringBuilder(text.length());
        int from = 0;
        while (start >= 0) {
            rest.append(text, from, start);
            int end = text.indexOf("-->", start + 4);
            if (end < 0) {
                return rest.toString();
            }
            from = end + 3;
            start = text.indexOf("<!--", from);
        }
        return rest.append(text, from, text.length()).toString();
    }

    private static @Nullable String attribute(String element, String name) {
        int at = element.indexOf(name);
        while (at > 0) {
            int i = at + name.length();
            while (i < element.length() && Character.isWhitespace(element.charAt(i))) {
                i++;
            }
            boolean whole = Character.isWhitespace(element.charAt(at - 1));
            if (whole && i < element.length() && element.charAt(i) == '=') {
                i++;
                while (i < element.length() && Character.isWhitespace(element.charAt(i))) {
                    i++;
                }
                if (i >= element.length()) {
                    return null;
                }
                int end = element.indexOf(element.charAt(i), i + 1);
                return end < 0 ? null : element.substring(i + 1, end).trim();
            }
            at = element.indexOf(name, at + 1);
        }
        return null;
    }
}
