package org.eclipse.jetty.ee10.webapp;

import java.util.Collection;
import java.util.Collections;
import org.eclipse.jetty.util.ClassMatcher;
import org.jspecify.annotations.Nullable;

/**
 * One aspect of making a web application run: found as a service, ordered by its dependencies, and called for each
 * application in this order.
 *
 * <pre>
 * preConfigure    nothing runs yet; unpack, find files, parse descriptors
 * configure       add servlets, filters, listeners and whatever starts with the context
 * postConfigure   the application is started
 * deconfigure     the application has stopped; in reverse order
 * destroy         the context will not be used again
 * </pre>
 *
 * One instance serves all applications. Thread-safe.
 */
public interface Configuration {
    /** Whether what this needs is there. */
    default boolean isAvailable() {
        return true;
    }

    /** Returns the configuration in whose place this one stands. */
    default @Nullable Class<? extends Configuration> replaces() {
        return null;
    }

    /** Returns the class names of configurations that come before this one. */
    default Collection<String> getDependencies() {
        return Collections.emptyList();
    }

    /** Returns the class names of configurations that come after this one. */
    default Collection<String> getDependents() {
        return Collections.emptyList();
    }

    /** Returns patterns of classes that applications cannot replace. */
    default ClassMatcher getProtectedClasses() {
        return new ClassMatcher();
    }

    /** Returns patterns of classes that applications cannot see; negated ones become visible. */
    default ClassMatcher getHiddenClasses() {
        return new ClassMatcher();
    }

    void preConfigure(WebAppContext context) throws Exception;

    void configure(WebAppContext context) throws Exception;

    void postConfigure(WebAppContext context) throws Exception;

    void deconfigure(WebAppContext context) throws Exception;

    void destroy(WebAppContext context) throws Exception;

    /** Whether applications get this without asking for it. */
    boolean isEnabledByDefault();

    /** Whether configurations after this one are left out for this application. */
    boolean abort(WebAppContext context);
}
