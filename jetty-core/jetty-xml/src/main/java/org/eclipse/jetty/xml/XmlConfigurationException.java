package org.eclipse.jetty.xml;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A configuration that cannot be applied; the message says where and why. */
public class XmlConfigurationException extends IllegalStateException {
    private final transient @Nullable Map<String, String> finding;

    public XmlConfigurationException(String message) {
        this(message, null);
    }

    public XmlConfigurationException(String message, @Nullable Throwable cause) {
        this(message, cause, null);
    }

    XmlConfigurationException(String message, @Nullable Throwable cause, @Nullable Map<String, String> finding) {
        super(message, cause);
        this.finding = finding;
    }

    /** The same in parts, as {@link CheckedConfiguration#check} tells findings; null when they are not known. */
    public @Nullable Map<String, String> finding() {
        return finding;
    }
}
