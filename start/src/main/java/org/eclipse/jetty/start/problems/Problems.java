package org.eclipse.jetty.start.problems;

/**
 * What to do with what is wrong: end the command ({@link CommandProblems}), or note it and go on ({@code --check}).
 *
 * <p>Confined to the main thread.
 */
public interface Problems {
    /** The start cannot go on. Returns when it is only noted. */
    void error(StartException problem);

    /** The start goes on, but something will not work. */
    void defect(String message, Origin origin, String remedy);

    /** Something is probably a mistake. */
    void warning(String message, Origin origin, String remedy);
}
