package org.eclipse.jetty.rewrite.handler;

import org.jspecify.annotations.Nullable;

/** Answers requests that a pattern matches with a status, and with the error page unless the status has no content. */
public class ResponsePatternRule extends PatternRule {
    private int code;
    private @Nullable String message;

    public ResponsePatternRule() {}

    public ResponsePatternRule(String pattern, int code, @Nullable String message) {
        super(pattern);
        setCode(code);
        setMessage(message);
    }

    @Override
    public boolean isTerminating() {
        return true;
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
    public @Nullable Handler apply(Handler input) {
        return code == 0 ? null : Answer.status(input, code, message);
    }

    @Override
    public String toString() {
        return super.toString() + "[response:" + code + ">" + message + "]";
    }
}
