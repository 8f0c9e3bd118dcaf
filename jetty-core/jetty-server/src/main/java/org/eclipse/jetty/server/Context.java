package org.eclipse.jetty.server;

import java.io.File;
import java.util.List;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Decorator;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** An application's surroundings: path, class loader, resources, attributes. Thread-safe. */
public interface Context extends Attributes, Decorator, Executor {
    /** The encoded path, empty for the root context; null for the context of the server. */
    @Nullable
    String getContextPath();

    @Nullable
    ClassLoader getClassLoader();

    /** Where its static content lies; may be null. */
    @Nullable
    Resource getBaseResource();

    Request.@Nullable Handler getErrorHandler();

    List<String> getVirtualHosts();

    MimeTypes getMimeTypes();

    /** Runs a task in this context by a thread of the server. */
    @Override
    void execute(Runnable task);

    /** Runs a task in this context now. */
    void run(Runnable task);

    /** Runs a task in this context now, on behalf of a request. */
    void run(Runnable task, @Nullable Request request);

    /** The part of an encoded path behind the context path; null if it is outside, or there is none. */
    default @Nullable String getPathInContext(@Nullable String canonicallyEncodedPath) {
        return getPathInContext(getContextPath(), canonicallyEncodedPath);
    }

    @Nullable
    File getTempDirectory();

    /** Whether a request came from another context of this server. */
    default boolean isCrossContextDispatch(Request request) {
        return false;
    }

    /** How a request came from another context; null if it did not. */
    default @Nullable String getCrossContextDispatchType(Request request) {
        return null;
    }

    /** The part of an encoded path behind an encoded context path; null if it is outside, or there is none. */
    static @Nullable String getPathInContext(@Nullable String encodedContextPath, @Nullable String encodedPath) {
        if (encodedContextPath == null || encodedContextPath.isEmpty() || "/".equals(encodedContextPath)) {
            return encodedPath;
        }
        int length = encodedContextPath.length();
        if (encodedPath == null || !encodedPath.startsWith(encodedContextPath)) {
            return null;
        }
        if (encodedPath.length() == length) {
            return "";
        }
        return encodedPath.charAt(length) == '/' ? encodedPath.substring(length) : null;
    }
}
