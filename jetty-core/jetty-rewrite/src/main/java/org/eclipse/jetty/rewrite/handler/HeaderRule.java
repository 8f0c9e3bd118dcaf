package org.eclipse.jetty.rewrite.handler;

import java.io.IOException;
import org.eclipse.jetty.http.HttpField;
import org.jspecify.annotations.Nullable;

/** Matches requests that have a header, with one value or with any. */
public abstract class HeaderRule extends Rule {
    private @Nullable String headerName;
    private @Nullable String headerValue;

    public @Nullable String getHeaderName() {
        return headerName;
    }

    public void setHeaderName(String name) {
        headerName = name;
    }

    public @Nullable String getHeaderValue() {
        return headerValue;
    }

    /** Sets the value that matches; null for any. */
    public void setHeaderValue(@Nullable String value) {
        headerValue = value;
    }

    @Override
    public @Nullable Handler matchAndApply(Handler input) throws IOException {
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
    protected abstract Handler apply(Handler input, @Nullable String value) throws IOException;

    @Override
    public String toString() {
        return super.toString() + "[" + headerName + ":" + headerValue + "]";
    }
}
