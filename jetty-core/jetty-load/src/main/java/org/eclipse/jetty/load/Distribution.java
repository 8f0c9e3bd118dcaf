package org.eclipse.jetty.load;

/** How times are distributed, in nanoseconds; three digits are exact. Immutable. */
public interface Distribution {
    /** Returns how many times there are. */
    long count();

    /** Returns the time that this many percent do not exceed; 0 if there is none. */
    long percentile(double percent);

    /** Returns the longest; 0 if there is none. */
    long max();

    /** Returns the shortest; 0 if there is none. */
    long min();

    /** Returns the average; 0 if there is none. */
    double mean();
}
