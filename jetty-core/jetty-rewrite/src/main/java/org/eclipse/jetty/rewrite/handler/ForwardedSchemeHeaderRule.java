package org.eclipse.jetty.rewrite.handler;

import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpURI;
import org.jspecify.annotations.Nullable;

/**
 * Sets the scheme of requests that have a header, such as one that a proxy sets for those that it got within TLS. Only for servers whose
 * clients cannot send the header themselves.
 */
public class ForwardedSchemeHeaderRule extends HeaderRule {
    private String scheme = HttpScheme.HTTPS.asString();

    public String getScheme() {
        return scheme;
    }

    /** Sets the scheme, which is https by default. */
    public void setScheme(String scheme) {
        this.scheme = scheme;
    }

    @Override
    protected Handler apply(Handler input, @Nullable String value) {
        HttpURI uri = HttpURI.build(input.getHttpURI()).scheme(scheme);
        boolean secure = HttpScheme.HTTPS.is(scheme);
        return new HttpURIHandler(input, uri) {
            @Override
            public boolean isSecure() {
                return secure;
            }
        };
    }
}
