package org.eclipse.jetty.start.problems;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A failure that the operator can understand and repair: a message and the exit code of the process.
 *
 * <p>It carries no stack trace, because its message says where the cause is.
 */
public final class StartException extends RuntimeException {
    /** Logging could not be set up, or a virtual dependency has several providers. */
    public static final int UNSATISFIED = 255;

    /** The main class failed, for instance because the server did not start. */
    public static final int MAIN_FAILED = 254;

    /** The running server could not be stopped. */
    public static final int NOT_STOPPED = 252;

    /** An argument is wrong. */
    public static final int BAD_ARGUMENT = 251;

    /** The module graph cannot be sorted or does not fit this version. */
    public static final int BAD_GRAPH = 250;

    /** The properties of {@code --stop} are wrong. */
    public static final int BAD_STOP_PROPERTIES = 249;

    /** Anything else, for instance an unknown module or a missing file. */
    public static final int UNKNOWN = 247;

    private final int exitCode;
    private final List<String> messages;
    private transient @Nullable Origin origin;

    public StartException(int exitCode, String message) {
        this(exitCode, message, (@Nullable Throwable) null);
    }

    public StartException(int exitCode, String message, @Nullable Origin origin) {
        this(exitCode, message);
        this.origin = origin;
    }

    public StartException(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause, true, false);
        this.exitCode = exitCode;
        this.messages = List.of(message);
    }

    private StartException(List<StartException> failures) {
        super(
                failures.stream().map(StartException::getMessage).collect(Collectors.joining(System.lineSeparator())),
                null,
                true,
                false);
        this.exitCode = failures.get(0).exitCode;
        this.messages = failures.stream().map(StartException::getMessage).toList();
    }

    /** Throws the only failure, or one with the messages of all and the exit code of the first; does nothing when there is none. */
    public static void throwAll(List<StartException> failures) {
        if (failures.isEmpty()) {
            return;
        }
        if (failures.size() > 1) {
            throw new StartException(failures);
        }
        throw failures.get(0);
    }

    /** What went wrong, one text for each failure. */
    public List<String> messages() {
        return messages;
    }

    /** Says where the cause is, unless that is known already. */
    public StartException at(Origin place) {
        if (origin == null) {
            origin = place;
        }
        return this;
    }

    /** Where the cause is, or null. */
    public @Nullable Origin origin() {
        return origin;
    }

    /** The exit code of the process, 0-255. */
    public int exitCode() {
        return exitCode;
    }
}
