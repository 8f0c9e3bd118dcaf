package org.eclipse.jetty.proxy;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/** The fields that are about one connection and are not passed on (RFC 9110, section 7.6.1). Immutable. */
final class HopByHopFields {
    private static final EnumSet<HttpHeader> KNOWN = EnumSet.of(
            HttpHeader.CONNECTION,
            HttpHeader.KEEP_ALIVE,
            HttpHeader.PROXY_CONNECTION,
            HttpHeader.TE,
            HttpHeader.TRANSFER_ENCODING,
            HttpHeader.UPGRADE);

    private final Set<String> named;

    private HopByHopFields(Set<String> named) {
        this.named = named;
    }

    /** Returns those of a message: the ones that always are, and the ones that its Connection field names. */
    static HopByHopFields of(HttpFields fields) {
        List<String> options = fields.getCSV(HttpHeader.CONNECTION, false);
        if (options.isEmpty()) {
            return new HopByHopFields(Set.of());
        }
        Set<String> names = new HashSet<>();
        for (String option : options) {
            names.add(option.toLowerCase(Locale.ENGLISH));
        }
        return new HopByHopFields(names);
    }

    boolean contains(HttpField field) {
        return field.getHeader() != null && KNOWN.contains(field.getHeader())
                || !named.isEmpty() && named.contains(field.getLowerCaseName());
    }
}
