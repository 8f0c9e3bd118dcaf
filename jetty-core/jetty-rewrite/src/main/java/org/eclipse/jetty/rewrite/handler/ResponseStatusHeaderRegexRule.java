package org.eclipse.jetty.rewrite.handler;

import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.jspecify.annotations.Nullable;

/** Answers requests with a status if an expression matches the whole value of a header: bad user agents, for example. */
public class ResponseStatusHeaderRegexRule extends Rule {
    private @Nullable String headerName;
    private volatile @Nullable Pattern headerRegex;
    private int code;
    private @Nullable String message;

    @Override
    public boolean isTerminating() {
        return true;
    }

    public @Nullable String getHeaderName() {
        return headerName;
    }

    public void setHeaderName(String name) {
        headerName = name;
    }

    /** Returns the expression; null if none was set, which matches nothing. */
    public @Nullable String getHeaderRegex() {
        Pattern current = headerRegex;
        return current == null ? null : current.pattern();
    }

    /** @throws java.util.regex.PatternSyntaxException if it is no expression of {@link Pattern} */
    public void setHeaderRegex(@Nullable String regex) {
        headerRegex = regex == null ? null : Pattern.compile(regex);
    }

    public int getCode() {
        return code;
    }

    /**
     * Sets the status; 0, as by default, for a rule that does not answer.
     *
     * @throws IllegalArgumentException if it is no final status
     */
    public void setCode(int code) {
        this.code = Answer.checkStatus(code);
    }

    public @Nullable String getMessage() {
        return message;
    }

    /** Sets the message of the error page; null for the phrase of the status. */
    public void setMessage(@Nullable String message) {
        this.message = message;
    }

    @Override
    public @Nullable Handler matchAndApply(Handler input) {
        Pattern current = headerRegex;
        if (headerName == null || current == null) {
            return null;
        }
        for (HttpField field : input.getHeaders()) {
            String value = field.getValue();
            if (field.is(headerName) && value != null && BoundedMatch.of(current, value, this) != null) {
                return apply(input, value);
            }
        }
        return null;
    }

    /** Called with a request that matches, and the value that does. */
    public @Nullable Handler apply(Handler input, String value) {
        return code == 0 ? null : Answer.status(input, code, message);
    }

    @Override
    public String toString() {
        return super.toString() + "[" + headerName + ":" + getHeaderRegex() + ">" + code + "]";
    }
}
