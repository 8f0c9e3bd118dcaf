package org.eclipse.jetty.ee10.jspc.plugin;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/** A descriptor with the servlets of pages put into it as text, so that all else stays as it was written. Stateless. */
final class MergedDescriptor {
    private static final String END = "</web-app>";
    private static final String EMPTY = """
            <?xml version="1.0" encoding="UTF-8"?>
            <web-app xmlns="%s" version="%s">
            </web-app>
            """;

    private final File webXml;
    private final @Nullable String marker;

    /**
     * Makes one.
     *
     * @param webXml the descriptor; an empty one is taken when there is none
     * @param marker the text in the place of which the servlets are put; null for the end
     */
    MergedDescriptor(File webXml, @Nullable String marker) {
        this.webXml = webXml;
        this.marker = marker == null || marker.isBlank() ? null : marker;
    }

    /** The text with a fragment in it. */
    String with(String fragment) throws IOException {
        String text = webXml.isFile() ? Files.readString(webXml.toPath()) : empty();
        if (marker != null) {
            int at = text.indexOf(marker);
            if (at < 0) {
                throw new IOException("insertionMarker: " + marker + " (expected: a text of " + webXml + ")");
            }
            return text.substring(0, at) + fragment + text.substring(at + marker.length());
        }
        int at = text.lastIndexOf(END);
        if (at < 0) {
            throw new IOException(webXml + " has no " + END + " (expected: a descriptor of a web application)");
        }
        return text.substring(0, at) + fragment + text.substring(at);
    }

    private static String empty() {
        boolean older = jakarta.servlet.Servlet.class.getName().startsWith("javax");
        return older
                ? EMPTY.formatted("http://xmlns.jcp.org/xml/ns/javaee", "4.0")
                : EMPTY.formatted("https://jakarta.ee/xml/ns/jakartaee", "5.0");
    }
}
