package org.eclipse.jetty.xml;

import java.util.Map;

/**
 * The ids and properties of the files that a server was made of, for files that are read later.
 *
 * <p>{@link XmlConfiguration#main} keeps it as an attribute of each object that has attributes. A class of its own, so that a
 * dump of the attributes does not print passwords. Thread-safe.
 */
public final class XmlScope {
    /** The name of the attribute. */
    public static final String ATTRIBUTE = "org.eclipse.jetty.xml.scope";

    private final Map<String, Object> ids;
    private final Map<String, String> properties;

    XmlScope(Map<String, Object> ids, Map<String, String> properties) {
        this.ids = Map.copyOf(ids);
        this.properties = Map.copyOf(properties);
    }

    /** The objects by their ids. */
    public Map<String, Object> ids() {
        return ids;
    }

    /** The properties of the server. */
    public Map<String, String> properties() {
        return properties;
    }

    @Override
    public String toString() {
        return "XmlScope{ids=" + ids.size() + ",properties=" + properties.size() + "}";
    }
}
