package org.eclipse.jetty.start;

/**
 * What to do with what is wrong: end the start, or note it and go on ({@code --check}).
 *
 * <p>Confined to the main thread.
 */
interface Problems {
    /** Ends the start at the first error, and tells the rest in the log. */
    Problems FATAL = new Problems() {
        @Override
        public void error(StartException problem) {
            throw problem;
        }

        @Override
        public void defect(String message, Origin origin, String remedy) {
            warning(message, origin, remedy);
        }

        @Override
        public void warning(String message, Origin origin, String remedy) {
            StartLog.warn(message + ", from " + origin.place() + (remedy.isEmpty() ? "" : ". " + remedy));
        }
    };

    /** The start cannot go on. Returns when it is only noted. */
    void error(StartException problem);

    /** The start goes on, but something will not work. */
    void defect(String message, Origin origin, String remedy);

    /** Something is hardly meant. */
    void warning(String message, Origin origin, String remedy);
}
