package org.eclipse.jetty.proxy;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * The fields that are about one connection and are not passed on (RFC 9110, section 7.6.1). Challenges and credentials for a proxy are among
 * them: they are for this one (sections 11.7.1 and 11.7.2). Immutable.
 */
public final class HopByHopFields {
    private static final EnumSet<HttpHeader> KNOWN = EnumSet.of(
            HttpHeader.CONNECTION,
            HttpHeader.KEEP_ALIVE,
            HttpHeader.PROXY_AUTHENTICATE,
            HttpHeader.PROXY_AUTHORIZATION,
            HttpHeader.PROXY_CONNECTION,
            HttpHeader.TE,
            HttpHeader.TRANSFER_ENCODING,
            HttpHeader.UPGRADE);

    private final Set<String> named;

    private HopByHopFields(Set<String> named) {
        this.named = named;
    }

    /** Returns the names, in lower case, of those that always are. */
    public static Set<String> getNames() {
        return KNOWN.stream().map(HttpHeader::lowerCaseName).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns those of a message: the ones that always are, and the ones that its Connection field names. */
    public static HopByHopFields of(HttpFields fields) {
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

    /**
     * Copies the fields of a request that are passed on: not those about the connection to the client, nor those that depend on the
     * connection to the server (Host, Content-Length), nor certificates, which only a proxy may pass on.
     */
    public static void copyRequest(HttpFields from, HttpFields.Mutable to) {
        HopByHopFields hopByHop = of(from);
        for (HttpField field : from) {
            if (!hopByHop.contains(field) && !isReplaced(field.getHeader()) && !ClientCertificate.isField(field)) {
                to.add(field);
            }
        }
        if (from.contains(HttpHeader.TE, "trailers")) {
            // RFC 9110, section 10.1.4: what a proxy understands itself
            to.put(HttpHeader.TE, "trailers");
            to.put(HttpHeader.CONNECTION, "TE");
        }
    }

    private static boolean isReplaced(@Nullable HttpHeader header) {
        return header == HttpHeader.HOST || header == HttpHeader.CONTENT_LENGTH;
    }

    /**
     * Returns the trailers of a request that are passed on. A server may merge them with the fields of the head (RFC 9110, section 6.5.1), so
     * that those that say who the client is, which this proxy has decided on in the head, are left out; and Host and framing, too.
     */
    public static HttpFields requestTrailers(HttpFields trailers) {
        HopByHopFields hopByHop = of(trailers);
        HttpFields.Mutable kept = HttpFields.build();
        for (HttpField field : trailers) {
            if (!hopByHop.contains(field)
                    && !isReplaced(field.getHeader())
                    && !isCredential(field.getHeader())
                    && !ClientCertificate.isField(field)
                    && !ForwardedFields.isField(field)) {
                kept.add(field);
            }
        }
        return kept.asImmutable();
    }

    private static boolean isCredential(@Nullable HttpHeader header) {
        return header == HttpHeader.AUTHORIZATION || header == HttpHeader.COOKIE;
    }

    /** Returns the fields without those about the connection, for trailers. */
    public static HttpFields without(HttpFields fields) {
        HopByHopFields hopByHop = of(fields);
        HttpFields.Mutable kept = HttpFields.build();
        for (HttpField field : fields) {
            if (!hopByHop.contains(field)) {
                kept.add(field);
            }
        }
        return kept.asImmutable();
    }

    /** Returns whether a field of the message is not passed on. */
    public boolean contains(HttpField field) {
        return field.getHeader() != null && KNOWN.contains(field.getHeader())
                || !named.isEmpty() && named.contains(field.getLowerCaseName());
    }
}
