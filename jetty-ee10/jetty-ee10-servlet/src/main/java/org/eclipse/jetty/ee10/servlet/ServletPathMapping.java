package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.MappingMatch;
import java.util.Objects;
import org.eclipse.jetty.http.pathmap.MatchedPath;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.jspecify.annotations.Nullable;

/** How a path was matched to a servlet, and into which servlet path and path info (Servlet section 12.1). Thread-safe. */
public class ServletPathMapping implements HttpServletMapping {
    private final String servletName;
    private final @Nullable MappingMatch mappingMatch;
    private final String matchValue;
    private final @Nullable String pattern;
    private final String servletPath;
    private final @Nullable String pathInfo;

    public ServletPathMapping(
            @Nullable PathSpec pathSpec, @Nullable String servletName, @Nullable String pathInContext) {
        this(pathSpec, servletName, pathInContext, null);
    }

    public ServletPathMapping(
            @Nullable PathSpec pathSpec,
            @Nullable String servletName,
            @Nullable String pathInContext,
            @Nullable MatchedPath matchedPath) {
        this.servletName = servletName == null ? "" : servletName;
        String path = pathInContext == null ? "" : pathInContext;
        if (pathSpec == null) {
            pattern = null;
            mappingMatch = null;
            matchValue = "";
            servletPath = path;
            pathInfo = null;
            return;
        }
        pattern = pathSpec.getDeclaration();
        switch (pathSpec.getGroup()) {
            case ROOT -> {
                mappingMatch = MappingMatch.CONTEXT_ROOT;
                matchValue = servletPath = "";
                pathInfo = "/";
            }
            case DEFAULT -> {
                mappingMatch = MappingMatch.DEFAULT;
                matchValue = "";
                servletPath = path;
                pathInfo = null;
            }
            case EXACT -> {
                mappingMatch = MappingMatch.EXACT;
                matchValue = path.startsWith("/") ? path.substring(1) : path;
                servletPath = path;
                pathInfo = null;
            }
            case SUFFIX_GLOB -> {
                mappingMatch = MappingMatch.EXTENSION;
                int dot = path.lastIndexOf('.');
                matchValue = path.substring(path.startsWith("/") ? 1 : 0, Math.max(dot, 1));
                servletPath = path;
                pathInfo = null;
            }
            default -> {
                mappingMatch = MappingMatch.PATH;
                MatchedPath matched = matchedPath == null ? pathSpec.matched(path) : matchedPath;
                servletPath = matched == null ? path : Objects.requireNonNullElse(matched.getPathMatch(), path);
                pathInfo = matched == null ? null : matched.getPathInfo();
                matchValue = pathInfo == null ? "" : pathInfo.startsWith("/") ? pathInfo.substring(1) : pathInfo;
            }
        }
    }

    @Override
    public String getMatchValue() {
        return matchValue;
    }

    @Override
    public String getPattern() {
        return pattern == null ? "" : pattern;
    }

    @Override
    public String getServletName() {
        return servletName;
    }

    @Override
    public @Nullable MappingMatch getMappingMatch() {
        return mappingMatch;
    }

    public String getServletPath() {
        return servletPath;
    }

    public @Nullable String getPathInfo() {
        return pathInfo;
    }

    @Override
    public String toString() {
        return "ServletPathMapping[" + pattern + "=>" + servletName + "," + servletPath + "," + pathInfo + "]";
    }
}
