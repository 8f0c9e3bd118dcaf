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
import org.eclipse.jetty.util.Attributes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parsed cookies of a connection: parsed anew only when the Cookie fields change (RFC 6265).
 *
 * <p>Confined to the request's thread.
 */
public final class CookieCache implements CookieParser.Handler {
    private static final Logger LOG = LoggerFactory.getLogger(CookieCache.class);

    private final List<String> raw = new ArrayList<>(1);
    private List<HttpCookie> cookies = List.of();
    private List<HttpCookie> parsing;

    /** The cookies of a request; empty if there are none. */
    public static List<HttpCookie> getCookies(Request request) {
        HttpFields fields = request.getHeaders();
        if (!fields.contains(HttpHeader.COOKIE)) {
            return List.of();
        }
        Attributes cache = request.getComponents().getCache();
        CookieCache cookies = (CookieCache) cache.getAttribute(Request.COOKIE_ATTRIBUTE);
        if (cookies == null) {
            cookies = new CookieCache();
            cache.setAttribute(Request.COOKIE_ATTRIBUTE, cookies);
        }
        return cookies.of(
                fields, request.getConnectionMetaData().getHttpConfiguration().getRequestCookieCompliance());
    }

    private List<HttpCookie> of(HttpFields fields, CookieCompliance compliance) {
        if (!isSame(fields)) {
            parse(fields, compliance);
        }
        return cookies;
    }

    private boolean isSame(HttpFields fields) {
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

    private void parse(HttpFields fields, CookieCompliance compliance) {
        raw.clear();
        parsing = new ArrayList<>();
        try {
            CookieParser parser = CookieParser.newParser(this, compliance, null);
            for (int i = 0; i < fields.size(); i++) {
                HttpField field = fields.getField(i);
                if (field.getHeader() == HttpHeader.COOKIE) {
                    parser.parseField(field.getValue());
                    raw.add(field.getValue());
                }
            }
            cookies = List.copyOf(parsing);
        } catch (CookieParser.InvalidCookieException x) {
            LOG.debug("cookies refused", x);
            raw.clear();
            cookies = List.of();
            throw new BadMessageException(x.getMessage(), x);
        } finally {
            parsing = null;
        }
    }

    @Override
    public void addCookie(String name, String value, int version, String domain, String path, String comment) {
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
        parsing.add(cookie.build());
    }
}
