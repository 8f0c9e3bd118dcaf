package org.eclipse.jetty.xml;

import java.util.Map;

/** A configuration that cannot be applied; the message says where and why. */
public class XmlConfigurationException extends IllegalStateException {
    private final transient Map<String, String> finding;

    public XmlConfigurationException(String message) {
        this(message, null);
    }

    public XmlConfigurationException(String message, Throwable cause) {
        this(message, cause, null);
    }

    XmlConfigurationException(String message, Throwable cause, Map<String, String> finding) {
        super(message, cause);
        this.finding = finding;
    }

    /** The same in parts, as {@link CheckedConfiguration#check} tells findings; null when they are not known. */
    public Map<String, String> finding() {
        return finding;
    }
}
