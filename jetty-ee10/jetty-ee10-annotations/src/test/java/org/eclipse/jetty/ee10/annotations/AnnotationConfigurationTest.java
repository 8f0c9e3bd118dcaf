package org.eclipse.jetty.ee10.annotations;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.HandlesTypes;
import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebInitParam;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.ee10.webapp.WarFiles;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebAppServer;
import org.eclipse.jetty.plus.annotation.InjectionResolver;
import org.junit.jupiter.api.Test;

class AnnotationConfigurationTest extends WebAppServer {
    private static final String SERVICE = "META-INF/services/" + ServletContainerInitializer.class.getName();

    @WebServlet(
            urlPatterns = {"/annotated", "*.ann"},
            name = "annotated",
            initParams = {@WebInitParam(name = "a", value = "annotation"), @WebInitParam(name = "b", value = "too")})
    public static class Annotated extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter()
                    .print(getInitParameter("a") + "," + getInitParameter("b") + "," + request.getAttribute("filter"));
        }
    }

    @WebFilter("/*")
    public static class Filtering implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            request.setAttribute("filter", request.getServletContext().getAttribute("listener"));
            chain.doFilter(request, response);
        }
    }

    @WebListener
    public static class Listening implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            event.getServletContext().setAttribute("listener", "heard");
        }
    }

    /** As applications of well-known frameworks begin. */
    public interface Starter {
        void onStartup(ServletContext context);
    }

    public static class Application implements Starter {
        @Override
        public void onStartup(ServletContext context) {
            ServletRegistration.Dynamic servlet = context.addServlet("started", Annotated.class);
            servlet.addMapping("/started");
            servlet.setInitParameter("a", "code");
        }
    }

    public static class SubApplication extends Application {}

    @HandlesTypes(Starter.class)
    public static class StarterInitializer implements ServletContainerInitializer {
        @Override
        public void onStartup(Set<Class<?>> classes, ServletContext context) throws ServletException {
            Set<String> names = new TreeSet<>();
            if (classes != null) {
                for (Class<?> type : classes) {
                    names.add(type.getName().substring(type.getName().indexOf('$') + 1));
                }
            }
            context.setAttribute("classes", names.toString());
            if (classes == null) {
                return;
            }
            for (Class<?> type : classes) {
                try {
                    if (type.getName().endsWith("$Application")) {
                        ((Starter) type.getDeclaredConstructor().newInstance()).onStartup(context);
                    }
                } catch (ReflectiveOperationException x) {
                    throw new ServletException(x);
                }
            }
        }
    }

    public static class First implements ServletContainerInitializer {
        @Override
        public void onStartup(Set<Class<?>> classes, ServletContext context) {
            Notes.note(context, "first");
        }
    }

    public static class Second implements ServletContainerInitializer {
        @Override
        public void onStartup(Set<Class<?>> classes, ServletContext context) {
            Notes.note(context, "second");
        }
    }

    public static class Notes {
        static void note(ServletContext context, String what) {
            Object before = context.getAttribute("order");
            context.setAttribute("order", before == null ? what : before + "," + what);
        }
    }

    @HandlesTypes(WebServlet.class)
    public static class AnnotatedInitializer implements ServletContainerInitializer {
        @Override
        public void onStartup(Set<Class<?>> classes, ServletContext context) {
            context.setAttribute("annotated", classes == null ? "none" : classes.toString());
        }
    }

    @WebServlet("/secret")
    @ServletSecurity(@HttpConstraint(rolesAllowed = "admin"))
    public static class Secret extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("secret");
        }
    }

    @WebServlet("/managed")
    public static class Managed extends HttpServlet {
        static final StringBuffer LOG = new StringBuffer();

        @Resource(name = "colour")
        private Object colour;

        private Object size;

        @Resource
        public void setSize(Object size) {
            this.size = size;
        }

        @PostConstruct
        private void made() {
            getClass(); // an instance method
        }

        @PreDestroy
        void ended() {
            System.setProperty("managed.ended", "yes");
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print(colour + " " + size);
        }
    }

    private static WarFiles annotated() throws IOException {
        return new WarFiles().classes(Annotated.class, Filtering.class, Listening.class);
    }

    @Test
    void annotatedServletFilterAndListenerWorkWithoutDescriptor() throws Exception {
        start(annotated());
        assertThat(body(get("/app/annotated"))).isEqualTo("annotation,too,heard");
        assertThat(body(get("/app/some.ann"))).isEqualTo("annotation,too,heard");
        assertThat(warnings()).isEmpty();
    }

    @Test
    void annotatedClassesInLibrariesAreFound() throws Exception {
        start(new WarFiles()
                .library("lib.jar", new WarFiles().libraryClasses(Annotated.class, Filtering.class, Listening.class)));
        assertThat(body(get("/app/annotated"))).isEqualTo("annotation,too,heard");
    }

    @Test
    void completeDescriptorExcludesAnnotations() throws Exception {
        start(annotated().file("WEB-INF/web.xml", "<web-app version=\"6.0\" metadata-complete=\"true\"/>"));
        assertThat(status(get("/app/annotated"))).isEqualTo(404);
    }

    @Test
    void absoluteOrderingExcludesAnnotationsOfOtherLibraries() throws Exception {
        start(new WarFiles()
                .webXml("<absolute-ordering><name>other</name></absolute-ordering>")
                .library(
                        "lib.jar",
                        new WarFiles()
                                .libraryClasses(Annotated.class, First.class)
                                .file(SERVICE, First.class.getName())));
        assertThat(status(get("/app/annotated"))).isEqualTo(404);
    }

    @Test
    void descriptorCompletesAndOverridesTheAnnotation() throws Exception {
        start(
                annotated()
                        .webXml(
                                "<servlet><servlet-name>annotated</servlet-name><init-param><param-name>a</param-name>"
                                        + "<param-value>descriptor</param-value></init-param></servlet><servlet-mapping>"
                                        + "<servlet-name>annotated</servlet-name><url-pattern>/mapped</url-pattern></servlet-mapping>"));
        assertThat(body(get("/app/mapped"))).isEqualTo("descriptor,too,heard");
        assertThat(status(get("/app/annotated"))).isEqualTo(404);
    }

    @Test
    void containerInitializerOfALibraryGetsTheClassesThatItHandles() throws Exception {
        WebAppContext context = start(new WarFiles()
                .classes(Application.class, SubApplication.class, Annotated.class)
                .library(
                        "framework.jar",
                        new WarFiles()
                                .libraryClasses(Starter.class, StarterInitializer.class)
                                .file(SERVICE, "# a comment\n" + StarterInitializer.class.getName() + "\n")));
        assertThat(warnings()).isEmpty();
        assertThat(context.getServletContext().getAttribute("classes")).isEqualTo("[Application, SubApplication]");
        assertThat(body(get("/app/started"))).startsWith("code,");
    }

    @Test
    void handledClassesAreFoundInCompleteApplicationsToo() throws Exception {
        WebAppContext context = start(new WarFiles()
                .file("WEB-INF/web.xml", "<web-app version=\"6.0\" metadata-complete=\"true\"/>")
                .classes(Application.class, Annotated.class, Starter.class, StarterInitializer.class)
                .file("WEB-INF/classes/" + SERVICE, StarterInitializer.class.getName()));
        assertThat(context.getServletContext().getAttribute("classes")).isEqualTo("[Application]");
    }

    @Test
    void annotatedClassesAreHandledByAnnotation() throws Exception {
        WebAppContext context = start(new WarFiles()
                .classes(Annotated.class, AnnotatedInitializer.class)
                .file("WEB-INF/classes/" + SERVICE, AnnotatedInitializer.class.getName()));
        assertThat((String) context.getServletContext().getAttribute("annotated"))
                .contains("Annotated");
    }

    private WarFiles initializers() throws IOException {
        return new WarFiles()
                .classes(Notes.class)
                .library(
                        "1.jar",
                        new WarFiles()
                                .libraryClasses(First.class)
                                .file(SERVICE, First.class.getName())
                                .fragment("<name>one</name><ordering><after><others/></after></ordering>"))
                .library(
                        "2.jar",
                        new WarFiles()
                                .libraryClasses(Second.class)
                                .file(SERVICE, Second.class.getName())
                                .fragment("<name>two</name>"));
    }

    @Test
    void containerInitializersFollowTheOrderOfTheirLibraries() throws Exception {
        WebAppContext context = start(initializers());
        assertThat(context.getServletContext().getAttribute("order")).isEqualTo("second,first");
    }

    @Test
    void containerInitializersCanBeOrderedAndExcluded() throws Exception {
        WebAppContext context = deploy(initializers().directory(temp.resolve("app")), "/app");
        context.setAttribute(
                AnnotationConfiguration.SERVLET_CONTAINER_INITIALIZER_ORDER, First.class.getName() + ", *");
        server.start();
        assertThat(context.getServletContext().getAttribute("order")).isEqualTo("first,second");
        server.stop();
        context.setAttribute(AnnotationConfiguration.SERVLET_CONTAINER_INITIALIZER_EXCLUSION_PATTERN, ".*First");
        server.start();
        assertThat(context.getServletContext().getAttribute("order")).isEqualTo("second");
    }

    @Test
    void missingContainerInitializerIsTold() throws Exception {
        start(new WarFiles().file("WEB-INF/classes/" + SERVICE, "com.acme.Missing"));
        assertThat(status(get("/app/"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("com.acme.Missing", "WEB-INF/classes");
    }

    @Test
    void servletSecurityOfTheClassIsEnforced() throws Exception {
        start(new WarFiles().classes(Secret.class));
        assertThat(status(get("/app/secret"))).isNotEqualTo(200);
    }

    @Test
    void resourcesAreInjectedAndLifeCycleMethodsCalled() throws Exception {
        System.clearProperty("managed.ended");
        WebAppContext context = deploy(new WarFiles().classes(Managed.class).directory(temp.resolve("app")), "/app");
        context.addBean((InjectionResolver) injection -> injection.getJndiName().equals("colour")
                ? "red"
                : injection.getJndiName().endsWith("/size") ? 7 : null);
        server.start();
        assertThat(body(get("/app/managed"))).isEqualTo("red 7");
        assertThat(warnings()).isEmpty();
        server.stop();
        assertThat(System.clearProperty("managed.ended")).isEqualTo("yes");
    }

    @Test
    void resourceThatNobodyKnowsIsToldAtStart() throws Exception {
        start(new WarFiles().classes(Managed.class));
        assertThat(warnings()).anySatisfy(w -> assertThat(w).contains("No resource colour", "Managed.colour"));
        assertThat(status(get("/app/managed"))).isGreaterThanOrEqualTo(404);
    }

    @Test
    void wrongAnnotationIsToldWithItsClass() throws Exception {
        start(new WarFiles().classes(NoServlet.class));
        assertThat(status(get("/app/"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("@WebServlet", "NoServlet", "not a servlet");
    }

    @WebServlet("/none")
    public static class NoServlet {}

    /** The annotations of its library are left out, not what initializers handle. */
    @Test
    void completeFragmentExcludesAnnotationsOfItsLibrary() throws Exception {
        WebAppContext context = start(new WarFiles()
                .classes(Starter.class, StarterInitializer.class)
                .file("WEB-INF/classes/" + SERVICE, StarterInitializer.class.getName())
                .library(
                        "complete.jar",
                        new WarFiles()
                                .libraryClasses(Annotated.class, Application.class)
                                .file(
                                        "META-INF/web-fragment.xml",
                                        "<web-fragment version=\"6.0\" metadata-complete=\"true\"><name>c</name></web-fragment>"))
                .library("other.jar", new WarFiles().libraryClasses(Filtering.class, Listening.class)));
        assertThat(status(get("/app/annotated"))).isEqualTo(404);
        assertThat(context.getServletContext().getAttribute("classes")).isEqualTo("[Application]");
        assertThat(body(get("/app/started"))).endsWith("heard");
    }

    @Test
    void classesBehindSymbolicLinksAreFound() throws Exception {
        Path directory = annotated().directory(temp.resolve("app"));
        Path classes = Files.move(directory.resolve("WEB-INF/classes"), temp.resolve("built"));
        Files.createSymbolicLink(directory.resolve("WEB-INF/classes"), classes);
        Path tops = Files.createDirectories(temp.resolve("tops"));
        Files.move(classes.resolve("org"), tops.resolve("org"));
        Files.createSymbolicLink(classes.resolve("org"), tops.resolve("org"));
        deploy(directory, "/app");
        server.start();
        assertThat(body(get("/app/annotated"))).isEqualTo("annotation,too,heard");
    }

    public interface Missing {}

    @HandlesTypes({Missing.class, Starter.class})
    public static class PartlyInitializer extends StarterInitializer {}

    @Test
    void initializerGetsTheTypesThatAreThere() throws Exception {
        WebAppContext context = start(new WarFiles()
                .classes(Application.class, Annotated.class, Starter.class, StarterInitializer.class)
                .classes(PartlyInitializer.class)
                .file("WEB-INF/classes/" + SERVICE, PartlyInitializer.class.getName()));
        assertThat(context.getServletContext().getAttribute("classes")).isEqualTo("[Application]");
    }
}
