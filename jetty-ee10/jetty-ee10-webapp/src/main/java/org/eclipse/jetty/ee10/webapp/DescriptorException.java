package org.eclipse.jetty.ee10.webapp;

import org.eclipse.jetty.xml.XmlParser;

/** A descriptor cannot be applied; the message starts with file and line. */
public class DescriptorException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public DescriptorException(String message) {
        super(message);
    }

    public DescriptorException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Says what is wrong at an element. */
    public DescriptorException(XmlParser.Node node, String message) {
        super(node.getLocation() + ": " + message);
    }

    /** Returns what an element provoked, told with its place. */
    public static DescriptorException at(XmlParser.Node node, Exception x) {
        if (x instanceof DescriptorException told) {
            return told;
        }
        return new DescriptorException(node.getLocation() + ": <" + node.getTag() + ">: " + reason(x), x);
    }

    /** What an exception says, or else what it is. */
    static String reason(Exception x) {
        return x.getMessage() == null ? x.toString() : x.getMessage();
    }
}
