package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.EventListener;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.api.ContextApi;
import org.eclipse.jetty.ee10.servlet.api.ServletVersion;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A context as its application sees it (Servlet chapter 4), which checks whether the caller may ask or change something in this
 * phase of the context's life. Thread-safe.
 */
abstract class ContextView extends ContextApi {
    private static final Logger LOG = LoggerFactory.getLogger(ContextView.class);
    private static final List<Class<? extends EventListener>> LISTENER_TYPES = List.of(
            ServletContextAttributeListener.class,
            ServletRequestListener.class,
            ServletRequestAttributeListener.class,
            HttpSessionIdListener.class,
            HttpSessionListener.class,
            HttpSessionAttributeListener.class);
    /** The name of the logical host of contexts that are bound to none; no name of a host of the network. */
    private static final String DEFAULT_HOST = "default";

    private final ServletContextParts handler;
    private final Registrations registrations;
    private int effectiveMajorVersion = ServletVersion.MAJOR;
    private int effectiveMinorVersion = ServletVersion.MINOR;
    private boolean enabled = true;
    private boolean extendedListenerTypes;

    /** @param handler the context, which need not be more than allocated as yet */
    ContextView(ServletContextParts handler, Registrations registrations) {
        this.handler = handler;
        this.registrations = registrations;
    }

    public ContextHandler getContextHandler() {
        return handler;
    }

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public boolean isExtendedListenerTypes() {
        return extendedListenerTypes;
    }

    /** Sets whether listeners of the context itself may be added, as container initializers may. */
    public void setExtendedListenerTypes(boolean extended) {
        extendedListenerTypes = extended;
    }

    /** Refuses a listener that was added by code, to which next to nothing is allowed (Servlet section 4.4). */
    private void checkDynamic() {
        if (!enabled) {
            throw new UnsupportedOperationException("Not allowed in a listener that was added by code");
        }
    }

    /** Refuses what Servlet 6.0 allows even to a listener that was added by code, where the version is an older one. */
    private void checkGetter() {
        if (ServletVersion.RESTRICTS_GETTERS_OF_ADDED_LISTENERS) {
            checkDynamic();
        }
    }

    /** Refuses changes after the initialization, and those by a listener that was added by code. */
    private void checkConfigurable() {
        if (handler.isContextInitialized()) {
            throw new IllegalStateException("The context is initialised");
        }
        checkDynamic();
    }

    @Override
    public String getServerInfo() {
        return "jetty/" + Server.getVersion();
    }

    @Override
    public int getMajorVersion() {
        return ServletVersion.MAJOR;
    }

    @Override
    public int getMinorVersion() {
        return ServletVersion.MINOR;
    }

    @Override
    public int getEffectiveMajorVersion() {
        checkGetter();
        return effectiveMajorVersion;
    }

    @Override
    public int getEffectiveMinorVersion() {
        checkGetter();
        return effectiveMinorVersion;
    }

    public void setEffectiveMajorVersion(int version) {
        effectiveMajorVersion = version;
    }

    public void setEffectiveMinorVersion(int version) {
        effectiveMinorVersion = version;
    }

    @Override
    public String getContextPath() {
        return handler.getRequestContextPath();
    }

    /** Returns this context for its own paths, and null for those of another: there is no way from one to another. */
    @Override
    public @Nullable ServletContext getContext(@Nullable String uripath) {
        if (uripath == null || !uripath.startsWith("/")) {
            return null;
        }
        if (handler.getContext().getPathInContext(uripath) == null) {
            return null;
        }
        int length = handler.getContext().getContextPath().length();
        Server server = handler.getServer();
        if (server == null) {
            return this;
        }
        for (ContextHandler other : server.getDescendants(ContextHandler.class)) {
            boolean closer = other.getContext().getContextPath().length() > length;
            if (closer && other.getContext().getPathInContext(uripath) != null) {
                return null;
            }
        }
        return this;
    }

    @Override
    public @Nullable String getServletContextName() {
        return handler.isNamed() ? handler.getDisplayName() : null;
    }

    @Override
    public String getVirtualServerName() {
        checkGetter();
        List<String> hosts = handler.getVirtualHosts();
        return hosts == null || hosts.isEmpty() ? DEFAULT_HOST : hosts.get(0);
    }

    @Override
    public ClassLoader getClassLoader() {
        checkGetter();
        ClassLoader loader = handler.getClassLoader();
        return loader == null ? ContextView.class.getClassLoader() : loader;
    }

    @Override
    public void log(String message) {
        handler.getLogger().info(message);
    }

    @Override
    public void log(String message, @Nullable Throwable throwable) {
        if (throwable == null) {
            handler.getLogger().info(message);
        } else {
            handler.getLogger().warn(message, throwable);
        }
    }

    // resources

    @Override
    public @Nullable String getMimeType(@Nullable String file) {
        return file == null ? null : handler.getMimeTypes().getMimeByExtension(file);
    }

    @Override
    public @Nullable Set<String> getResourcePaths(String path) {
        Set<String> paths = handler.getResourcePaths(path);
        return paths.isEmpty() ? null : paths;
    }

    @Override
    public @Nullable URL getResource(String path) throws MalformedURLException {
        Resource resource = handler.getResource(path);
        if (resource == null) {
            return null;
        }
        // a directory of several roots is that of the first
        for (Resource part : resource) {
            URI uri = part.getURI();
            if (uri != null && part.exists()) {
                return uri.toURL();
            }
        }
        return null;
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String path) {
        try {
            Resource resource = handler.getResource(path);
            return resource == null || !resource.exists() || resource.isDirectory() ? null : resource.newInputStream();
        } catch (IOException x) {
            LOG.debug("No resource {}", path, x);
            return null;
        }
    }

    @Override
    public @Nullable String getRealPath(@Nullable String path) {
        if (path == null) {
            return null;
        }
        try {
            String absolute = path.isEmpty() ? "/" : path.startsWith("/") ? path : "/" + path;
            Resource resource = handler.getResource(absolute);
            if (resource == null) {
                return null;
            }
            for (Resource part : resource) {
                Path real = part.getPath();
                if (real != null && part.exists() && "file".equals(real.toUri().getScheme())) {
                    return pathOf(part, real);
                }
            }
            return null;
        } catch (MalformedURLException x) {
            LOG.debug("No real path for {}", path, x);
            return null;
        }
    }

    /** That of a directory ends with a separator: applications append names to it. */
    private static String pathOf(Resource resource, Path path) {
        String text = path.toString();
        String separator = path.getFileSystem().getSeparator();
        return resource.isDirectory() && !text.endsWith(separator) ? text + separator : text;
    }

    @Override
    public @Nullable RequestDispatcher getRequestDispatcher(String path) {
        return Dispatcher.toPath(handler, path);
    }

    @Override
    public @Nullable RequestDispatcher getNamedDispatcher(String name) {
        return Dispatcher.toName(handler, name);
    }

    // attributes and parameters

    @Override
    public @Nullable Object getAttribute(String name) {
        return handler.getContext().getAttribute(name);
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        return Collections.enumeration(new ArrayList<>(handler.getContext().getAttributeNameSet()));
    }

    @Override
    public void setAttribute(String name, @Nullable Object object) {
        if (object == null) {
            removeAttribute(name);
        } else {
            handler.getContext().setAttribute(name, object);
        }
    }

    @Override
    public void removeAttribute(String name) {
        handler.getContext().removeAttribute(name);
    }

    @Override
    public @Nullable String getInitParameter(String name) {
        return handler.getInitParameter(Objects.requireNonNull(name));
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        return handler.getInitParameterNames();
    }

    @Override
    public boolean setInitParameter(String name, String value) {
        Objects.requireNonNull(name);
        checkConfigurable();
        return handler.getInitParams().putIfAbsent(name, value) == null;
    }

    // servlets, filters, listeners

    @Override
    public ServletRegistration.@Nullable Dynamic addServlet(String name, String className) {
        checkConfigurable();
        return registrations.addServlet(name, className);
    }

    @Override
    public ServletRegistration.@Nullable Dynamic addServlet(String name, Class<? extends Servlet> type) {
        checkConfigurable();
        return registrations.addServlet(name, type);
    }

    @Override
    public ServletRegistration.@Nullable Dynamic addServlet(String name, Servlet servlet) {
        checkConfigurable();
        return registrations.addServlet(name, servlet);
    }

    @Override
    public ServletRegistration.@Nullable Dynamic addJspFile(String name, String jspFile) {
        checkConfigurable();
        return registrations.addJspFile(name, jspFile);
    }

    @Override
    public FilterRegistration.@Nullable Dynamic addFilter(String name, String className) {
        checkConfigurable();
        return registrations.addFilter(name, className);
    }

    @Override
    public FilterRegistration.@Nullable Dynamic addFilter(String name, Class<? extends Filter> type) {
        checkConfigurable();
        return registrations.addFilter(name, type);
    }

    @Override
    public FilterRegistration.@Nullable Dynamic addFilter(String name, Filter filter) {
        checkConfigurable();
        return registrations.addFilter(name, filter);
    }

    @Override
    public @Nullable ServletRegistration getServletRegistration(String servletName) {
        checkDynamic();
        return registrations.getServlet(servletName);
    }

    @Override
    public Map<String, ? extends ServletRegistration> getServletRegistrations() {
        checkDynamic();
        return registrations.getServlets();
    }

    @Override
    public @Nullable FilterRegistration getFilterRegistration(String filterName) {
        checkDynamic();
        return registrations.getFilter(filterName);
    }

    @Override
    public Map<String, ? extends FilterRegistration> getFilterRegistrations() {
        checkDynamic();
        return registrations.getFilters();
    }

    @Override
    public <T extends Servlet> T createServlet(Class<T> type) throws ServletException {
        return createInstance(type);
    }

    @Override
    public <T extends Filter> T createFilter(Class<T> type) throws ServletException {
        return createInstance(type);
    }

    @Override
    public <T extends EventListener> T createListener(Class<T> type) throws ServletException {
        checkDynamic();
        if (!ServletContextListener.class.isAssignableFrom(type)) {
            checkListener(type);
        }
        return createInstance(type);
    }

    private <T> T createInstance(Class<T> type) throws ServletException {
        checkDynamic();
        try {
            return handler.getContext().decorate(type.getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException x) {
            throw new ServletException("Cannot make an instance of " + type.getName(), x);
        }
    }

    @Override
    public void addListener(String className) {
        checkConfigurable();
        try {
            addListener(handler.loadClass(className).asSubclass(EventListener.class));
        } catch (ClassNotFoundException | ClassCastException x) {
            throw new IllegalArgumentException("Not a listener: " + className, x);
        }
    }

    @Override
    public void addListener(Class<? extends EventListener> listenerClass) {
        checkConfigurable();
        checkListener(listenerClass);
        try {
            addListener(createListener(listenerClass));
        } catch (ServletException x) {
            throw new IllegalArgumentException("Cannot make listener " + listenerClass.getName(), x);
        }
    }

    @Override
    public <T extends EventListener> void addListener(T listener) {
        checkConfigurable();
        checkListener(listener.getClass());
        registrations.addListener(listener);
    }

    /** Refuses what is no listener of the API; context listeners may be added by container initializers only. */
    public void checkListener(Class<? extends EventListener> listener) throws IllegalStateException {
        for (Class<? extends EventListener> type : LISTENER_TYPES) {
            if (type.isAssignableFrom(listener)) {
                return;
            }
        }
        if (ServletContextListener.class.isAssignableFrom(listener)) {
            if (extendedListenerTypes) {
                return;
            }
            throw new IllegalArgumentException(
                    "A ServletContextListener may be added by a ServletContainerInitializer only: "
                            + listener.getName());
        }
        throw new IllegalArgumentException("Not a listener of the Servlet API: " + listener.getName());
    }

    @Override
    public void declareRoles(String... roleNames) {
        checkConfigurable();
        for (String role : roleNames) {
            if (role == null || role.isEmpty()) {
                throw new IllegalArgumentException("Empty role name");
            }
        }
        handler.addRoles(roleNames);
    }

    // sessions

    private @Nullable SessionHandler sessions() {
        return handler.getSessionHandler();
    }

    @Override
    public @Nullable SessionCookieConfig getSessionCookieConfig() {
        checkDynamic();
        return sessions() == null ? null : sessions().getSessionCookieConfig();
    }

    @Override
    public void setSessionTrackingModes(Set<SessionTrackingMode> modes) {
        checkConfigurable();
        if (sessions() != null) {
            sessions().setSessionTrackingModes(modes);
        }
    }

    @Override
    public Set<SessionTrackingMode> getDefaultSessionTrackingModes() {
        checkGetter();
        return sessions() == null ? Set.of() : sessions().getDefaultSessionTrackingModes();
    }

    @Override
    public Set<SessionTrackingMode> getEffectiveSessionTrackingModes() {
        checkGetter();
        return sessions() == null ? Set.of() : sessions().getEffectiveSessionTrackingModes();
    }

    @Override
    public int getSessionTimeout() {
        checkGetter();
        int seconds = sessions() == null ? -1 : sessions().getMaxInactiveInterval();
        return seconds < 0 ? seconds : seconds / 60;
    }

    @Override
    public void setSessionTimeout(int minutes) {
        checkConfigurable();
        if (sessions() != null) {
            sessions().setMaxInactiveInterval((int) Math.min(minutes * 60L, Integer.MAX_VALUE));
        }
    }

    // encodings and JSP

    @Override
    public @Nullable String getRequestCharacterEncoding() {
        checkGetter();
        return handler.getDefaultRequestCharacterEncoding();
    }

    @Override
    public void setRequestCharacterEncoding(String encoding) {
        checkConfigurable();
        handler.setDefaultRequestCharacterEncoding(encoding);
    }

    @Override
    public @Nullable String getResponseCharacterEncoding() {
        checkGetter();
        return handler.getDefaultResponseCharacterEncoding();
    }

    @Override
    public void setResponseCharacterEncoding(String encoding) {
        checkConfigurable();
        handler.setDefaultResponseCharacterEncoding(encoding);
    }

    @Override
    public @Nullable JspConfigDescriptor getJspConfigDescriptor() {
        checkGetter();
        return handler.getJspConfigDescriptor();
    }

    public void setJspConfigDescriptor(@Nullable JspConfigDescriptor descriptor) {
        handler.setJspConfigDescriptor(descriptor);
    }

    @Override
    public String toString() {
        return "ServletContext@" + handler;
    }
}
