package org.eclipse.jetty.xml;

/** A configuration that cannot be applied; the message says where and why. */
public class XmlConfigurationException extends IllegalStateException {
    public XmlConfigurationException(String message) {
        super(message);
    }

    public XmlConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }
}
