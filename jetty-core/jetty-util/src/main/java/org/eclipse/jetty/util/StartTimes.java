package org.eclipse.jetty.util;

/**
 * How long the phases before the start of the components took, for who reports it.
 *
 * <p>What configures an object from files keeps it as an attribute of that object, by the name {@link #ATTRIBUTE}. Thread-safe.
 *
 * @param launchMillis from the start of the process to the first file
 * @param configureMillis reading the files, and making objects from them
 */
public record StartTimes(long launchMillis, long configureMillis) {
    /** The name of the attribute. */
    public static final String ATTRIBUTE = "org.eclipse.jetty.startTimes";
}
