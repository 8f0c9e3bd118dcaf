package org.eclipse.jetty.start.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lists the elements of an XML file with their attributes and lines, as far as a report on its properties and ids needs it.
 *
 * <p>It judges nothing, so that a file that is not well-formed gives what comes before the mistake; what is wrong with a file is
 * the business of the XML parser of the server. That one is not used here, because it costs more than all else that start.jar
 * does. Confined to the main thread.
 */
public final class XmlScanner {
    /**
     * An element.
     *
     * @param parent the element around it, or null
     * @param line where its start tag begins, from 1
     */
    public record Element(
            String tag,
            Map<String, String> attributes,
            @Nullable Element parent,
            int line,
            StringBuilder text) {
        public @Nullable String attribute(String name) {
            return attributes.get(name);
        }

        /** What the attribute says, or else the text of the child element that stands for it; null when neither is there. */
        public @Nullable String said(String name, List<Element> all) {
            String attribute = attributes.get(name);
            if (attribute != null) {
                return attribute;
            }
            for (Element element : all) {
                if (element.parent == this && element.tag.equalsIgnoreCase(name)) {
                    return element.text.toString().trim();
                }
            }
            return null;
        }
    }

    private final String text;
    private final List<Element> elements = new ArrayList<>();
    private @Nullable Element current;
    private int position;
    private int line = 1;
    private int counted;

    private XmlScanner(String text) {
        this.text = text;
    }

    /** The elements of a file, in the order of their start tags. */
    public static List<Element> read(Path file) {
        return scan(IniReader.text(file));
    }

    static List<Element> scan(String text) {
        XmlScanner scanner = new XmlScanner(text);
        scanner.scan();
        return scanner.elements;
    }

    private void scan() {
        while (position < text.length()) {
            int open = text.indexOf('<', position);
            if (open < 0) {
                return;
            }
            if (current != null) {
                current.text.append(unescape(text.substring(position, open)));
            }
            position = open;
            if (text.startsWith("<!--", position)) {
                skip("-->");
            } else if (text.startsWith("<![CDATA[", position)) {
                cdata();
            } else if (text.startsWith("<?", position)) {
                skip("?>");
            } else if (text.startsWith("<!", position)) {
                declaration();
            } else if (text.startsWith("</", position)) {
                end();
            } else {
                start();
            }
        }
    }

    private void skip(String end) {
        int found = text.indexOf(end, position + 2);
        position = found < 0 ? text.length() : found + end.length();
    }

    private void cdata() {
        int end = text.indexOf("]]>", position);
        int stop = end < 0 ? text.length() : end;
        if (current != null) {
            current.text.append(text, position + 9, stop);
        }
        position = end < 0 ? stop : end + 3;
    }

    /** A DOCTYPE may have declarations within brackets. */
    private void declaration() {
        int depth = 0;
        while (position < text.length()) {
            char c = text.charAt(position++);
            if (c == '[') {
                depth++;
            } else if (c == ']') {
                depth--;
            } else if (c == '>' && depth <= 0) {
                return;
            }
        }
    }

    private void end() {
        if (current != null) {
            current = current.parent;
        }
        skip(">");
    }

    private void start() {
        int begin = position++;
        String tag = name();
        Map<String, String> attributes = new LinkedHashMap<>();
        Element element = new Element(tag, attributes, current, lineOf(begin), new StringBuilder());
        elements.add(element);
        attributes(attributes, element);
        // the value of a property is a part of the text around it
        String name = attributes.get("name");
        if (tag.equals("Property") && name != null && element.parent != null) {
            element.parent.text.append("${").append(name).append('}');
        }
    }

    private void attributes(Map<String, String> attributes, Element element) {
        while (position < text.length()) {
            skipBlanks();
            if (position >= text.length()) {
                return;
            }
            char c = text.charAt(position);
            if (c == '>') {
                position++;
                current = element;
                return;
            }
            if (c == '/') {
                position++;
                if (position < text.length() && text.charAt(position) == '>') {
                    position++;
                }
                return;
            }
            attribute(attributes);
        }
    }

    private void attribute(Map<String, String> attributes) {
        String name = name();
        skipBlanks();
        boolean assigned = position < text.length() && text.charAt(position) == '=';
        if (!assigned) {
            // nothing that can be read: go on behind it
            if (name.isEmpty()) {
                position++;
            }
            return;
        }
        position++;
        skipBlanks();
        if (position >= text.length()) {
            return;
        }
        char quote = text.charAt(position);
        int end = quote == '"' || quote == '\'' ? text.indexOf(quote, position + 1) : -1;
        if (end < 0) {
            position = text.length();
            return;
        }
        attributes.put(name, unescape(text.substring(position + 1, end)));
        position = end + 1;
    }

    private String name() {
        int begin = position;
        while (position < text.length() && " \t\r\n=/>".indexOf(text.charAt(position)) < 0) {
            position++;
        }
        return text.substring(begin, position);
    }

    private void skipBlanks() {
        while (position < text.length() && text.charAt(position) <= ' ') {
            position++;
        }
    }

    private int lineOf(int offset) {
        for (; counted < offset; counted++) {
            if (text.charAt(counted) == '\n') {
                line++;
            }
        }
        return line;
    }

    private static String unescape(String value) {
        if (value.indexOf('&') < 0) {
            return value;
        }
        return value.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&apos;", "'")
                .replace("&amp;", "&");
    }
}
