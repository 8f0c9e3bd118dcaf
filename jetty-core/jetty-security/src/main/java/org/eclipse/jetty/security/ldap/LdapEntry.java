package org.eclipse.jetty.security.ldap;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry that a search found. Immutable.
 *
 * @param dn its distinguished name (RFC 4514)
 * @param attributes the values by the name of the attribute in lower case
 */
public record LdapEntry(String dn, Map<String, List<String>> attributes) {
    public LdapEntry {
        attributes = Map.copyOf(attributes);
    }

    /** Returns the values of an attribute, in any case; empty if there are none. */
    public List<String> values(String attribute) {
        return attributes.getOrDefault(attribute.toLowerCase(Locale.ROOT), List.of());
    }

    /** Returns the first value of an attribute, if there is one. */
    public @Nullable String value(String attribute) {
        List<String> values = values(attribute);
        return values.isEmpty() ? null : values.get(0);
    }
}
