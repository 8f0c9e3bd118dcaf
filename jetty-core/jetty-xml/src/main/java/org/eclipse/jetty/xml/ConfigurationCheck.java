package org.eclipse.jetty.xml;

/**
 * Looks for what is wrong with a configuration that has not been started.
 *
 * <p>Implementations are found as services in the class path of the server, and are called on one thread. They change nothing:
 * no file is written, nothing is bound for longer than the look.
 */
public interface ConfigurationCheck {
    /** Tells its findings to the configuration. */
    void check(CheckedConfiguration configuration);

    /** Whether this looks at objects of applications, too, so that it is called once these have been looked at. */
    default boolean isOfApplications() {
        return false;
    }
}
