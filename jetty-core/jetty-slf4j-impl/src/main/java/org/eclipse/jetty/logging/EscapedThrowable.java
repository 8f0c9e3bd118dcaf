package org.eclipse.jetty.logging;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import org.jspecify.annotations.Nullable;

/**
 * A failure whose message cannot pass for lines of the log: each further line of it is indented behind a bar, and control
 * characters are question marks. Messages often hold what a client sent. Thread-safe.
 */
final class EscapedThrowable implements IThrowableProxy {
    private static final IThrowableProxy[] NONE = {};

    private final IThrowableProxy failure;

    EscapedThrowable(IThrowableProxy failure) {
        this.failure = failure;
    }

    @Override
    public String getMessage() {
        return escape(failure.getMessage());
    }

    @Override
    public String getClassName() {
        return failure.getClassName();
    }

    @Override
    public StackTraceElementProxy[] getStackTraceElementProxyArray() {
        return failure.getStackTraceElementProxyArray();
    }

    @Override
    public int getCommonFrames() {
        return failure.getCommonFrames();
    }

    @Override
    public @Nullable IThrowableProxy getCause() {
        IThrowableProxy cause = failure.getCause();
        return cause == null ? null : new EscapedThrowable(cause);
    }

    @Override
    public IThrowableProxy[] getSuppressed() {
        IThrowableProxy[] suppressed = failure.getSuppressed();
        if (suppressed == null || suppressed.length == 0) {
            return NONE;
        }
        IThrowableProxy[] escaped = new IThrowableProxy[suppressed.length];
        for (int i = 0; i < escaped.length; i++) {
            escaped[i] = new EscapedThrowable(suppressed[i]);
        }
        return escaped;
    }

    @Override
    public boolean isCyclic() {
        return failure.isCyclic();
    }

    private static String escape(String message) {
        if (message == null || message.chars().noneMatch(Character::isISOControl)) {
            return message;
        }
        StringBuilder escaped = new StringBuilder(message.length() + 16);
        for (int i = 0; i < message.length(); i++) {
            char c = message.charAt(i);
            if (c == '\n') {
                escaped.append(System.lineSeparator()).append("\t| ");
            } else if (c != '\r') {
                escaped.append(c != '\t' && Character.isISOControl(c) ? '?' : c);
            }
        }
        return escaped.toString();
    }
}
