package org.eclipse.jetty.rewrite.handler;

import org.jspecify.annotations.Nullable;

/** Sets or adds a header of the responses to requests that a pattern matches. */
public class HeaderPatternRule extends PatternRule {
    private @Nullable String headerName;
    private @Nullable String headerValue;
    private boolean add;

    public HeaderPatternRule() {}

    public HeaderPatternRule(String pattern, String name, @Nullable String value) {
        super(pattern);
        setHeaderName(name);
        setHeaderValue(value);
    }

    public @Nullable String getHeaderName() {
        return headerName;
    }

    public void setHeaderName(String name) {
        headerName = name;
    }

    public @Nullable String getHeaderValue() {
        return headerValue;
    }

    /** Sets the value, which is sent as it is; null removes the header, unless it is added. */
    public void setHeaderValue(@Nullable String value) {
        headerValue = value;
    }

    /** Whether the header is added to those of its name; otherwise it replaces them. */
    public boolean isAdd() {
        return add;
    }

    public void setAdd(boolean add) {
        this.add = add;
    }

    @Override
    public Handler apply(Handler input) {
        return headerName == null ? input : new HeaderChange(input, headerName, headerValue, add);
    }

    @Override
    public String toString() {
        return super.toString() + "[header:" + headerName + "=" + headerValue + "]";
    }
}
