package org.eclipse.jetty.rewrite.handler;

import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Sets a cookie with the responses to requests that a pattern matches, unless the request has it with that value. */
public class CookiePatternRule extends PatternRule {
    private @Nullable String name;
    private @Nullable String value;

    public CookiePatternRule() {}

    public CookiePatternRule(String pattern, String name, String value) {
        super(pattern);
        setName(name);
        setValue(value);
    }

    public @Nullable String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public @Nullable String getValue() {
        return value;
    }

    public void setValue(String value) {
        this.value = value;
    }

    @Override
    public @Nullable Handler apply(Handler input) {
        String cookieName = name;
        String cookieValue = value;
        if (cookieName == null || cookieValue == null) {
            return null;
        }
        for (HttpCookie cookie : Request.getCookies(input)) {
            if (cookie.getName().equals(cookieName) && cookie.getValue().equals(cookieValue)) {
                return null;
            }
        }
        return new Handler(input) {
            @Override
            protected boolean handle(Response response, Callback callback) throws Exception {
                Response.addCookie(response, HttpCookie.from(cookieName, cookieValue));
                return super.handle(response, callback);
            }
        };
    }

    @Override
    public String toString() {
        return super.toString() + "[cookie:" + name + "=" + value + "]";
    }
}
