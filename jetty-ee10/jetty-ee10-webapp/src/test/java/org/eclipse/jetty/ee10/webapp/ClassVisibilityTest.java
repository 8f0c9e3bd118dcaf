package org.eclipse.jetty.ee10.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.Servlet;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.eclipse.jetty.ee.webapp.WebAppClassLoading;
import org.eclipse.jetty.ee10.servlet.DefaultServlet;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.ClassMatcher;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.Test;

/** Which classes and resources an application sees (Servlet section 10.7). */
class ClassVisibilityTest extends WebAppServer {
    public static class Own {}

    private Class<?> load(WebAppContext context, Class<?> type) throws ClassNotFoundException {
        return context.getClassLoader().loadClass(type.getName());
    }

    @Test
    void ownClassesComeFirst() throws Exception {
        WebAppContext context = start(new WarFiles().classes(Own.class));
        assertThat(load(context, Own.class).getClassLoader()).isSameAs(context.getClassLoader());
    }

    @Test
    void parentComesFirstWhenAskedTo() throws Exception {
        WebAppContext context = deploy(new WarFiles().classes(Own.class).directory(temp.resolve("app")), "/app");
        context.setParentLoaderPriority(true);
        context.getHiddenClassMatcher().add("-" + Own.class.getName());
        server.start();
        assertThat(load(context, Own.class)).isSameAs(Own.class);
    }

    @Test
    void classesOfTheServerAreHidden() throws Exception {
        WebAppContext context = start(new WarFiles().webXml(""));
        assertThatThrownBy(() -> load(context, Server.class)).isInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> load(context, HttpStatus.class)).isInstanceOf(ClassNotFoundException.class);
        assertThat(load(context, DefaultServlet.class)).isSameAs(DefaultServlet.class);
        String name = Server.class.getName().replace('.', '/') + ".class";
        assertThat(context.getClassLoader().getResource(name)).isNull();
        assertThat(Collections.list(context.getClassLoader().getResources(name)))
                .isEmpty();
    }

    @Test
    void negatedPatternExposesAPackageOfTheServer() throws Exception {
        WebAppContext context = deploy(new WarFiles().webXml("").directory(temp.resolve("app")), "/app");
        context.getHiddenClassMatcher().add("-org.eclipse.jetty.http.");
        server.start();
        assertThat(load(context, HttpStatus.class)).isSameAs(HttpStatus.class);
        assertThatThrownBy(() -> load(context, Server.class)).isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void specificationsCannotBeReplaced() throws Exception {
        WebAppContext context = start(new WarFiles().classes(Servlet.class));
        assertThat(load(context, Servlet.class)).isSameAs(Servlet.class);
    }

    @Test
    void serverWideProtectionAppliesToApplications() throws Exception {
        WebAppClassLoading.addProtectedClasses(server, Own.class.getName());
        WebAppClassLoading.addHiddenClasses(server, "-" + Own.class.getName());
        WebAppContext context = start(new WarFiles().classes(Own.class));
        assertThat(load(context, Own.class)).isSameAs(Own.class);
    }

    @Test
    void replacedMatcherCountsAlone() throws Exception {
        WebAppContext context = deploy(new WarFiles().webXml("").directory(temp.resolve("app")), "/app");
        context.setHiddenClassMatcher(new ClassMatcher("org.eclipse.jetty.io."));
        server.start();
        assertThat(load(context, Server.class)).isSameAs(Server.class);
    }

    @Test
    void hiddenClassesAreSeenByFilesOfTheServer() throws Exception {
        WebAppContext context = start(new WarFiles().webXml(""));
        Class<?> type = org.eclipse.jetty.ee.webapp.WebAppClassLoader.callWithHiddenClassAccess(
                () -> load(context, Server.class));
        assertThat(type).isSameAs(Server.class);
    }

    @Test
    void providersOfTheServerAreNoneForATypeThatTheApplicationBrings() throws Exception {
        String service = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";
        WebAppContext context = start(new WarFiles().webXml(""));
        assertThat(context.getClassLoader().getResource(service)).isNotNull();
        server.stop();
        contexts.removeHandler(context);
        WebAppContext own = deploy(
                new WarFiles().classes(org.slf4j.spi.SLF4JServiceProvider.class).directory(temp.resolve("own")),
                "/own");
        server.start();
        assertThat(own.getClassLoader().getResource(service)).isNull();
        // nor where a file of the server makes an object of the application, which looks for its services
        URL ofServersFile = org.eclipse.jetty.ee.webapp.WebAppClassLoader.callWithHiddenClassAccess(
                () -> own.getClassLoader().getResource(service));
        assertThat(ofServersFile).isNull();
    }

    @Test
    void resourceOfAHiddenPlaceDoesNotHideThatOfAnother() throws Exception {
        Path hidden = temp.resolve("hidden.jar");
        Path visible = temp.resolve("visible.jar");
        new WarFiles().file("META-INF/services/one.Type", "hidden").archive(hidden);
        new WarFiles().file("META-INF/services/one.Type", "visible").archive(visible);
        WebAppContext context = deploy(new WarFiles().webXml("").directory(temp.resolve("app")), "/app");
        context.getHiddenClassMatcher().add(hidden.toUri().toString());
        URL[] jars = {hidden.toUri().toURL(), visible.toUri().toURL()};
        try (URLClassLoader environment = new URLClassLoader(jars, getClass().getClassLoader());
                WebAppClassLoader loader = new WebAppClassLoader(environment, context)) {
            URL found = loader.getResource("META-INF/services/one.Type");
            assertThat(found).isNotNull().asString().contains("visible.jar");
            assertThat(Collections.list(loader.getResources("META-INF/services/one.Type")))
                    .containsExactly(found);
            context.getHiddenClassMatcher().add(visible.toUri().toString());
            assertThat(loader.getResource("META-INF/services/one.Type")).isNull();
        }
    }

    @Test
    void extraClassPathJoins() throws Exception {
        WebAppContext context = deploy(new WarFiles().webXml("").directory(temp.resolve("app")), "/app");
        Files.createDirectories(temp.resolve("extra"));
        new WarFiles().file("extra.txt", "x").archive(temp.resolve("extra/x.jar"));
        context.setExtraClasspath(temp.resolve("extra") + "/*");
        server.start();
        assertThat(context.getClassLoader().getResource("extra.txt")).isNotNull();
    }

    @Test
    void combinedDirectoriesJoinTheClassPathAsSeveral() throws Exception {
        WebAppContext context = deploy(new WarFiles().webXml("").directory(temp.resolve("app")), "/app");
        Path classes = new WarFiles().file("extra.txt", "x").directory(temp.resolve("classes"));
        Path library = new WarFiles()
                .file("META-INF/resources/page.txt", "a page of a library")
                .directory(temp.resolve("library"));
        ResourceFactory resources = context.getResourceFactory();
        context.setExtraClasspath(
                List.of(ResourceFactory.combine(resources.newResource(classes), resources.newResource(library))));
        server.start();
        assertThat(context.getUnavailableException()).isNull();
        assertThat(context.getClassLoader().getResource("extra.txt")).isNotNull();
        assertThat(body(get("/app/page.txt"))).isEqualTo("a page of a library");
    }

    @Test
    void combinedDirectoriesWithoutLibraryJoinTheClassPath() throws Exception {
        WebAppContext context = deploy(new WarFiles().webXml("").directory(temp.resolve("app")), "/app");
        Path one = new WarFiles().file("one.txt", "1").directory(temp.resolve("one"));
        Path two = new WarFiles().file("two.txt", "2").directory(temp.resolve("two"));
        ResourceFactory resources = context.getResourceFactory();
        context.setExtraClasspath(
                List.of(ResourceFactory.combine(resources.newResource(one), resources.newResource(two))));
        server.start();
        assertThat(context.getUnavailableException()).isNull();
        assertThat(context.getClassLoader().getResource("two.txt")).isNotNull();
    }

    @Test
    void libraryThatIsNotPackedBringsWhatAnArchiveBrings() throws Exception {
        WebAppContext context = deploy(new WarFiles().webXml("").directory(temp.resolve("app")), "/app");
        Path library = new WarFiles()
                .fragment(
                        "<name>part</name><context-param><param-name>of</param-name><param-value>part</param-value></context-param>")
                .file("META-INF/resources/page.txt", "a page of a library")
                .file("extra.txt", "x")
                .directory(temp.resolve("module/target/classes"));
        context.setExtraClasspath(library.toString());
        server.start();
        assertThat(context.getInitParameter("of")).isEqualTo("part");
        assertThat(body(get("/app/page.txt"))).isEqualTo("a page of a library");
        assertThat(context.getClassLoader().getResource("extra.txt")).isNotNull();
    }

    @Test
    void classesComeBeforeLibraries() throws Exception {
        WebAppContext context = start(new WarFiles()
                .file("WEB-INF/classes/r.txt", "classes")
                .library("b.jar", new WarFiles().file("r.txt", "b"))
                .library("a.jar", new WarFiles().file("r.txt", "a")));
        var urls = Collections.list(context.getClassLoader().getResources("r.txt"));
        assertThat(urls.get(0).toString()).contains("WEB-INF/classes");
        assertThat(urls.get(1).toString()).contains("a.jar");
        assertThat(urls.get(2).toString()).contains("b.jar");
    }
}
