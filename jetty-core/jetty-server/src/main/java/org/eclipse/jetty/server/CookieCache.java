package org.eclipse.jetty.server;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.CookieCompliance;
import org.eclipse.jetty.http.CookieParser;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parsed cookies of a connection, which are parsed again only when the Cookie fields change (RFC 6265). Thread-safe: it is
 * replaced as a whole, and never changed.
 *
 * @param raw the values of the Cookie fields
 * @param cookies what they hold
 */
record CookieCache(List<String> raw, List<HttpCookie> cookies) {
    private static final Logger LOG = LoggerFactory.getLogger(CookieCache.class);

    /** Whether these are the cookies of such fields. */
    boolean isOf(HttpFields fields) {
        int index = 0;
        for (int i = 0; i < fields.size(); i++) {
            HttpField field = fields.getField(i);
            if (field.getHeader() == HttpHeader.COOKIE) {
                if (index == raw.size() || !raw.get(index).equals(field.getValue())) {
                    return false;
                }
                index++;
            }
        }
        return index == raw.size() && index > 0;
    }

    /**
     * Parses the Cookie fields.
     *
     * @throws BadMessageException if they are not compliant
     */
    static CookieCache parse(HttpFields fields, CookieCompliance compliance) {
        Collector collector = new Collector();
        List<String> raw = new ArrayList<>(1);
        try {
            CookieParser parser = CookieParser.newParser(collector, compliance, null);
            for (int i = 0; i < fields.size(); i++) {
                HttpField field = fields.getField(i);
                if (field.getHeader() == HttpHeader.COOKIE) {
                    parser.parseField(field.getValue());
                    raw.add(field.getValue());
                }
            }
            return new CookieCache(List.copyOf(raw), List.copyOf(collector.cookies));
        } catch (CookieParser.InvalidCookieException x) {
            LOG.debug("cookies refused", x);
            throw new BadMessageException(x.getMessage(), x);
        }
    }

    private static final class Collector implements CookieParser.Handler {
        private final List<HttpCookie> cookies = new ArrayList<>();

        @Override
        public void addCookie(
                String name,
                String value,
                int version,
                @Nullable String domain,
                @Nullable String path,
                @Nullable String comment) {
            HttpCookie.Builder cookie = HttpCookie.build(name, value, version);
            if (domain != null) {
                cookie.domain(domain);
            }
            if (path != null) {
                cookie.path(path);
            }
            if (comment != null) {
                cookie.comment(comment);
            }
            cookies.add(cookie.build());
        }
    }
}
