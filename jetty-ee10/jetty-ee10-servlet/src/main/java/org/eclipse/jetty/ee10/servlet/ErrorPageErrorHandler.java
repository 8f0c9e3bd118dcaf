package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds error pages by the exception's class, its superclasses, then its root cause, by status, by range of status, and a
 * global one (Servlet section 10.9.2). Configured before start, thread-safe after.
 */
public class ErrorPageErrorHandler extends ErrorHandler implements ErrorHandler.ErrorPageMapper {
    /** The key of the page for every error that has no other. */
    public static final String GLOBAL_ERROR_PAGE = "org.eclipse.jetty.server.error_page.global";

    private final Map<String, String> errorPages = new LinkedHashMap<>();
    private final List<ErrorCodeRange> errorPageList = new ArrayList<>();
    private boolean unwrapServletException = true;

    public boolean isUnwrapServletException() {
        return unwrapServletException;
    }

    /** Sets whether a page is shown the root cause of a ServletException rather than the exception itself. */
    public void setUnwrapServletException(boolean unwrap) {
        unwrapServletException = unwrap;
    }

    @Override
    public void prepare(ErrorPage errorPage, HttpServletRequest request, HttpServletResponse response) {
        Throwable error = errorPage.error();
        if (error == null) {
            return;
        }
        request.setAttribute(RequestDispatcher.ERROR_EXCEPTION, error);
        request.setAttribute(RequestDispatcher.ERROR_EXCEPTION_TYPE, error.getClass());
    }

    @Override
    public @Nullable ErrorPage getErrorPage(@Nullable Integer errorStatusCode, @Nullable Throwable error) {
        if (error != null) {
            String page = pageOf(error.getClass());
            if (page != null) {
                return new ErrorPage(page, shown(error));
            }
            // (10.9.2) no page for a ServletException: that of what it wraps
            Throwable cause = error;
            while (page == null && cause instanceof ServletException servlet && servlet.getRootCause() != null) {
                cause = servlet.getRootCause();
                page = pageOf(cause.getClass());
            }
            if (page != null) {
                return new ErrorPage(page, cause);
            }
        }
        String page = null;
        if (errorStatusCode != null) {
            page = errorPages.get(Integer.toString(errorStatusCode));
            if (page == null) {
                for (ErrorCodeRange range : errorPageList) {
                    if (range.contains(errorStatusCode)) {
                        page = range.uri();
                        break;
                    }
                }
            }
        }
        if (page == null) {
            page = errorPages.get(GLOBAL_ERROR_PAGE);
        }
        return page == null ? null : new ErrorPage(page, shown(error));
    }

    private @Nullable Throwable shown(@Nullable Throwable error) {
        if (!unwrapServletException) {
            return error;
        }
        Throwable shown = error;
        while (shown instanceof ServletException servlet && servlet.getRootCause() != null) {
            shown = servlet.getRootCause();
        }
        return shown;
    }

    private @Nullable String pageOf(Class<?> type) {
        for (Class<?> current = type; current != null && current != Object.class; current = current.getSuperclass()) {
            String page = errorPages.get(current.getName());
            if (page != null) {
                return page;
            }
        }
        return null;
    }

    public Map<String, String> getErrorPages() {
        return errorPages;
    }

    /** Sets the pages by exception class name or status. */
    public void setErrorPages(@Nullable Map<String, String> pages) {
        errorPages.clear();
        if (pages != null) {
            errorPages.putAll(pages);
        }
    }

    public void addErrorPage(Class<? extends Throwable> exception, String uri) {
        errorPages.put(exception.getName(), uri);
    }

    public void addErrorPage(String exceptionClassName, String uri) {
        errorPages.put(exceptionClassName, uri);
    }

    public void addErrorPage(int code, String uri) {
        errorPages.put(Integer.toString(code), uri);
    }

    /** Adds a page for a range of status, ends included. */
    public void addErrorPage(int from, int to, String uri) {
        errorPageList.add(new ErrorCodeRange(from, to, uri));
    }

    private record ErrorCodeRange(int from, int to, String uri) {
        boolean contains(int code) {
            return code >= from && code <= to;
        }
    }
}
