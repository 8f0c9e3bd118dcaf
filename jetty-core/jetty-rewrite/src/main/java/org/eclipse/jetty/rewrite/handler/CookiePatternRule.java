package org.eclipse.jetty.rewrite.handler;

import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Sets a cookie with the responses to requests that a pattern matches, unless the request has it with that value. */
public class CookiePatternRule extends PatternRule {
    private String name;
    private String value;

    public CookiePatternRule() {}

    public CookiePatternRule(String pattern, String name, String value) {
        super(pattern);
        setName(name);
        setValue(value);
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public String getValue() {
        return value;
    }

    public void setValue(String value) {
        this.value = value;
    }

    @Override
    public Handler apply(Handler input) {
        for (HttpCookie cookie : Request.getCookies(input)) {
            if (cookie.getName().equals(name) && cookie.getValue().equals(value)) {
                return null;
            }
        }
        return new Handler(input) {
            @Override
            protected boolean handle(Response response, Callback callback) throws Exception {
                Response.addCookie(response, HttpCookie.from(name, value));
                return super.handle(response, callback);
            }
        };
    }

    @Override
    public String toString() {
        return super.toString() + "[cookie:" + name + "=" + value + "]";
    }
}
