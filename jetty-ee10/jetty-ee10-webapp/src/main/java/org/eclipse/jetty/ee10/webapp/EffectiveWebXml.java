package org.eclipse.jetty.ee10.webapp;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import jakarta.servlet.descriptor.JspPropertyGroupDescriptor;
import jakarta.servlet.descriptor.TaglibDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.FilterMapping;
import org.eclipse.jetty.ee10.servlet.ListenerHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.JspPropertyGroup;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.ee10.servlet.ServletMapping;
import org.eclipse.jetty.ee10.servlet.SessionHandler;
import org.eclipse.jetty.ee10.servlet.security.ConstraintAware;
import org.eclipse.jetty.ee10.servlet.security.ConstraintMapping;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.util.resource.Resource;

/**
 * Writes the descriptor that a web application has in effect: what its default and own descriptors, overrides, fragments and
 * annotations say together, as one {@code web.xml} that is complete (Servlet section 14.4). What container initializers and
 * listeners register at the start is not in it. Confined to its caller.
 */
public final class EffectiveWebXml {
    /** Elements that other parts of the server read: they are copied as they are. */
    private static final Set<String> COPIED = Set.of(
            "default-context-path",
            "env-entry",
            "ejb-ref",
            "ejb-local-ref",
            "service-ref",
            "resource-ref",
            "resource-env-ref",
            "message-destination-ref",
            "message-destination",
            "persistence-context-ref",
            "persistence-unit-ref",
            "data-source",
            "post-construct",
            "pre-destroy");

    /** The attributes of cookies that have elements of their own. */
    private static final Set<String> COOKIE_ELEMENTS =
            Set.of("domain", "path", "max-age", "secure", "httponly", "comment");

    private final WebAppContext context;
    private final DescriptorText xml = new DescriptorText();

    private EffectiveWebXml(WebAppContext context) {
        this.context = context;
    }

    /**
     * Writes the descriptor of a context, which is configured for that, and not to be started any more.
     *
     * @param context a context that was never started, of a server that need not run
     * @param file the file to write
     * @throws Exception when the context cannot be configured, as at a start, or the file not be written
     */
    public static void write(WebAppContext context, Path file) throws Exception {
        if (context.isRunning()) {
            throw new IllegalStateException("The application is running: " + context + " (expected: a stopped one)");
        }
        try {
            context.preConfigure();
            context.getContext()
                    .call(
                            () -> {
                                context.configure();
                                context.resolveMetaData();
                                Files.createDirectories(file.toAbsolutePath().getParent());
                                Files.writeString(file, of(context));
                            },
                            null);
        } finally {
            context.cleanupAfterStop();
        }
    }

    /**
     * Returns the descriptor of a context that is configured, and was not started.
     *
     * @param context a context of which {@link WebAppContext#resolveMetaData} was called
     */
    public static String of(WebAppContext context) {
        return new EffectiveWebXml(context).text();
    }

    private String text() {
        ServletContext servletContext = context.getServletContext();
        boolean older = ServletContext.class.getName().startsWith("javax");
        String namespace = older ? "http://xmlns.jcp.org/xml/ns/javaee" : "https://jakarta.ee/xml/ns/jakartaee";
        xml.open(
                "web-app",
                "xmlns",
                namespace,
                "version",
                servletContext.getEffectiveMajorVersion() + "." + servletContext.getEffectiveMinorVersion(),
                "metadata-complete",
                "true");
        if (context.isNamed()) {
            xml.text("display-name", context.getDisplayName());
        }
        if (context.isDistributable()) {
            xml.empty("distributable");
        }
        new TreeMap<>(context.getInitParams()).forEach((name, value) -> parameter("context-param", name, value));
        listeners();
        filters();
        servlets();
        pages();
        session();
        security();
        jsp();
        copied();
        xml.close();
        return xml.toString();
    }

    private void parameter(String element, String name, String value) {
        xml.open(element).text("param-name", name).text("param-value", value).close();
    }

    private void listeners() {
        for (ListenerHolder listener : context.getServletHandler().getListeners()) {
            xml.open("listener").text("listener-class", listener.getClassName()).close();
        }
    }

    private void filters() {
        for (FilterHolder filter : context.getServletHandler().getFilters()) {
            xml.open("filter").text("filter-name", filter.getName()).text("filter-class", filter.getClassName());
            new TreeMap<>(filter.getInitParameters()).forEach((name, value) -> parameter("init-param", name, value));
            xml.text("async-supported", filter.isAsyncSupported()).close();
        }
        for (FilterMapping mapping : context.getServletHandler().getFilterMappings()) {
            xml.open("filter-mapping").text("filter-name", mapping.getFilterName());
            xml.texts("url-pattern", mapping.getPathSpecs()).texts("servlet-name", mapping.getServletNames());
            if (!mapping.isDefaultDispatches()) {
                for (DispatcherType type : mapping.getDispatcherTypes()) {
                    xml.text("dispatcher", type);
                }
            }
            xml.close();
        }
    }

    private void servlets() {
        for (ServletHolder servlet : context.getServletHandler().getServlets()) {
            servlet(servlet);
        }
        for (ServletMapping mapping : context.getServletHandler().getServletMappings()) {
            if (mapping.getPathSpecs() != null && mapping.getPathSpecs().length > 0) {
                xml.open("servlet-mapping").text("servlet-name", mapping.getServletName());
                xml.texts("url-pattern", mapping.getPathSpecs()).close();
            }
        }
    }

    private void servlet(ServletHolder servlet) {
        xml.open("servlet").text("servlet-name", servlet.getName());
        // a page has its path; the class that serves it is the engine's
        boolean page = servlet.getForcedPath() != null;
        xml.text(page ? "jsp-file" : "servlet-class", page ? servlet.getForcedPath() : servlet.getClassName());
        new TreeMap<>(servlet.getInitParameters()).forEach((name, value) -> parameter("init-param", name, value));
        if (servlet.getInitOrder() >= 0) {
            xml.text("load-on-startup", servlet.getInitOrder());
        }
        if (!servlet.isEnabled()) {
            xml.text("enabled", false);
        }
        xml.text("async-supported", servlet.isAsyncSupported());
        if (servlet.getRunAsRole() != null) {
            xml.open("run-as").text("role-name", servlet.getRunAsRole()).close();
        }
        for (Map.Entry<String, String> link : servlet.getRoleLinks().entrySet()) {
            xml.open("security-role-ref")
                    .text("role-name", link.getKey())
                    .text("role-link", link.getValue())
                    .close();
        }
        MultipartConfigElement multipart = servlet.getMultipartConfigElement();
        if (multipart != null) {
            xml.open("multipart-config").text("location", multipart.getLocation());
            xml.text("max-file-size", multipart.getMaxFileSize())
                    .text("max-request-size", multipart.getMaxRequestSize());
            xml.text("file-size-threshold", multipart.getFileSizeThreshold()).close();
        }
        xml.close();
    }

    private void pages() {
        String[] welcomeFiles = context.getWelcomeFiles();
        if (welcomeFiles != null && welcomeFiles.length > 0) {
            xml.open("welcome-file-list").texts("welcome-file", welcomeFiles).close();
        }
        if (context.getErrorHandler() instanceof ErrorPageErrorHandler handler) {
            handler.getErrorPages().forEach((what, location) -> {
                xml.open("error-page");
                if (what.chars().allMatch(Character::isDigit)) {
                    xml.text("error-code", what);
                } else if (!what.equals(ErrorPageErrorHandler.GLOBAL_ERROR_PAGE)) {
                    xml.text("exception-type", what);
                }
                xml.text("location", location).close();
            });
        }
        Map<String, String> known = MimeTypes.DEFAULTS.getMimeMap();
        new TreeMap<>(context.getMimeTypes().getMimeMap()).forEach((extension, type) -> {
            if (!type.equals(known.get(extension))) {
                xml.open("mime-mapping")
                        .text("extension", extension)
                        .text("mime-type", type)
                        .close();
            }
        });
        Map<String, String> encodings = context.getLocaleEncodings();
        if (!encodings.isEmpty()) {
            xml.open("locale-encoding-mapping-list");
            new TreeMap<>(encodings).forEach((locale, encoding) -> xml.open("locale-encoding-mapping")
                    .text("locale", locale)
                    .text("encoding", encoding)
                    .close());
            xml.close();
        }
        xml.text("request-character-encoding", context.getDefaultRequestCharacterEncoding());
        xml.text("response-character-encoding", context.getDefaultResponseCharacterEncoding());
    }

    private void session() {
        SessionHandler sessions = context.getSessionHandler();
        if (sessions == null) {
            return;
        }
        xml.open("session-config");
        int seconds = sessions.getMaxInactiveInterval();
        xml.text("session-timeout", seconds <= 0 ? -1 : Math.max(1, seconds / 60));
        SessionCookieConfig cookie = context.getServletContext().getSessionCookieConfig();
        xml.open("cookie-config").text("name", cookie.getName()).text("domain", cookie.getDomain());
        xml.text("path", cookie.getPath())
                .text("http-only", cookie.isHttpOnly())
                .text("secure", cookie.isSecure());
        xml.text("max-age", cookie.getMaxAge());
        sessions.getSessionCookieAttributes().forEach((name, value) -> {
            if (!COOKIE_ELEMENTS.contains(name.toLowerCase(Locale.ENGLISH))) {
                xml.open("attribute").text("attribute-name", name);
                xml.text("attribute-value", value).close();
            }
        });
        xml.close();
        for (SessionTrackingMode mode : sessions.getEffectiveSessionTrackingModes()) {
            xml.text("tracking-mode", mode);
        }
        xml.close();
    }

    private void security() {
        if (!(context.getSecurityHandler() instanceof ConstraintAware aware)) {
            return;
        }
        if (aware.isDenyUncoveredHttpMethods()) {
            xml.empty("deny-uncovered-http-methods");
        }
        for (ConstraintMapping mapping : aware.getConstraintMappings()) {
            constraint(mapping);
        }
        String method = context.getSecurityHandler().getAuthenticationType();
        String realm = context.getSecurityHandler().getRealmName();
        if (method != null) {
            xml.open("login-config").text("auth-method", method).text("realm-name", realm);
            String login = context.getSecurityHandler().getParameter("org.eclipse.jetty.security.form_login_page");
            if (login != null) {
                xml.open("form-login-config").text("form-login-page", login);
                xml.text(
                        "form-error-page",
                        context.getSecurityHandler().getParameter("org.eclipse.jetty.security.form_error_page"));
                xml.close();
            }
            xml.close();
        }
        for (String role : aware.getKnownRoles()) {
            xml.open("security-role").text("role-name", role).close();
        }
    }

    private void constraint(ConstraintMapping mapping) {
        Constraint constraint = Objects.requireNonNull(mapping.getConstraint(), mapping::toString);
        xml.open("security-constraint").open("web-resource-collection");
        xml.text("web-resource-name", constraint.getName() == null ? mapping.getPathSpec() : constraint.getName());
        xml.text("url-pattern", mapping.getPathSpec()).text("http-method", mapping.getMethod());
        xml.texts("http-method-omission", mapping.getMethodOmissions()).close();
        Constraint.Authorization authorization = constraint.getAuthorization();
        switch (authorization) {
            case FORBIDDEN -> xml.empty("auth-constraint");
            case ANY_USER -> xml.open("auth-constraint").text("role-name", "**").close();
            case KNOWN_ROLE ->
                xml.open("auth-constraint").text("role-name", "*").close();
            case SPECIFIC_ROLE ->
                xml.open("auth-constraint")
                        .texts("role-name", constraint.getRoles().toArray(String[]::new))
                        .close();
            default -> {
                // everybody: no constraint of users
            }
        }
        if (constraint.getTransport() == Constraint.Transport.SECURE) {
            xml.open("user-data-constraint")
                    .text("transport-guarantee", "CONFIDENTIAL")
                    .close();
        }
        xml.close();
    }

    private void jsp() {
        JspConfigDescriptor jsp = context.getJspConfigDescriptor();
        if (jsp == null) {
            return;
        }
        xml.open("jsp-config");
        for (TaglibDescriptor taglib : jsp.getTaglibs()) {
            xml.open("taglib").text("taglib-uri", taglib.getTaglibURI());
            xml.text("taglib-location", taglib.getTaglibLocation()).close();
        }
        for (JspPropertyGroupDescriptor group : jsp.getJspPropertyGroups()) {
            xml.open("jsp-property-group")
                    .texts("url-pattern", group.getUrlPatterns().toArray(String[]::new));
            xml.text("el-ignored", group.getElIgnored()).text("page-encoding", group.getPageEncoding());
            xml.text("scripting-invalid", group.getScriptingInvalid()).text("is-xml", group.getIsXml());
            xml.texts("include-prelude", group.getIncludePreludes().toArray(String[]::new));
            xml.texts("include-coda", group.getIncludeCodas().toArray(String[]::new));
            xml.text("deferred-syntax-allowed-as-literal", group.getDeferredSyntaxAllowedAsLiteral());
            xml.text("trim-directive-whitespaces", group.getTrimDirectiveWhitespaces());
            xml.text("default-content-type", group.getDefaultContentType()).text("buffer", group.getBuffer());
            if (group instanceof JspPropertyGroup own) {
                xml.text("error-on-el-not-found", own.getErrorOnELNotFound());
            }
            xml.text("error-on-undeclared-namespace", group.getErrorOnUndeclaredNamespace())
                    .close();
        }
        xml.close();
    }

    private void copied() {
        MetaData metaData = context.getMetaData();
        CopiedElements copied = new CopiedElements(COPIED);
        List<WebDescriptor> overrides = new ArrayList<>(metaData.getOverrideDescriptors());
        Collections.reverse(overrides);
        overrides.forEach(copied::add);
        copied.add(metaData.getWebDescriptor());
        for (Resource jar : metaData.getWebInfResources(true)) {
            copied.add(metaData.getFragmentDescriptorForJar(jar));
        }
        copied.add(metaData.getDefaultsDescriptor());
        copied.texts().forEach(xml::raw);
    }
}
