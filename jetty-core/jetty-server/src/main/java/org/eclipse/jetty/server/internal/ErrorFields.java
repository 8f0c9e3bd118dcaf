package org.eclipse.jetty.server.internal;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a response that outlive its replacement by an error page.
 *
 * <p>They tell what to do about the error (RFC 9110, sections 10.2.1, 10.2.3, 11.6.1), or are put by handlers in front of the
 * one that failed. Confined to its request.
 */
public final class ErrorFields {
    private static final EnumSet<HttpHeader> KEPT = EnumSet.of(
            HttpHeader.ALLOW,
            HttpHeader.RETRY_AFTER,
            HttpHeader.WWW_AUTHENTICATE,
            HttpHeader.PROXY_AUTHENTICATE,
            HttpHeader.VARY,
            HttpHeader.ACCESS_CONTROL_ALLOW_ORIGIN,
            HttpHeader.ACCESS_CONTROL_ALLOW_CREDENTIALS,
            HttpHeader.ACCESS_CONTROL_EXPOSE_HEADERS,
            HttpHeader.STRICT_TRANSPORT_SECURITY);

    private final List<HttpField> fields = new ArrayList<>();

    private ErrorFields() {}

    /** The fields to keep; null if there are none. */
    public static @Nullable ErrorFields of(HttpFields fields) {
        ErrorFields kept = null;
        for (HttpField field : fields) {
            HttpHeader header = field.getHeader();
            if (header != null && KEPT.contains(header)) {
                if (kept == null) {
                    kept = new ErrorFields();
                }
                kept.fields.add(field);
            }
        }
        return kept;
    }

    /** Adds them, where fields of the same name are not there already. */
    public void putTo(HttpFields.Mutable target) {
        for (HttpField field : fields) {
            if (!target.contains(field)) {
                target.add(field);
            }
        }
    }
}
