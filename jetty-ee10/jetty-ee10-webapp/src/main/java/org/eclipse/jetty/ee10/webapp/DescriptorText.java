package org.eclipse.jetty.ee10.webapp;

import java.util.ArrayDeque;
import java.util.Deque;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/** The text of a descriptor, element by element. Confined to its writer. */
final class DescriptorText {
    private final StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    private final Deque<String> open = new ArrayDeque<>();

    /** Begins an element with attributes, each a name and a value. */
    DescriptorText open(String name, String... attributes) {
        indent().append('<').append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            text.append(' ')
                    .append(attributes[i])
                    .append("=\"")
                    .append(escaped(attributes[i + 1]))
                    .append('"');
        }
        text.append(">\n");
        open.push(name);
        return this;
    }

    /** Ends the element that was begun last. */
    DescriptorText close() {
        String name = open.pop();
        indent().append("</").append(name).append(">\n");
        return this;
    }

    /** Writes an element with a text; null writes nothing. */
    DescriptorText text(String name, @Nullable Object value) {
        if (value != null) {
            indent().append('<').append(name).append('>').append(escaped(value.toString()));
            text.append("</").append(name).append(">\n");
        }
        return this;
    }

    /** Writes an element for each text; null writes nothing. */
    DescriptorText texts(String name, String @Nullable ... values) {
        if (values != null) {
            for (String value : values) {
                text(name, value);
            }
        }
        return this;
    }

    DescriptorText empty(String name) {
        indent().append('<').append(name).append("/>\n");
        return this;
    }

    /** Writes what is XML already. */
    DescriptorText raw(String xml) {
        indent().append(xml.strip()).append('\n');
        return this;
    }

    private StringBuilder indent() {
        return text.append("  ".repeat(open.size()));
    }

    private static String escaped(String value) {
        return StringUtil.sanitizeXmlString(value);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
