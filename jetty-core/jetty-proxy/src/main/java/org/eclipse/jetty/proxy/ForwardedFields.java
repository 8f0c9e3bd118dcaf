package org.eclipse.jetty.proxy;

import java.util.EnumSet;
import java.util.ListIterator;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.QuotedCSV;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** The fields by which a proxy tells a server who its client is. */
public enum ForwardedFields {
    /** None. */
    NONE(false, false),
    /** {@code Forwarded} (RFC 7239). */
    FORWARDED(true, false),
    /** {@code X-Forwarded-For}, {@code X-Forwarded-Host}, {@code X-Forwarded-Proto} and {@code X-Forwarded-Server}. */
    X_FORWARDED(false, true),
    /** Both kinds. */
    ALL(true, true);

    private static final EnumSet<HttpHeader> FIELDS = EnumSet.of(
            HttpHeader.FORWARDED,
            HttpHeader.X_FORWARDED_FOR,
            HttpHeader.X_FORWARDED_HOST,
            HttpHeader.X_FORWARDED_PORT,
            HttpHeader.X_FORWARDED_PROTO,
            HttpHeader.X_FORWARDED_SERVER);

    private static final Set<String> NAMES =
            FIELDS.stream().map(HttpHeader::lowerCaseName).collect(Collectors.toUnmodifiableSet());

    private final boolean standard;
    private final boolean former;

    ForwardedFields(boolean standard, boolean former) {
        this.standard = standard;
        this.former = former;
    }

    /** Adds the fields of a request to those of the one that is made of it. */
    void addTo(HttpFields.Mutable fields, Request request, String server) {
        HttpURI uri = request.getHttpURI();
        addTo(
                fields,
                Request.getRemoteAddr(request),
                Request.getLocalAddr(request),
                uri.getAuthority(),
                uri.getScheme(),
                server);
    }

    /**
     * Adds the fields of a request to those of the one that is made of it.
     *
     * @param remoteAddress the address of the client, if it is known
     * @param localAddress the address at which the client was accepted, if it is known
     * @param host the Host of the request
     * @param scheme the scheme of the request
     * @param server the name of this proxy, if it is known
     */
    public void addTo(
            HttpFields.Mutable fields,
            @Nullable String remoteAddress,
            @Nullable String localAddress,
            @Nullable String host,
            @Nullable String scheme,
            @Nullable String server) {
        String client = addressOf(remoteAddress);
        if (standard) {
            StringBuilder value = new StringBuilder("for=").append(quoted(client));
            if (host != null) {
                value.append(";host=").append(quoted(host));
            }
            if (scheme != null) {
                value.append(";proto=").append(quoted(scheme));
            }
            value.append(";by=").append(quoted(addressOf(localAddress)));
            append(fields, HttpHeader.FORWARDED, value.toString());
        }
        if (former) {
            append(fields, HttpHeader.X_FORWARDED_FOR, withoutBrackets(client));
            if (host != null) {
                append(fields, HttpHeader.X_FORWARDED_HOST, host);
            }
            if (scheme != null) {
                append(fields, HttpHeader.X_FORWARDED_PROTO, scheme);
            }
            if (server != null) {
                append(fields, HttpHeader.X_FORWARDED_SERVER, server);
            }
        }
    }

    /**
     * Removes all fields of both kinds, which a client may have invented; and those that differ in underscores, such as
     * {@code X_Forwarded_For}, which are the same variable for applications of CGI, WSGI and their relatives.
     */
    public static void removeFrom(HttpFields.Mutable fields) {
        for (ListIterator<HttpField> i = fields.listIterator(0); i.hasNext(); ) {
            if (isField(i.next())) {
                i.remove();
            }
        }
    }

    /** Returns whether a field is one of both kinds. */
    static boolean isField(HttpField field) {
        return field.getHeader() != null
                ? FIELDS.contains(field.getHeader())
                : NAMES.contains(field.getLowerCaseName().replace('_', '-'));
    }

    /** Appends an item to the list that a field is: in the field that there is, as not all servers read more than one. */
    private static void append(HttpFields.Mutable fields, HttpHeader header, String item) {
        StringBuilder list = new StringBuilder();
        for (HttpField field : fields) {
            if (field.getHeader() == header
                    && field.getValue() != null
                    && !field.getValue().isBlank()) {
                list.append(list.isEmpty() ? "" : ", ").append(field.getValue());
            }
        }
        fields.put(header, list.append(list.isEmpty() ? "" : ", ").append(item).toString());
    }

    /** RFC 7239, section 6.2: the address of a Unix-domain socket is not known. */
    private static String addressOf(@Nullable String address) {
        return address == null || address.isEmpty() || address.indexOf('/') >= 0 ? "unknown" : address;
    }

    private static String withoutBrackets(String address) {
        return address.startsWith("[") && address.endsWith("]") ? address.substring(1, address.length() - 1) : address;
    }

    /** RFC 7239, section 4: a value with a colon, as an IPv6 address or a port has, is a quoted string. */
    private static String quoted(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean plain =
                    c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '-';
            if (!plain) {
                return QuotedCSV.quoted(value);
            }
        }
        return value;
    }
}
