package org.eclipse.jetty.ee10.apache.jsp;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.net.URL;
import java.nio.file.Files;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.jasper.servlet.TldPreScanned;
import org.apache.jasper.servlet.TldScanner;
import org.apache.tomcat.util.descriptor.tld.TldResourcePath;
import org.eclipse.jetty.ee10.webapp.MetaInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WarFiles;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebAppServer;
import org.example.greeting.Greeting;
import org.junit.jupiter.api.Test;

class TagLibrariesTest extends WebAppServer {
    /** A listener that a tag library brings. */
    public static class Noted implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            ServletContext context = event.getServletContext();
            Object before = context.getAttribute("noted");
            context.setAttribute("noted", before == null ? 1 : (int) before + 1);
        }
    }

    private static String tld(String uri, String text) {
        return "<taglib xmlns=\"http://java.sun.com/xml/ns/j2ee\" version=\"2.0\"><tlib-version>1</tlib-version>"
                + "<short-name>t</short-name>" + (uri == null ? "" : "<uri>" + uri + "</uri>")
                + "<listener><listener-class>" + Noted.class.getName() + "</listener-class></listener>"
                + "<tag-file><name>text</name><path>/META-INF/tags/" + text + ".tag</path></tag-file></taglib>";
    }

    private WarFiles library(String uri, String text) throws Exception {
        return new WarFiles()
                .libraryClasses(Noted.class, Greeting.class)
                .file("META-INF/t.tld", tld(uri, text))
                .file("META-INF/tags/" + text + ".tag", text);
    }

    private WebAppContext serve(WarFiles files) throws Exception {
        WebAppContext context = deploy(files.directory(temp.resolve("app")), "/app");
        context.setAttribute(MetaInfConfiguration.CONTAINER_JAR_PATTERN, ".*/jakarta.servlet.jsp.jstl-[^/]*\\.jar$");
        server.start();
        return context;
    }

    @Test
    void theFirstLibraryOfANameWinsAndListenersOfAllAreCalled() throws Exception {
        WebAppContext context = serve(new WarFiles()
                .library("a.jar", library("urn:t", "first"))
                .library("b.jar", library("urn:t", "second"))
                .library("c.jar", library(null, "third"))
                .file("page.jsp", "<%@ taglib prefix=\"t\" uri=\"urn:t\" %><t:text/>"));
        assertThat(body(get("/app/page.jsp"))).isEqualTo("first");
        assertThat(context.getServletContext().getAttribute("noted"))
                .isEqualTo(engine(context).getListeners().size())
                .isEqualTo(3);
        assertThat(warnings()).isEmpty();
    }

    /** The scan of the engine itself. */
    private static TldScanner engine(WebAppContext context) throws Exception {
        Collection<URL> urls = ((Collection<?>) context.getServletContext().getAttribute(JettyJasperInitializer.TLDS))
                .stream().map(URL.class::cast).toList();
        TldScanner scanner = new TldPreScanned(context.getServletContext(), true, false, true, urls);
        scanner.setClassLoader(context.getClassLoader());
        scanner.scan();
        return scanner;
    }

    @Test
    void whatTheIndexTellsIsWhatTheEngineFinds() throws Exception {
        WebAppContext context = serve(new WarFiles()
                .library("a.jar", library("urn:a", "a"))
                .library("b.jar", library("urn:b", "b"))
                .file("WEB-INF/own.tld", tld("urn:own", "x")));
        TldScanner engine = engine(context);
        TldScanner mine = new JettyJasperInitializer().newTldScanner(context.getServletContext(), true, false, true);
        mine.setClassLoader(context.getClassLoader());
        mine.scan();
        assertThat(paths(mine)).isEqualTo(paths(engine)).hasSizeGreaterThan(8).containsKeys("urn:a", "urn:own");
        assertThat(mine.getListeners()).isEqualTo(engine.getListeners());
        for (TldResourcePath path : engine.getTldResourcePathTaglibXmlMap().keySet()) {
            assertThat(((IndexedTldScanner) mine).isUnparsed(path)).isEqualTo(path.getWebappPath() == null);
        }
    }

    private static Map<String, String> paths(TldScanner scanner) {
        return scanner.getUriTldResourcePathMap().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().toExternalForm()));
    }

    @Test
    void aDescriptorThatIsNoXmlIsNamed() throws Exception {
        WebAppContext context = deploy(
                new WarFiles()
                        .library("a.jar", new WarFiles().file("META-INF/bad.tld", "<taglib><uri>"))
                        .directory(temp.resolve("app")),
                "/app");
        context.setThrowUnavailableOnStartupException(false);
        server.start();
        assertThat(context.isAvailable()).isFalse();
        assertThat(warnings()).anySatisfy(warning -> assertThat(warning).contains("a.jar!/META-INF/bad.tld"));
    }

    @Test
    void descriptorsAreValidatedByTheEngineWhereThatIsAskedFor() throws Exception {
        WebAppContext context = deploy(
                new WarFiles().library("a.jar", library("urn:t", "first")).directory(temp.resolve("app")), "/app");
        context.setInitParameter("org.apache.jasper.XML_VALIDATE_TLD", "true");
        server.start();
        // its namespace is that of no schema that declares a taglib
        assertThat(context.isAvailable()).isFalse();
        assertThat(warnings()).singleElement().asString().contains("a.jar!/META-INF/t.tld", "cvc-");
    }

    @Test
    void aDescriptorMayHaveANameThatAUriCannot() throws Exception {
        serve(new WarFiles()
                .library(
                        "a.jar",
                        new WarFiles()
                                .libraryClasses(Noted.class)
                                .file("META-INF/a +%b.tld", tld("urn:t", "odd"))
                                .file("META-INF/tags/odd.tag", "odd"))
                .file("page.jsp", "<%@ taglib prefix=\"t\" uri=\"urn:t\" %><t:text/>"));
        assertThat(body(get("/app/page.jsp"))).isEqualTo("odd");
    }

    @Test
    void theNextStartNeedsNoArchiveToKnowItsTagLibraries() throws Exception {
        server.setTempDirectory(Files.createDirectories(temp.resolve("work")).toFile());
        WebAppContext context = serve(new WarFiles()
                .library("a.jar", library("urn:t", "first"))
                .file("page.jsp", "<%@ taglib prefix=\"t\" uri=\"urn:t\" %><t:text/>"));
        for (int start = 0; start < 2; start++) {
            assertThat(body(get("/app/page.jsp"))).isEqualTo("first");
            assertThat(context.getServletContext().getAttribute("noted")).isEqualTo(1);
            server.stop();
            server.start();
        }
    }
}
