package org.eclipse.jetty.ee10.webapp;

import java.util.Iterator;
import java.util.Locale;
import java.util.Objects;
import org.eclipse.jetty.ee10.servlet.Source;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.xml.XmlParser.Node;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether an element of one descriptor counts, given what others said before (Servlet section 8.2.3).
 *
 * <pre>
 * said before by    now said by defaults, web.xml  by an override  by a fragment
 * nobody, defaults  counts                         counts          counts
 * web.xml           counts (later in the file)     counts          is ignored
 * override          is ignored                     counts          is ignored
 * fragment          -                              -               must be the same, else the application fails
 * annotation        -                              -               counts
 * </pre>
 *
 * Confined to the processing of one descriptor.
 */
public final class DescriptorMerge {
    private final WebAppContext context;
    private final WebDescriptor descriptor;
    private final MetaData metaData;
    private final Source source;

    public DescriptorMerge(WebAppContext context, WebDescriptor descriptor) {
        this.context = context;
        this.descriptor = descriptor;
        this.metaData = context.getMetaData();
        this.source = new Source(Source.Origin.DESCRIPTOR, descriptor.getResource());
    }

    public WebAppContext context() {
        return context;
    }

    WebDescriptor descriptor() {
        return descriptor;
    }

    MetaData metaData() {
        return metaData;
    }

    Source source() {
        return source;
    }

    public boolean isDefaults() {
        return descriptor instanceof DefaultsDescriptor;
    }

    public boolean isFragment() {
        return descriptor instanceof FragmentDescriptor;
    }

    public boolean isOverride() {
        return descriptor instanceof OverrideDescriptor;
    }

    /**
     * Whether a single value counts; if so its origin is recorded.
     *
     * @param old the value that is in force
     */
    public boolean sets(String key, Node node, @Nullable Object old, @Nullable Object value) {
        switch (metaData.getOrigin(key)) {
            case WebXml -> {
                if (isFragment()) {
                    return false;
                }
            }
            case WebOverride -> {
                if (!isOverride()) {
                    return false;
                }
            }
            case WebFragment -> {
                // what one descriptor says twice is no conflict of two: the later counts, as in web.xml
                if (!isFragment() || isRepeated(key)) {
                    break;
                }
                if (!Objects.equals(old, value)) {
                    throw new DescriptorException(
                            node,
                            "<" + node.getTag() + "> says " + value + ", but "
                                    + metaData.getOriginInfo(key) + " says " + old
                                    + "; say in web.xml which one counts (" + key + ")");
                }
                return false;
            }
            default -> {
                // nothing that would stand against this descriptor
            }
        }
        metaData.setOrigin(key, descriptor);
        return true;
    }

    /** Whether the value in force comes from this very descriptor. */
    boolean isRepeated(String key) {
        return metaData.getOriginDescriptor(key) == descriptor;
    }

    /** Whether something that adds up counts: unless web.xml has said all of it, and this is a fragment. */
    boolean adds(String key) {
        Origin origin = metaData.getOrigin(key);
        if (isFragment() && (origin == Origin.WebXml || origin == Origin.WebOverride)) {
            return false;
        }
        metaData.setOrigin(key, descriptor);
        return true;
    }

    /** Returns the text of a child that must be there. */
    public static String required(Node node, String tag) {
        return text(child(node, tag));
    }

    /** Returns a child that must be there, with a text. */
    static Node child(Node node, String tag) {
        Node child = node.get(tag);
        if (child == null || text(child).isEmpty()) {
            throw new DescriptorException(node, "<" + node.getTag() + "> without <" + tag + ">");
        }
        return child;
    }

    /** Returns the text of an element, without blanks around it. */
    public static String text(Node node) {
        return node.toString(false, true);
    }

    /**
     * Returns the pattern of an element, with the slash that old descriptors leave out; one that is none is told with its
     * place (Servlet section 12.2).
     */
    static String pattern(Node node) {
        String pattern = ServletPathSpec.normalize(text(node));
        try {
            new ServletPathSpec(pattern);
        } catch (IllegalArgumentException x) {
            throw new DescriptorException(node, DescriptorException.reason(x));
        }
        return pattern;
    }

    static boolean bool(Node node) {
        return switch (text(node).toLowerCase(Locale.ENGLISH)) {
            case "true", "yes", "1", "" -> true;
            case "false", "no", "0" -> false;
            default ->
                throw new DescriptorException(
                        node, "<" + node.getTag() + ">: " + text(node) + " (expected: true or false)");
        };
    }

    static long number(Node node) {
        try {
            return Long.parseLong(text(node));
        } catch (NumberFormatException x) {
            throw new DescriptorException(node, "<" + node.getTag() + ">: " + text(node) + " (expected: a number)");
        }
    }

    static int integer(Node node) {
        long number = number(node);
        if (number != (int) number) {
            throw new DescriptorException(
                    node,
                    "<" + node.getTag() + ">: " + number + " (expected: between " + Integer.MIN_VALUE + " and "
                            + Integer.MAX_VALUE + ")");
        }
        return (int) number;
    }

    /** Returns the children of a name. */
    public static Iterable<Node> all(Node node, String tag) {
        Iterator<Node> nodes = node.iterator(tag);
        return () -> nodes;
    }
}
