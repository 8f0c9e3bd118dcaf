package org.eclipse.jetty.ee10.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Annotated classes where nothing reads annotations: this module alone does not. */
class UnreadAnnotationsTest extends WebAppServer {
    @WebServlet("/annotated")
    public static class AnnotatedServlet extends HttpServlet {
        private static final long serialVersionUID = 1L;
    }

    @WebFilter("/*")
    public static class AnnotatedFilter extends HttpFilter {
        private static final long serialVersionUID = 1L;
    }

    @WebListener
    public static class AnnotatedListener implements ServletContextListener {}

    /** Speaks of annotations, but has none. */
    public static class Plain extends HttpServlet {
        private static final long serialVersionUID = 1L;

        static final String TEXT = "not Ljakarta/servlet/annotation/WebServlet; by itself";

        boolean isAnnotated(Class<?> type) {
            return type.isAnnotationPresent(WebServlet.class) || TEXT.equals(type.getName());
        }
    }

    private List<String> unread() {
        return warnings().stream().filter(text -> text.contains("annotation")).toList();
    }

    @Test
    void annotatedServletIsToldWithTheRemedy() throws Exception {
        start(new WarFiles().classes(Plain.class, AnnotatedServlet.class));
        assertThat(status(get("/app/annotated"))).isEqualTo(404);
        assertThat(unread()).hasSize(1);
        assertThat(unread().get(0))
                .contains("/app", temp.resolve("app").toString(), "@WebServlet", AnnotatedServlet.class.getName())
                .contains("--add-modules=ee10-annotations");
    }

    @Test
    void filterOfAnArchiveIsToldAndOneOfManyIsEnough() throws Exception {
        deploy(
                new WarFiles()
                        .classes(AnnotatedFilter.class, AnnotatedListener.class)
                        .archive(temp.resolve("packed.war")),
                "/packed");
        server.start();
        assertThat(unread()).hasSize(1);
        assertThat(unread().get(0)).contains("packed.war");
    }

    @Test
    void listenerIsTold() throws Exception {
        start(new WarFiles().classes(AnnotatedListener.class));
        assertThat(unread()).hasSize(1);
        assertThat(unread().get(0)).contains("@WebListener", AnnotatedListener.class.getName());
    }

    @Test
    void classesWithoutAnnotationsAreNotToldOf() throws Exception {
        start(new WarFiles().classes(Plain.class).file("WEB-INF/classes/Broken.class", "no class"));
        assertThat(unread()).isEmpty();
    }

    @Test
    void completeDescriptorIsTheEndOfIt() throws Exception {
        start(new WarFiles()
                .file(
                        "WEB-INF/web.xml",
                        "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.0\""
                                + " metadata-complete=\"true\"></web-app>")
                .classes(AnnotatedServlet.class));
        assertThat(unread()).isEmpty();
    }

    @Test
    void librariesAreNotRead() throws Exception {
        start(new WarFiles().library("lib.jar", new WarFiles().libraryClasses(AnnotatedServlet.class)));
        assertThat(unread()).isEmpty();
    }
}
