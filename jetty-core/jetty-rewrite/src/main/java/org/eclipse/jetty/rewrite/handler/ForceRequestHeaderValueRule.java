package org.eclipse.jetty.rewrite.handler;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;

/** Replaces the value of a request header, where the request has it. */
public class ForceRequestHeaderValueRule extends Rule {
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

    public void setHeaderValue(String value) {
        headerValue = value;
    }

    @Override
    public @Nullable Handler matchAndApply(Handler input) {
        if (headerName == null || headerValue == null) {
            return null;
        }
        HttpFields before = input.getHeaders();
        int found = 0;
        boolean same = true;
        for (HttpField field : before) {
            if (field.is(headerName)) {
                found++;
                same &= headerValue.equals(field.getValue());
            }
        }
        if (found == 0 || found == 1 && same) {
            return null;
        }
        HttpFields after = HttpFields.build(before).put(headerName, headerValue).asImmutable();
        return new Handler(input) {
            @Override
            public HttpFields getHeaders() {
                return after;
            }
        };
    }

    @Override
    public String toString() {
        return super.toString() + "[" + headerName + "=" + headerValue + "]";
    }
}
