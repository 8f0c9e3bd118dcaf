package org.eclipse.jetty.ee10.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.HandlesTypes;
import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebInitParam;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.ee10.quickstart.QuickStartConfiguration.Mode;
import org.eclipse.jetty.ee10.webapp.WarFiles;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebAppServer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickStartTest extends WebAppServer {
    private static final String SERVICE = "META-INF/services/" + ServletContainerInitializer.class.getName();

    @TempDir
    Path directory;

    @WebServlet(urlPatterns = "/annotated", initParams = @WebInitParam(name = "a", value = "annotation"))
    public static class Annotated extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            ServletContext context = getServletContext();
            response.getWriter()
                    .print(getInitParameter("a") + " " + request.getAttribute("filter") + " "
                            + context.getAttribute("handled") + " "
                            + context.getAttribute(ServletContext.ORDERED_LIBS));
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

    @WebFilter("/*")
    public static class Filtering implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            request.setAttribute("filter", "filtered");
            chain.doFilter(request, response);
        }
    }

    public interface Starter {}

    public static class Application implements Starter {}

    @HandlesTypes(Starter.class)
    public static class StarterInitializer implements ServletContainerInitializer {
        @Override
        public void onStartup(Set<Class<?>> classes, ServletContext context) {
            Set<String> names = new TreeSet<>();
            classes.forEach(
                    type -> names.add(type.getName().substring(type.getName().indexOf('$') + 1)));
            context.setAttribute("handled", names);
        }
    }

    /** An application with all that is found by a scan, and two libraries in an order. */
    private Path application() throws IOException {
        return files().directory(directory.resolve("app"));
    }

    private static WarFiles files() throws IOException {
        return new WarFiles()
                .classes(Annotated.class, Secret.class, Filtering.class, Application.class, StarterInitializer.class)
                .classes(Starter.class)
                .file("WEB-INF/classes/" + SERVICE, StarterInitializer.class.getName())
                .library(
                        "a.jar",
                        new WarFiles()
                                .fragment(
                                        "<name>a</name><ordering><after><name>b</name></after></ordering>"
                                                + "<context-param><param-name>p</param-name><param-value>v</param-value></context-param>"))
                .library(
                        "b--b.jar",
                        new WarFiles().fragment("<name>b</name>").file("META-INF/resources/page.txt", "a page"));
    }

    private WebAppContext deploy(Path war, Mode mode) {
        WebAppContext context = deploy(war, "/app");
        context.setAttribute(QuickStartConfiguration.MODE, mode);
        return context;
    }

    private void serves(String parameter) throws Exception {
        assertThat(body(get("/app/annotated"))).isEqualTo(parameter + " filtered [Application] [b--b.jar, a.jar]");
        assertThat(status(get("/app/secret"))).isIn(401, 403);
        assertThat(body(get("/app/page.txt"))).isEqualTo("a page");
    }

    /** Makes the descriptor, and changes the parameter in it, by which one sees where it is from. */
    private Path made(Path war) throws Exception {
        PreconfigureQuickStartWar.main(war.toString());
        Path file = war.resolve("WEB-INF/quickstart-web.xml");
        String text = Files.readString(file);
        assertThat(text).contains("metadata-complete=\"true\"", "<param-value>annotation</param-value>");
        Files.writeString(file, text.replace("<param-value>annotation<", "<param-value>quick<"));
        return file;
    }

    @Test
    void applicationStartsFromItsDescriptorWithoutAScan() throws Exception {
        Path war = application();
        made(war);
        // a scan would name it, and fail to read it
        Path broken = Files.writeString(war.resolve("WEB-INF/classes/Broken.class"), "no class");
        Files.setLastModifiedTime(broken, FileTime.fromMillis(0));
        WebAppContext context = deploy(war, Mode.QUICKSTART);
        server.start();
        serves("quick");
        assertThat(context.getInitParameter("p")).isEqualTo("v");
        assertThat(warnings()).isEmpty();
        context.stop();
        context.start();
        serves("quick");
    }

    @Test
    void generationWritesTheDescriptorAndDoesNotStartTheApplication() throws Exception {
        Path war = application();
        WebAppContext context = deploy(war, Mode.GENERATE);
        server.start();
        assertThat(status(get("/app/annotated"))).isEqualTo(503);
        assertThat(war.resolve("WEB-INF/quickstart-web.xml")).isRegularFile();
        assertThat(warnings()).isEmpty();
        context.stop();
        context.setAttribute(QuickStartConfiguration.MODE, "quickstart");
        context.start();
        serves("annotation");
    }

    @Test
    void generatorWithoutEndWritesTheDescriptorAndStartsTheApplication() throws Exception {
        Path war = application();
        WebAppContext context = deploy(war, "/app");
        QuickStartGeneratorConfiguration generator = new QuickStartGeneratorConfiguration(false);
        Path file = directory.resolve("made.xml");
        generator.setQuickStartWebXml(file);
        context.addConfiguration(generator);
        server.start();
        serves("annotation");
        assertThat(Files.readString(file)).contains("<param-value>annotation</param-value>");
    }

    @Test
    void autoUsesADescriptorThatIsThere() throws Exception {
        Path war = application();
        deploy(war, "/app");
        server.start();
        serves("annotation");
        server.stop();
        made(war);
        server.start();
        serves("quick");
    }

    @Test
    void descriptorThatIsOlderThanTheApplicationIsNotUsed() throws Exception {
        Path war = application();
        Path file = made(war);
        Path changed = war.resolve("WEB-INF/classes/" + SERVICE);
        Files.setLastModifiedTime(
                changed, FileTime.fromMillis(Files.getLastModifiedTime(file).toMillis() + 60_000));
        refuses(war, "WEB-INF/classes has changed since");
        Files.setLastModifiedTime(changed, FileTime.fromMillis(0));
        Path added = new WarFiles().file("x.txt", "x").archive(war.resolve("WEB-INF/lib/c.jar"));
        refuses(war, "the libraries of the application are others");
        Files.delete(added);
        String text = Files.readString(file);
        Files.writeString(file, text.replace("version " + Server.getVersion(), "version 0.1"));
        refuses(war, "it was made by version 0.1 of the server");
        Files.writeString(file, text.replace("<?quickstart", "<?other"));
        refuses(war, "it does not say what it was made of");
    }

    /** AUTO starts without it, and says why; QUICKSTART does not start, for the same reason. */
    private void refuses(Path war, String why) throws Exception {
        WebAppContext auto = deploy(war, Mode.AUTO);
        server.start();
        if (why.contains("libraries")) {
            assertThat(body(get("/app/annotated"))).startsWith("annotation ");
        } else {
            serves("annotation");
        }
        assertThat(warnings()).last().asString().contains("quickstart-web.xml is not used, as", why);
        server.stop();
        auto.setAttribute(QuickStartConfiguration.MODE, Mode.QUICKSTART);
        auto.setThrowUnavailableOnStartupException(true);
        assertThatThrownBy(server::start).hasStackTraceContaining(why);
        server.stop();
        contexts.removeHandler(auto);
    }

    @Test
    void quickStartNeedsADescriptor() throws Exception {
        deploy(application(), Mode.QUICKSTART).setThrowUnavailableOnStartupException(true);
        assertThatThrownBy(server::start)
                .hasStackTraceContaining("quickstart-web.xml cannot be used, as it does not exist")
                .hasStackTraceContaining("jetty.quickstart.mode=GENERATE");
    }

    @Test
    void descriptorThatIsNoFileIsRefused() throws Exception {
        WebAppContext context = deploy(application(), "/app");
        context.setAttribute(
                QuickStartConfiguration.QUICKSTART_WEB_XML,
                ResourceFactory.root().newMemoryResource(QuickStartTest.class.getResource("QuickStartTest.class")));
        context.setThrowUnavailableOnStartupException(true);
        assertThatThrownBy(server::start)
                .hasStackTraceContaining(QuickStartConfiguration.QUICKSTART_WEB_XML + ": ")
                .hasStackTraceContaining("(expected: a file)");
    }

    @Test
    void modeOfTheServerIsThatOfApplicationsWithoutOne() throws Exception {
        QuickStartConfiguration.configureMode(server, "Generate");
        Path file = directory.resolve("elsewhere.xml");
        WebAppContext context = deploy(application(), "/app");
        context.setAttribute(QuickStartConfiguration.QUICKSTART_WEB_XML, file.toString());
        server.start();
        assertThat(file).isRegularFile();
        assertThatThrownBy(() -> QuickStartConfiguration.configureMode(server, "fast"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fast (expected: one of [GENERATE, AUTO, QUICKSTART])");
    }

    @Test
    void warFileIsUnpackedAndGetsItsDescriptor() throws Exception {
        Path war = files().archive(directory.resolve("app.war"));
        Path target = directory.resolve("unpacked");
        PreconfigureQuickStartWar.main(war.toString(), target.toString());
        deploy(target, Mode.QUICKSTART);
        server.start();
        serves("annotation");
        assertThatThrownBy(() -> PreconfigureQuickStartWar.main(war.toString(), target.toString()))
                .hasMessageContaining("expected: an empty directory");
        assertThatThrownBy(() -> PreconfigureQuickStartWar.main(war.toString()))
                .hasMessageContaining("expected: a directory");
    }
}
