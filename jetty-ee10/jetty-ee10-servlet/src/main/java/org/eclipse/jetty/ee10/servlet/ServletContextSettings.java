package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletContext;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.server.SymlinkAllowedResourceAliasChecker;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.resource.Resources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of a servlet context that is known apart from its servlets: its paths, parameters, encodings, welcome files and
 * resources. Configuration is guarded by the life cycle; reading is thread-safe.
 */
public abstract class ServletContextSettings extends ContextHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ServletContextSettings.class);

    private final Map<String, String> initParams = new ConcurrentHashMap<>();
    private final Map<String, String> localeEncodings = new HashMap<>();
    private final SymlinkAllowedResourceAliasChecker links = new SymlinkAllowedResourceAliasChecker(this);
    private @Nullable JspConfigDescriptor jspConfig;
    private String contextPathEncoded = "/";
    private String requestContextPath = "";
    private @Nullable String defaultRequestCharacterEncoding;
    private @Nullable String defaultResponseCharacterEncoding;
    private String @Nullable [] welcomeFiles;
    private @Nullable String displayName;

    ServletContextSettings() {}

    // what is known of the application

    /** Returns this context as its application sees it. */
    public abstract ServletContext getServletContext();

    /** Whether the application is initialized, by which most of its configuration is fixed. */
    abstract boolean isContextInitialized();

    /** Returns the logger of the application. */
    public abstract Logger getLogger();

    /** Makes roles known to the constraints of the context, if it has any. */
    protected abstract void addRoles(String... roles);

    /** Returns where a dispatcher to a decoded path in the context leads, or null. */
    abstract @Nullable DispatchTarget getDispatchTarget(String path);

    /** Returns the servlet of a name as a dispatcher calls it, or null. */
    abstract @Nullable DispatchTarget getNamedDispatchTarget(String name);

    // configuration

    /** Returns the encoded context path, "/" for the root. */
    public String getContextPathEncoded() {
        return contextPathEncoded;
    }

    /** Returns the encoded context path as requests show it: empty for the root. */
    public String getRequestContextPath() {
        return requestContextPath;
    }

    @Override
    public void setContextPath(@Nullable String contextPath) {
        super.setContextPath(contextPath);
        contextPathEncoded = getContext().getContextPath();
        requestContextPath = "/".equals(contextPathEncoded) ? "" : contextPathEncoded;
    }

    public @Nullable String getInitParameter(String name) {
        return initParams.get(name);
    }

    public @Nullable String setInitParameter(String name, @Nullable String value) {
        return value == null ? initParams.remove(name) : initParams.put(name, value);
    }

    public Enumeration<String> getInitParameterNames() {
        return Collections.enumeration(initParams.keySet());
    }

    public Map<String, String> getInitParams() {
        return initParams;
    }

    @Override
    public void setDisplayName(@Nullable String name) {
        super.setDisplayName(name);
        displayName = name;
    }

    /** Whether the context was given a name: one that was not goes by its path. */
    public boolean isNamed() {
        return displayName != null;
    }

    public void setDefaultRequestCharacterEncoding(@Nullable String encoding) {
        defaultRequestCharacterEncoding = encoding;
    }

    public @Nullable String getDefaultRequestCharacterEncoding() {
        return defaultRequestCharacterEncoding;
    }

    public void setDefaultResponseCharacterEncoding(@Nullable String encoding) {
        defaultResponseCharacterEncoding = encoding;
    }

    public @Nullable String getDefaultResponseCharacterEncoding() {
        return defaultResponseCharacterEncoding;
    }

    /** Sets the files that stand for a directory, in this order; null, as at first, means index.html and index.jsp. */
    public void setWelcomeFiles(String @Nullable [] files) {
        welcomeFiles = files;
    }

    public String @Nullable [] getWelcomeFiles() {
        return welcomeFiles;
    }

    public @Nullable JspConfigDescriptor getJspConfigDescriptor() {
        return jspConfig;
    }

    void setJspConfigDescriptor(@Nullable JspConfigDescriptor descriptor) {
        jspConfig = descriptor;
    }

    public Class<?> loadClass(String className) throws ClassNotFoundException {
        ClassLoader loader = getClassLoader();
        if (loader == null) {
            loader = Thread.currentThread().getContextClassLoader();
        }
        if (loader == null) {
            loader = ServletContextSettings.class.getClassLoader();
        }
        return loader.loadClass(className);
    }

    public void addLocaleEncoding(String locale, String encoding) {
        localeEncodings.put(locale, encoding);
    }

    /** Sets the encodings by locale, in place of all others. */
    public void setLocaleEncodings(Map<String, String> encodings) {
        localeEncodings.clear();
        localeEncodings.putAll(encodings);
    }

    public @Nullable String getLocaleEncoding(String locale) {
        return localeEncodings.get(locale);
    }

    /**
     * Returns the encoding for a locale, or null: that of the application by its tag, else its language; else, unless a
     * default encoding of responses is set, that of the container (Servlet section 5.6).
     */
    public @Nullable String getLocaleEncoding(Locale locale) {
        String encoding = localeEncodings.get(locale.toString());
        if (encoding == null) {
            encoding = localeEncodings.get(locale.toLanguageTag());
        }
        if (encoding == null) {
            encoding = localeEncodings.get(locale.getLanguage());
        }
        if (encoding == null && defaultResponseCharacterEncoding == null) {
            encoding = LocaleEncodings.of(locale);
        }
        return encoding;
    }

    public Map<String, String> getLocaleEncodings() {
        return Collections.unmodifiableMap(localeEncodings);
    }

    // resources

    /**
     * Returns the resource of a path, which starts with a slash, in the base of this context; null when there is none.
     *
     * <p>The path is that of getResourcePaths: taken as it is, a percent sign being one. Where nothing has that name, the path
     * is decoded, as applications ask for encoded ones. Symbolic links are followed wherever they lead: the application asks,
     * not a client.
     */
    public @Nullable Resource getResource(String pathInContext) throws MalformedURLException {
        if (pathInContext == null || !pathInContext.startsWith("/")) {
            throw new MalformedURLException(pathInContext);
        }
        Resource base = getBaseResource();
        if (base == null) {
            return null;
        }
        try {
            Resource resource = literalResource(base, pathInContext);
            if (resource == null && pathInContext.indexOf('%') >= 0) {
                resource = literalResource(base, URIUtil.decodeAll(pathInContext));
            }
            return resource;
        } catch (IOException | RuntimeException x) {
            LOG.debug("No resource {}", pathInContext, x);
            return null;
        }
    }

    private @Nullable Resource literalResource(Resource base, String path) throws IOException {
        String canonical = URIUtil.canonicalPath(path);
        if (canonical == null) {
            return null;
        }
        String encoded = URIUtil.encodePath(canonical);
        Resource resource = base.resolve(encoded.substring(1));
        if (!Resources.exists(resource)) {
            return null;
        }
        if (!resource.isAlias() || checkAlias(encoded, resource)) {
            return resource;
        }
        for (Resource part : resource) {
            if (part.isAlias() && !(part.getPath() != null && links.isLinked(encoded, part.getPath()))) {
                return null;
            }
        }
        return resource;
    }

    public @Nullable Resource newResource(URL url) throws IOException {
        return ResourceFactory.of(this).newResource(url);
    }

    public @Nullable Resource newResource(URI uri) {
        return ResourceFactory.of(this).newResource(uri);
    }

    public @Nullable Resource newResource(String urlOrPath) {
        return ResourceFactory.of(this).newResource(urlOrPath);
    }

    /** Returns the paths of what lies directly in a directory of this context; directories end with a slash. */
    public Set<String> getResourcePaths(String path) {
        try {
            Resource resource = getResource(path);
            if (resource == null || !resource.isDirectory()) {
                return Collections.emptySet();
            }
            String prefix = path.endsWith("/") ? path : path + "/";
            Set<String> paths = new HashSet<>();
            for (Resource item : resource.list()) {
                String name = item.getFileName();
                if (name == null || name.isEmpty()) {
                    continue;
                }
                paths.add(prefix + (item.isDirectory() && !name.endsWith("/") ? name + "/" : name));
            }
            return paths;
        } catch (MalformedURLException x) {
            LOG.debug("No resources in {}", path, x);
            return Collections.emptySet();
        }
    }
}
