package org.eclipse.jetty.rewrite.handler;

import java.util.regex.Matcher;
import org.eclipse.jetty.rewrite.internal.Replacement;
import org.jspecify.annotations.Nullable;

/** Sets or adds a header of the responses to requests that an expression matches. */
public class HeaderRegexRule extends RegexRule {
    private @Nullable String headerName;
    private @Nullable String headerValue;
    private boolean add;

    public HeaderRegexRule() {}

    public HeaderRegexRule(String regex, String name, @Nullable String value) {
        super(regex);
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

    /** Sets the value, in which {@code $1} is the first group of the expression; null removes the header, unless it is added. */
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
    protected Handler apply(Handler input, Matcher matcher) {
        if (headerName == null) {
            return input;
        }
        String query = input.getHttpURI().getQuery();
        String value = headerValue == null ? null : Replacement.expand(headerValue, matcher, query);
        return new HeaderChange(input, headerName, value, add);
    }

    @Override
    public String toString() {
        return super.toString() + "[header:" + headerName + "=" + headerValue + "]";
    }
}
