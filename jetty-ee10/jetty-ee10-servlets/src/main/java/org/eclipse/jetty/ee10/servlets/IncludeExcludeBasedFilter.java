package org.eclipse.jetty.ee10.servlets;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.pathmap.PathSpecSet;
import org.eclipse.jetty.util.AsciiLowerCaseSet;
import org.eclipse.jetty.util.IncludeExclude;

/**
 * A filter that looks at some requests only, by their paths, methods and the types of their responses. Init parameters are lists
 * that are separated by commas: {@code includedPaths}, {@code excludedPaths} (path specs), {@code includedMimeTypes},
 * {@code excludedMimeTypes}, {@code includedHttpMethods}, {@code excludedHttpMethods}. Nothing included is all; what is excluded
 * wins. Thread-safe once it is initialized.
 */
public abstract class IncludeExcludeBasedFilter implements Filter {
    private final IncludeExclude<String> mimeTypes = new IncludeExclude<>(AsciiLowerCaseSet.class);
    private final IncludeExclude<String> methods = new IncludeExclude<>();
    private final IncludeExclude<String> paths = new IncludeExclude<>(PathSpecSet.class);

    @Override
    public void init(FilterConfig config) throws ServletException {
        Settings settings = Settings.of(config);
        settings.list("includedPaths", null).forEach(paths::include);
        settings.list("excludedPaths", null).forEach(paths::exclude);
        settings.list("includedMimeTypes", null).forEach(mimeTypes::include);
        settings.list("excludedMimeTypes", null).forEach(mimeTypes::exclude);
        settings.list("includedHttpMethods", null).forEach(methods::include);
        settings.list("excludedHttpMethods", null).forEach(methods::exclude);
    }

    /** Returns the type of the response without parameters: as it is set, or by the extension of the path; empty if unknown. */
    protected String guessMimeType(HttpServletRequest request, HttpServletResponse response) {
        String type = response.getContentType();
        if (type == null) {
            type = request.getServletContext().getMimeType(path(request));
        }
        return type == null ? "" : MimeTypes.getBase(type);
    }

    private static String path(HttpServletRequest request) {
        String info = request.getPathInfo();
        return info == null ? request.getServletPath() : request.getServletPath() + info;
    }

    /** Returns whether the filter looks at a request. */
    protected boolean shouldFilter(HttpServletRequest request, HttpServletResponse response) {
        return methods.test(request.getMethod())
                && mimeTypes.test(guessMimeType(request, response))
                && paths.test(path(request));
    }

    @Override
    public void destroy() {}

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[paths=" + paths + ",mimeTypes=" + mimeTypes + ",methods=" + methods + "]";
    }
}
