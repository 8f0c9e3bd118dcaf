package org.eclipse.jetty.rewrite.handler;

import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** Answers requests whose decoded path has control characters, or characters that are not assigned, with a status, 400 by default. */
public class InvalidURIRule extends Rule {
    private int code = HttpStatus.BAD_REQUEST_400;
    private String message = "Illegal URI";

    @Override
    public boolean isTerminating() {
        return true;
    }

    public int getCode() {
        return code;
    }

    /**
     * Sets the status; 0 for a rule that does not answer.
     *
     * @throws IllegalArgumentException if it is no final status
     */
    public void setCode(int code) {
        this.code = Answer.checkStatus(code);
    }

    public String getMessage() {
        return message;
    }

    /** Sets the message of the error page; null for the phrase of the status. */
    public void setMessage(String message) {
        this.message = message;
    }

    @Override
    public @Nullable Handler matchAndApply(Handler input) {
        String path = input.getHttpURI().getDecodedPath();
        for (int i = 0; path != null && i < path.length(); ) {
            int codePoint = path.codePointAt(i);
            if (!isValidChar(codePoint)) {
                return code == 0 ? null : Answer.status(input, code, message);
            }
            i += Character.charCount(codePoint);
        }
        return null;
    }

    /** Whether a character may be in a path. */
    protected boolean isValidChar(int codePoint) {
        Character.UnicodeBlock block = Character.UnicodeBlock.of(codePoint);
        return !Character.isISOControl(codePoint) && block != null && block != Character.UnicodeBlock.SPECIALS;
    }

    @Override
    public String toString() {
        return super.toString() + "[" + code + ":" + message + "]";
    }
}
