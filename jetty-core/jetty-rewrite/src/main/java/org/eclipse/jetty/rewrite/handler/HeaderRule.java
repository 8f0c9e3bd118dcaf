package org.eclipse.jetty.rewrite.handler;

import java.io.IOException;
import org.eclipse.jetty.http.HttpField;

/** Matches requests that have a header, with one value or with any. */
public abstract class HeaderRule extends Rule {
    private String headerName;
    private String headerValue;

    public String getHeaderName() {
        return headerName;
    }

    public void setHeaderName(String name) {
        headerName = name;
    }

    public String getHeaderValue() {
        return headerValue;
    }

    /** Sets the value that matches; null for any. */
    public void setHeaderValue(String value) {
        headerValue = value;
    }

    @Override
    public Handler matchAndApply(Handler input) throws IOException {
        for (HttpField field : input.getHeaders()) {
            if (headerName != null
                    && field.is(headerName)
                    && (headerValue == null || headerValue.equals(field.getValue()))) {
                return apply(input, field.getValue());
            }
        }
        return null;
    }

    /** Called with a request that matches, and the value of its header; returns the request, or a wrapper of it. */
    protected abstract Handler apply(Handler input, String value) throws IOException;

    @Override
    public String toString() {
        return super.toString() + "[" + headerName + ":" + headerValue + "]";
    }
}
