package org.eclipse.jetty.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the cookies of a connection's requests; those of a request with the Cookie values of the one before are not read again.
 *
 * <p>Confined to its connection.
 */
public class CookieCache {
    private final CookieCompliance compliance;
    private final ComplianceViolation.Listener defaultListener;
    private final List<String> rawFields = new ArrayList<>(1);
    private List<HttpCookie> cookies = Collections.emptyList();

    public CookieCache() {
        this(CookieCompliance.RFC6265, ComplianceViolation.Listener.NOOP);
    }

    public CookieCache(CookieCompliance compliance) {
        this(compliance, ComplianceViolation.Listener.NOOP);
    }

    public CookieCache(CookieCompliance compliance, ComplianceViolation.Listener listener) {
        this.compliance = compliance;
        this.defaultListener = listener;
    }

    public List<HttpCookie> getCookies(HttpFields headers) {
        return getCookies(headers, defaultListener);
    }

    /** The cookies of the fields, in a list that does not change; the listener hears of violations when they are read. */
    public List<HttpCookie> getCookies(HttpFields headers, ComplianceViolation.Listener listener) {
        if (!headers.contains(HttpHeader.COOKIE)) {
            return Collections.emptyList();
        }
        if (isSame(headers)) {
            return cookies;
        }
        rawFields.clear();
        List<HttpCookie> read = new ArrayList<>();
        CookieParser parser = CookieParser.newParser(
                (name, value, version, domain, path, comment) ->
                        read.add(cookie(name, value, version, domain, path, comment)),
                compliance,
                listener);
        for (int i = 0; i < headers.size(); i++) {
            HttpField field = headers.getField(i);
            if (field.getHeader() == HttpHeader.COOKIE) {
                parser.parseField(field.getValue());
            }
        }
        for (int i = 0; i < headers.size(); i++) {
            HttpField field = headers.getField(i);
            if (field.getHeader() == HttpHeader.COOKIE) {
                rawFields.add(field.getValue());
            }
        }
        cookies = read.isEmpty() ? Collections.emptyList() : Collections.unmodifiableList(read);
        return cookies;
    }

    private boolean isSame(HttpFields headers) {
        int seen = 0;
        for (int i = 0; i < headers.size(); i++) {
            HttpField field = headers.getField(i);
            if (field.getHeader() != HttpHeader.COOKIE) {
                continue;
            }
            if (seen == rawFields.size() || !rawFields.get(seen).equals(field.getValue())) {
                return false;
            }
            seen++;
        }
        return seen == rawFields.size() && seen > 0;
    }

    private static HttpCookie cookie(
            String name,
            String value,
            int version,
            @Nullable String domain,
            @Nullable String path,
            @Nullable String comment) {
        if (domain == null && path == null && comment == null) {
            return HttpCookie.from(name, value, version, null);
        }
        return HttpCookie.build(name, value, version)
                .domain(domain)
                .path(path)
                .comment(comment)
                .build();
    }

    /** Replaces the cookies that were read, until other Cookie values come. */
    public void replaceCookieList(List<HttpCookie> cookies) {
        this.cookies = cookies;
    }
}
