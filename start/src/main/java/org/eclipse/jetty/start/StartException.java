package org.eclipse.jetty.start;

/**
 * A failure that the operator can understand and repair: a message and the exit code of the process.
 *
 * <p>It carries no stack trace, because its message says where the cause is.
 */
final class StartException extends RuntimeException {
    /** Logging could not be set up, or a virtual dependency has several providers. */
    static final int UNSATISFIED = 255;

    /** The main class failed, for instance because the server did not start. */
    static final int MAIN_FAILED = 254;

    /** The running server could not be stopped. */
    static final int NOT_STOPPED = 252;

    /** An argument is wrong. */
    static final int BAD_ARGUMENT = 251;

    /** The module graph cannot be sorted or does not fit this version. */
    static final int BAD_GRAPH = 250;

    /** The properties of {@code --stop} are wrong. */
    static final int BAD_STOP_PROPERTIES = 249;

    /** Anything else, for instance an unknown module or a missing file. */
    static final int UNKNOWN = 247;

    private final int exitCode;
    private transient Origin origin;

    StartException(int exitCode, String message) {
        this(exitCode, message, (Throwable) null);
    }

    StartException(int exitCode, String message, Origin origin) {
        this(exitCode, message);
        this.origin = origin;
    }

    StartException(int exitCode, String message, Throwable cause) {
        super(message, cause, true, false);
        this.exitCode = exitCode;
    }

    /** Says where the cause is, unless that is known already. */
    StartException at(Origin place) {
        if (origin == null) origin = place;
        return this;
    }

    /** Where the cause is, or null. */
    Origin origin() {
        return origin;
    }

    /** The exit code of the process, 0-255. */
    int exitCode() {
        return exitCode;
    }
}
