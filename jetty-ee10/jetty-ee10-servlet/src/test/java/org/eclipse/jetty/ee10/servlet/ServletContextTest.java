package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.EventListener;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eclipse.jetty.ee10.servlet.api.ServletVersion;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.resource.MemoryResource;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ServletContext promises, and when it refuses (Servlet chapter 4). */
class ServletContextTest extends ContextServer {
    @TempDir
    Path base;

    private interface Startup {
        void run(ServletContext servletContext) throws Exception;
    }

    /** Runs before the context is initialised; what it throws fails the test. */
    private ServletContext started(Startup startup) throws Exception {
        context.addServletContainerInitializer((classes, servletContext) -> {
            try {
                startup.run(servletContext);
            } catch (Exception x) {
                throw new ServletException(x);
            }
        });
        start();
        return context.getServletContext();
    }

    /** Section 3.5: the context path is not decoded, the servlet path is. */
    @ParameterizedTest
    @ValueSource(strings = {"/a b/ü", "/a%20b/%C3%BC"})
    void contextPathMayHaveCharactersThatAreEncoded(String path) throws Exception {
        context.setContextPath(path);
        servlet("/s ü/*", (request, response) -> response.getWriter()
                .print(request.getServletContext().getContextPath()
                        + request.getContextPath()
                        + request.getServletPath().equals("/s ü")));
        start();
        assertThat(connector.getResponse("GET /a%20b/%C3%BC/s%20%C3%BC/x HTTP/1.0\r\n\r\n"))
                .endsWith("/a%20b/%C3%BC/a%20b/%C3%BCtrue");
    }

    /** By the path that it tells, which is encoded, and by that of a request, in which not everything is. */
    @ParameterizedTest
    @ValueSource(strings = {"/ü", "/%C3%BC"})
    void contextFindsItselfByItsPath(String path) throws Exception {
        context.setContextPath(path);
        ServletContextHandler inner = new ServletContextHandler("/ü/b");
        server.setHandler(new ContextHandlerCollection(context, inner));
        server.start();
        ServletContext servletContext = context.getServletContext();
        assertThat(servletContext.getContext(servletContext.getContextPath())).isNotNull();
        assertThat(servletContext.getContext(servletContext.getContextPath() + "/x"))
                .isNotNull();
        assertThat(servletContext.getContext("/ü/x")).isNotNull();
        assertThat(servletContext.getContext("/ü/b/x")).isNull();
        assertThat(servletContext.getContext("/%C3%BC/b/x")).isNull();
        assertThat(servletContext.getContext("/other")).isNull();
    }

    // parameters and attributes

    /** Section 4.3. */
    @Test
    void initParametersAreReadAndSetOnceBeforeTheStart() throws Exception {
        context.setInitParameter("a", "1");
        started(servletContext -> {
            assertThat(servletContext.getInitParameter("a")).isEqualTo("1");
            assertThat(servletContext.getInitParameter("none")).isNull();
            assertThat(servletContext.setInitParameter("a", "2")).isFalse();
            assertThat(servletContext.setInitParameter("b", "2")).isTrue();
            assertThat(Collections.list(servletContext.getInitParameterNames())).containsExactlyInAnyOrder("a", "b");
            assertThatThrownBy(() -> servletContext.getInitParameter(null)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> servletContext.setInitParameter(null, "x"))
                    .isInstanceOf(NullPointerException.class);
        });
    }

    /** Section 4.5. */
    @Test
    void attributesAreSharedByTheServletsOfTheContextAndOfNoOther() throws Exception {
        ServletContextHandler other = new ServletContextHandler("/other");
        other.addServlet(
                new ServletHolder(servletOf((request, response) ->
                        response.getWriter().print(request.getServletContext().getAttribute("shared")))),
                "/get");
        servlet("/set", (request, response) -> request.getServletContext().setAttribute("shared", "value"));
        servlet("/get", (request, response) -> response.getWriter()
                .print(request.getServletContext().getAttribute("shared")));
        server.setHandler(new ContextHandlerCollection(context, other));
        server.start();
        get("/ctx/set");
        assertThat(body(get("/ctx/get"))).isEqualTo("value");
        assertThat(body(get("/other/get"))).isEqualTo("null");
        ServletContext servletContext = context.getServletContext();
        assertThat(Collections.list(servletContext.getAttributeNames())).contains("shared");
        servletContext.setAttribute("shared", null);
        assertThat(servletContext.getAttribute("shared")).isNull();
    }

    // names

    @Test
    void contextTellsItsNames() throws Exception {
        context.setDisplayName("The Name");
        ServletContext servletContext = started(c -> {});
        assertThat(servletContext.getServletContextName()).isEqualTo("The Name");
        assertThat(servletContext.getContextPath()).isEqualTo("/ctx");
        assertThat(servletContext.getServerInfo()).matches("[^/]+/.+");
        assertThat(servletContext.getMajorVersion()).isGreaterThanOrEqualTo(4);
        assertThat(servletContext.getMinorVersion()).isNotNegative();
        assertThat(servletContext.getEffectiveMajorVersion()).isEqualTo(servletContext.getMajorVersion());
        assertThat(servletContext.getVirtualServerName()).isNotNull();
    }

    @Test
    void contextWithoutDisplayNameHasNoName() throws Exception {
        assertThat(started(c -> {}).getServletContextName()).isNull();
    }

    @Test
    void pathOfTheRootContextIsEmpty() throws Exception {
        context.setContextPath("/");
        assertThat(started(c -> {}).getContextPath()).isEmpty();
    }

    @Test
    void contextsOfOneHostShareItsNameAndOthersDoNot() throws Exception {
        ServletContextHandler second = new ServletContextHandler("/second");
        ServletContextHandler elsewhere = new ServletContextHandler("/elsewhere");
        elsewhere.setVirtualHosts(List.of("other.example"));
        server.setHandler(new ContextHandlerCollection(context, second, elsewhere));
        server.start();
        assertThat(second.getServletContext().getVirtualServerName())
                .isEqualTo(context.getServletContext().getVirtualServerName());
        assertThat(elsewhere.getServletContext().getVirtualServerName()).isEqualTo("other.example");
    }

    // resources

    /** Section 4.6. */
    @Test
    void resourcesAreFoundByPathsFromTheRoot() throws Exception {
        Files.createDirectories(base.resolve("dir/sub"));
        Files.writeString(base.resolve("dir/a.txt"), "a");
        context.setBaseResourceAsPath(base);
        ServletContext servletContext = started(c -> {});
        assertThat(servletContext.getResource("/dir/a.txt")).isNotNull();
        assertThat(servletContext.getResourceAsStream("/dir/a.txt")).hasContent("a");
        assertThat(servletContext.getResource("/none")).isNull();
        assertThat(servletContext.getResourceAsStream("/none")).isNull();
        assertThat(servletContext.getResourcePaths("/dir")).containsExactlyInAnyOrder("/dir/a.txt", "/dir/sub/");
        assertThat(servletContext.getResourcePaths("/")).containsExactly("/dir/");
        assertThat(servletContext.getResourcePaths("/none")).isNull();
        assertThat(servletContext.getRealPath("/dir/a.txt"))
                .isEqualTo(base.resolve("dir/a.txt").toString());
        assertThatThrownBy(() -> servletContext.getResource("dir/a.txt")).isInstanceOf(MalformedURLException.class);
        assertThat(servletContext.getResourceAsStream("dir/a.txt")).isNull();
        assertThat(servletContext.getMimeType("x.txt")).isEqualTo("text/plain");
        assertThat(servletContext.getMimeType("x.unknown")).isNull();
    }

    /** The application's own files, and those of a library below META-INF/resources, unpacked or not. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void directoryOfSeveralRootsIsThatOfTheFirst(boolean unpacked) throws Exception {
        ResourceFactory factory = ResourceFactory.of(context);
        Resource own = root("own", unpacked, factory, "shared/both.txt", "own/a.txt");
        Resource library = root("library", false, factory, "shared/both.txt", "shared/b.txt", "library/b.txt");
        context.setBaseResource(ResourceFactory.combine(own, library));
        ServletContext servletContext = started(c -> {});
        for (String path : new String[] {"/", "/shared", "/shared/", "/own/", "/own/a.txt", "/shared/both.txt"}) {
            assertThat(servletContext.getResource(path).toString())
                    .as(path)
                    .startsWith(own.getURI().toURL().toString())
                    .contains(path);
        }
        for (String path : new String[] {"/library/", "/library/b.txt", "/shared/b.txt"}) {
            assertThat(servletContext.getResource(path).toString())
                    .as(path)
                    .startsWith(library.getURI().toURL().toString())
                    .contains(path);
        }
        assertThat(servletContext.getResource("/none")).isNull();
        assertThat(servletContext.getResource("/shared/none")).isNull();
        assertThat(servletContext.getResourcePaths("/shared"))
                .containsExactlyInAnyOrder("/shared/both.txt", "/shared/b.txt");
        assertThat(servletContext.getResourceAsStream("/")).isNull();
        // what is not in the file system has no path
        String real = unpacked ? base.resolve("own") + File.separator : null;
        assertThat(servletContext.getRealPath("/")).isEqualTo(real);
        assertThat(servletContext.getRealPath("/library/")).isNull();
    }

    private Resource root(String name, boolean unpacked, ResourceFactory factory, String... files) throws Exception {
        if (unpacked) {
            for (String file : files) {
                Path path = base.resolve(name).resolve(file);
                Files.createDirectories(path.getParent());
                Files.writeString(path, name);
            }
            return factory.newResource(base.resolve(name));
        }
        Path jar = base.resolve(name + ".jar");
        Set<String> folders = new HashSet<>();
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String file : files) {
                String folder = file.substring(0, file.indexOf('/') + 1);
                if (folders.add(folder)) {
                    out.putNextEntry(new ZipEntry(folder));
                }
                out.putNextEntry(new ZipEntry(file));
                out.write(name.getBytes());
            }
        }
        return factory.newJarFileResource(jar.toUri());
    }

    /** As in Jetty: applications append names to it. */
    @Test
    void realPathOfADirectoryEndsWithASeparator() throws Exception {
        Files.createDirectories(base.resolve("dir"));
        context.setBaseResourceAsPath(base);
        ServletContext servletContext = started(c -> {});
        for (String path : new String[] {"/", ""}) {
            assertThat(servletContext.getRealPath(path)).isEqualTo(base + File.separator);
        }
        for (String path : new String[] {"/dir", "/dir/", "dir"}) {
            assertThat(servletContext.getRealPath(path)).isEqualTo(base.resolve("dir") + File.separator);
        }
    }

    @Test
    void resourcesAreFoundByTheirNamesAndByEncodedOnes() throws Exception {
        for (String name : new String[] {"a b.txt", "a%20b.txt", "x%2ey.txt", "100%.txt", "\u00fc;?#.txt", "p q.txt"}) {
            Files.writeString(base.resolve(name), name);
        }
        context.setBaseResourceAsPath(base);
        ServletContext servletContext = started(c -> {});
        assertThat(servletContext.getResourcePaths("/")).hasSize(6);
        // what getResourcePaths names is found by that name
        for (String path : servletContext.getResourcePaths("/")) {
            assertThat(servletContext.getResourceAsStream(path)).as(path).hasContent(path.substring(1));
        }
        assertThat(servletContext.getResourceAsStream("/p%20q.txt")).hasContent("p q.txt");
        assertThat(servletContext.getResourceAsStream("/100%25.txt")).hasContent("100%.txt");
        assertThat(servletContext.getResourceAsStream("/%c3%bc%3B%3F%23.txt")).hasContent("\u00fc;?#.txt");
        assertThat(servletContext.getResourceAsStream("/a%2520b.txt")).hasContent("a%20b.txt");
        for (String path : new String[] {"/%zz", "/%", "/%ff", "/%00", "/none%20"}) {
            assertThat(servletContext.getResource(path)).as(path).isNull();
        }
    }

    @Test
    void linksAreFollowedForTheApplication() throws Exception {
        Files.createDirectories(base.resolve("root/WEB-INF"));
        Files.writeString(base.resolve("outside.properties"), "x=1");
        Files.createSymbolicLink(base.resolve("root/WEB-INF/a b.properties"), base.resolve("outside.properties"));
        context.setProtectedTargets(new String[] {"/WEB-INF"});
        context.setBaseResourceAsPath(base.resolve("root"));
        ServletContext servletContext = started(c -> {});
        assertThat(servletContext.getResourceAsStream("/WEB-INF/a b.properties"))
                .hasContent("x=1");
    }

    @Test
    void resourcesOutsideOfTheContextAreNotFound() throws Exception {
        Path inside = Files.createDirectory(base.resolve("inside"));
        Files.writeString(base.resolve("secret.txt"), "s");
        context.setBaseResourceAsPath(inside);
        ServletContext servletContext = started(c -> {});
        for (String path : new String[] {"/../secret.txt", "/x/../../secret.txt", "/%2e%2e/secret.txt"}) {
            assertThat(servletContext.getResourceAsStream(path)).as(path).isNull();
            assertThat(servletContext.getRealPath(path)).as(path).isNull();
        }
    }

    /** Section 4.8.1. */
    @Test
    void eachContextHasItsOwnTemporaryDirectory() throws Exception {
        ServletContextHandler other = new ServletContextHandler("/other");
        server.setTempDirectory(base.toFile());
        server.setHandler(new ContextHandlerCollection(context, other));
        server.start();
        Object mine = context.getServletContext().getAttribute(ServletContext.TEMPDIR);
        assertThat(mine).isInstanceOf(java.io.File.class);
        assertThat((java.io.File) mine).isDirectory().canWrite();
        assertThat(other.getServletContext().getAttribute(ServletContext.TEMPDIR))
                .isNotEqualTo(mine);
    }

    // what code may add

    public static class Both extends HttpServlet {}

    public static class Passing implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws java.io.IOException, ServletException {
            chain.doFilter(request, response);
        }
    }

    public static class NoWay extends HttpServlet {
        public NoWay(String unknown) {}
    }

    /** Section 4.4.1. */
    @Test
    void servletsAndFiltersAreAddedByNameClassAndInstance() throws Exception {
        started(servletContext -> {
            assertThat(servletContext.addServlet("byName", Both.class.getName()).getClassName())
                    .isEqualTo(Both.class.getName());
            assertThat(servletContext.addServlet("byClass", Both.class).getName())
                    .isEqualTo("byClass");
            assertThat(servletContext.addServlet("byInstance", new Both())).isNotNull();
            assertThat(servletContext.addServlet("byName", new Both())).isNull();
            Filter filter = filterOf((request, response, chain) -> {});
            assertThat(servletContext.addFilter("byInstance", filter)).isNotNull();
            assertThat(servletContext.addFilter("byInstance", filter)).isNull();
            assertThat(servletContext
                            .addFilter("byName", Passing.class.getName())
                            .getClassName())
                    .isEqualTo(Passing.class.getName());
            assertThat(servletContext.getServletRegistration("byName")).isNotNull();
            assertThat(servletContext.getServletRegistration("none")).isNull();
            assertThat(servletContext.getFilterRegistration("byName")).isNotNull();
            assertThat(servletContext.getFilterRegistration("none")).isNull();
            assertThat(servletContext.getFilterRegistrations()).containsKeys("byName", "byInstance");
        });
    }

    @Test
    void instancesAreMadeByTheContext() throws Exception {
        started(servletContext -> {
            assertThat(servletContext.createServlet(Both.class)).isNotNull();
            assertThatThrownBy(() -> servletContext.createServlet(NoWay.class)).isInstanceOf(ServletException.class);
            assertThat(servletContext.createListener(Hearing.class)).isNotNull();
            assertThatIllegalArgumentException().isThrownBy(() -> servletContext.createListener(Unknown.class));
        });
    }

    public static class Hearing
            implements ServletContextAttributeListener,
                    ServletRequestListener,
                    ServletRequestAttributeListener,
                    HttpSessionListener,
                    HttpSessionAttributeListener,
                    HttpSessionIdListener {
        @Override
        public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {}
    }

    public static class Unknown implements EventListener {}

    /** Section 4.4.3. */
    @Test
    void listenersOfEachKindAreAddedByNameClassAndInstance() throws Exception {
        started(servletContext -> {
            servletContext.addListener(Hearing.class.getName());
            servletContext.addListener(Hearing.class);
            servletContext.addListener(new Hearing());
            servletContext.addListener(new ServletContextListener() {});
            assertThatIllegalArgumentException().isThrownBy(() -> servletContext.addListener(Unknown.class));
            assertThatIllegalArgumentException().isThrownBy(() -> servletContext.addListener(new Unknown()));
            assertThatIllegalArgumentException().isThrownBy(() -> servletContext.addListener(Unknown.class.getName()));
            assertThatIllegalArgumentException().isThrownBy(() -> servletContext.addListener(String.class.getName()));
        });
    }

    /** Section 4.4: code that a listener added by code runs may do none of it. */
    @Test
    void listenerThatCodeAddedIsRefusedEverythingThatConfigures() throws Exception {
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        started(servletContext -> servletContext.addListener(new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                ServletContext c = event.getServletContext();
                for (ThrowingCallable call : List.<ThrowingCallable>of(
                        () -> c.addServlet("s", "s"),
                        () -> c.addServlet("s", Both.class),
                        () -> c.addServlet("s", new Both()),
                        () -> c.addJspFile("s", "/s.jsp"),
                        () -> c.createServlet(Both.class),
                        () -> c.getServletRegistration("s"),
                        c::getServletRegistrations,
                        () -> c.addFilter("f", "f"),
                        () -> c.addFilter("f", Filter.class),
                        () -> c.addFilter("f", (request, response, chain) -> {}),
                        () -> c.createFilter(Filter.class),
                        () -> c.getFilterRegistration("f"),
                        c::getFilterRegistrations,
                        () -> c.addListener("l"),
                        () -> c.addListener(Hearing.class),
                        () -> c.addListener(new Hearing()),
                        () -> c.createListener(Hearing.class),
                        () -> c.createListener(Context.class),
                        () -> c.createListener(Unknown.class),
                        c::getSessionCookieConfig,
                        () -> c.setSessionTrackingModes(Set.of()),
                        () -> c.setSessionTimeout(1),
                        () -> c.setInitParameter("p", "v"),
                        () -> c.declareRoles("r"),
                        () -> c.setRequestCharacterEncoding("UTF-8"),
                        () -> c.setResponseCharacterEncoding("UTF-8"))) {
                    failures.add(catchThrowable(call));
                }
            }
        }));
        assertThat(failures).hasSize(26).hasOnlyElementsOfType(UnsupportedOperationException.class);
    }

    /** Servlet 6.0 (change 416); refused by the versions before. */
    @Test
    void listenerThatCodeAddedMayAskSince6() throws Exception {
        Map<String, Throwable> failures = new ConcurrentHashMap<>();
        started(servletContext -> servletContext.addListener(new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                ServletContext c = event.getServletContext();
                Map<String, ThrowingCallable> calls = Map.of(
                        "classLoader", c::getClassLoader,
                        "effectiveMajorVersion", c::getEffectiveMajorVersion,
                        "effectiveMinorVersion", c::getEffectiveMinorVersion,
                        "defaultSessionTrackingModes", c::getDefaultSessionTrackingModes,
                        "effectiveSessionTrackingModes", c::getEffectiveSessionTrackingModes,
                        "sessionTimeout", c::getSessionTimeout,
                        "jspConfigDescriptor", c::getJspConfigDescriptor,
                        "virtualServerName", c::getVirtualServerName,
                        "requestCharacterEncoding", c::getRequestCharacterEncoding,
                        "responseCharacterEncoding", c::getResponseCharacterEncoding);
                calls.forEach((name, call) -> {
                    Throwable failure = catchThrowable(call);
                    if (failure != null) {
                        failures.put(name, failure);
                    }
                });
            }
        }));
        assertThat(failures).hasSize(ServletVersion.RESTRICTS_GETTERS_OF_ADDED_LISTENERS ? 10 : 0);
        assertThat(failures.values()).hasOnlyElementsOfType(UnsupportedOperationException.class);
    }

    public static class Context implements ServletContextListener {}

    /** api: createListener makes it, addListener is for container initializers. */
    @Test
    void contextListenerIsMadeAnywhereButAddedByInitializersOnly() throws Exception {
        List<Object> found = new CopyOnWriteArrayList<>();
        context.addEventListener(new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                ServletContext c = event.getServletContext();
                try {
                    found.add(c.createListener(Context.class));
                } catch (ServletException x) {
                    found.add(x);
                }
                found.add(catchThrowable(() -> c.addListener(Context.class)));
                found.add(catchThrowable(() -> c.addListener(new Context())));
                found.add(catchThrowable(() -> c.createListener(Unknown.class)));
            }
        });
        started(c -> {});
        assertThat(found).hasSize(4);
        assertThat(found.get(0)).isInstanceOf(Context.class);
        assertThat(found.subList(1, 4)).allMatch(IllegalArgumentException.class::isInstance);
    }

    @Test
    void nothingIsConfiguredOnceTheContextIsInitialised() throws Exception {
        ServletRegistration.Dynamic[] servlet = new ServletRegistration.Dynamic[1];
        FilterRegistration.Dynamic[] filter = new FilterRegistration.Dynamic[1];
        ServletContext c = started(servletContext -> {
            servlet[0] = servletContext.addServlet("s", new Both());
            filter[0] = servletContext.addFilter("f", filterOf((request, response, chain) -> {}));
        });
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> c.addServlet("x", "s"),
                () -> c.addServlet("x", Both.class),
                () -> c.addServlet("x", new Both()),
                () -> c.addJspFile("x", "/s.jsp"),
                () -> c.addFilter("x", "f"),
                () -> c.addFilter("x", Filter.class),
                () -> c.addFilter("x", (request, response, chain) -> {}),
                () -> c.addListener(Hearing.class.getName()),
                () -> c.addListener(Hearing.class),
                () -> c.addListener(new Hearing()),
                () -> c.setInitParameter("p", "v"),
                () -> c.declareRoles("r"),
                () -> c.setSessionTimeout(1),
                () -> c.setSessionTrackingModes(Set.of()),
                () -> c.setRequestCharacterEncoding("UTF-8"),
                () -> c.setResponseCharacterEncoding("UTF-8"),
                () -> c.getSessionCookieConfig().setName("n"),
                () -> c.getSessionCookieConfig().setDomain("d"),
                () -> c.getSessionCookieConfig().setPath("/p"),
                () -> c.getSessionCookieConfig().setHttpOnly(true),
                () -> c.getSessionCookieConfig().setSecure(true),
                () -> c.getSessionCookieConfig().setMaxAge(1),
                () -> servlet[0].addMapping("/x"),
                () -> servlet[0].setInitParameter("p", "v"),
                () -> servlet[0].setInitParameters(Map.of("p", "v")),
                () -> servlet[0].setLoadOnStartup(1),
                () -> servlet[0].setAsyncSupported(true),
                () -> servlet[0].setRunAsRole("r"),
                () -> servlet[0].setMultipartConfig(new jakarta.servlet.MultipartConfigElement("")),
                () -> servlet[0].setServletSecurity(new jakarta.servlet.ServletSecurityElement()),
                () -> filter[0].addMappingForUrlPatterns(null, true, "/x"),
                () -> filter[0].addMappingForServletNames(null, true, "s"),
                () -> filter[0].setInitParameter("p", "v"),
                () -> filter[0].setAsyncSupported(true))) {
            assertThatThrownBy(call).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void registrationsRefuseWhatIsMissing() throws Exception {
        started(servletContext -> {
            ServletRegistration.Dynamic servlet = servletContext.addServlet("s", new Both());
            assertThatIllegalArgumentException().isThrownBy(servlet::addMapping);
            assertThatIllegalArgumentException().isThrownBy(() -> servlet.addMapping((String[]) null));
            assertThatIllegalArgumentException().isThrownBy(() -> servlet.setInitParameter(null, "v"));
            assertThatIllegalArgumentException().isThrownBy(() -> servlet.setInitParameter("n", null));
            assertThatIllegalArgumentException().isThrownBy(() -> servlet.setInitParameters(nulls()));
            assertThatIllegalArgumentException().isThrownBy(() -> servlet.setRunAsRole(null));
            assertThatIllegalArgumentException().isThrownBy(() -> servlet.setMultipartConfig(null));
            assertThatIllegalArgumentException().isThrownBy(() -> servlet.setServletSecurity(null));
            FilterRegistration.Dynamic filter =
                    servletContext.addFilter("f", filterOf((request, response, chain) -> {}));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> filter.addMappingForServletNames(EnumSet.of(DispatcherType.REQUEST), true));
            assertThatIllegalArgumentException().isThrownBy(() -> servletContext.addServlet((String) null, Both.class));
            assertThatIllegalArgumentException().isThrownBy(() -> servletContext.addFilter("", "f"));
            assertThatIllegalArgumentException().isThrownBy(() -> servletContext.addJspFile("", "/s.jsp"));
            assertThatIllegalArgumentException().isThrownBy(() -> servletContext.declareRoles((String) null));
            assertThatIllegalArgumentException().isThrownBy(() -> servletContext.declareRoles(""));
        });
    }

    private static Map<String, String> nulls() {
        return Collections.singletonMap("n", null);
    }

    // sessions

    @Test
    void sessionTrackingIsChosenBeforeTheStart() throws Exception {
        ServletContext c = started(servletContext -> {
            assertThat(servletContext.getDefaultSessionTrackingModes())
                    .containsExactlyInAnyOrder(SessionTrackingMode.COOKIE, SessionTrackingMode.URL);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> servletContext.setSessionTrackingModes(
                            Set.of(SessionTrackingMode.SSL, SessionTrackingMode.COOKIE)));
            servletContext.setSessionTrackingModes(Set.of(SessionTrackingMode.URL));
            servletContext.setSessionTimeout(7);
            assertThat(servletContext.getSessionTimeout()).isEqualTo(7);
        });
        assertThat(c.getEffectiveSessionTrackingModes()).containsExactly(SessionTrackingMode.URL);
        assertThat(context.getSessionHandler().getMaxInactiveInterval()).isEqualTo(420);
    }

    @Test
    void encodingsOfTheContextAreReadAndSet() throws Exception {
        started(servletContext -> {
            assertThat(servletContext.getRequestCharacterEncoding()).isNull();
            assertThat(servletContext.getResponseCharacterEncoding()).isNull();
            servletContext.setRequestCharacterEncoding("UTF-8");
            servletContext.setResponseCharacterEncoding("UTF-16");
            assertThat(servletContext.getRequestCharacterEncoding()).isEqualTo("UTF-8");
            assertThat(servletContext.getResponseCharacterEncoding()).isEqualTo("UTF-16");
        });
    }

    /** Section 4.2: one for each application, of the class loader that it says. */
    @Test
    void eachApplicationHasItsContext() throws Exception {
        ServletContextHandler other = new ServletContextHandler("/other");
        Servlet tell = servletOf((request, response) -> {
            assertThat(request.getServletContext().getClassLoader()).isNotNull();
            response.getWriter().print(System.identityHashCode(request.getServletContext()));
        });
        context.addServlet(new ServletHolder(tell), "/a");
        context.addServlet(new ServletHolder(tell), "/b");
        other.addServlet(new ServletHolder(tell), "/a");
        server.setHandler(new ContextHandlerCollection(context, other));
        server.start();
        String mine = body(get("/ctx/a"));
        assertThat(body(get("/ctx/b"))).isEqualTo(mine);
        assertThat(body(get("/other/a"))).isNotEqualTo(mine);
    }

    /** A resource that no URI leads to, as one in memory. */
    private static final class Unlocated extends MemoryResource {
        private Unlocated() {
            super(URI.create("memory:/"), new byte[0]);
        }

        @Override
        public boolean isDirectory() {
            return true;
        }

        @Override
        public URI getURI() {
            return null;
        }

        @Override
        public Resource resolve(String subUriPath) {
            return this;
        }
    }

    @Test
    void resourceWithoutUriHasNoUrl() throws Exception {
        context.setBaseResource(new Unlocated());
        start();
        assertThat(context.getServletContext().getResource("/file")).isNull();
    }

    @Test
    void sourceWithoutUriHasNoName() {
        Source source = new Source(Source.Origin.DESCRIPTOR, new Unlocated());
        assertThat(source.getName()).isNull();
        assertThat(source.getResource()).isInstanceOf(Unlocated.class);
    }
}
