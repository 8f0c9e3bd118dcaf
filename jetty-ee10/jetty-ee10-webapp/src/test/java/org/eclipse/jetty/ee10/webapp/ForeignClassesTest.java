package org.eclipse.jetty.ee10.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import java.util.List;
import org.eclipse.jetty.util.ServletNamespace;
import org.junit.jupiter.api.Test;

/** Applications that were compiled for the other namespace of the Servlet API. */
class ForeignClassesTest extends WebAppServer {
    private static final ServletNamespace OTHER =
            ServletNamespace.ofType(Servlet.class).other();

    /** One of this environment. */
    public static class Own extends HttpServlet {
        private static final long serialVersionUID = 1L;
    }

    private List<String> foreign() {
        return warnings().stream().filter(text -> text.contains("imports")).toList();
    }

    private static WarFiles foreignWar() {
        return new WarFiles()
                .file(
                        "WEB-INF/classes/com/example/Old.class",
                        "L" + OTHER.packageName().replace('.', '/') + "/http/HttpServlet;");
    }

    @Test
    void applicationOfTheOtherNamespaceIsReportedWithTheEnvironmentForIt() throws Exception {
        start(foreignWar());
        assertThat(foreign()).hasSize(1);
        assertThat(foreign().get(0))
                .contains("com/example/Old.class imports " + OTHER.packageName())
                .contains(ServletNamespace.ofType(Servlet.class).remedy());
    }

    @Test
    void applicationOfThisNamespaceIsNot() throws Exception {
        start(foreignWar().classes(Own.class));
        assertThat(foreign()).isEmpty();
    }

    @Test
    void missingClassOfTheOtherNamespaceIsReportedWithTheEnvironmentForIt() {
        String remedy = ServletNamespace.ofType(Servlet.class).remedy();
        assertThat(ForeignClasses.remedy(new NoClassDefFoundError(OTHER.packageName() + ".Filter")))
                .contains(remedy);
        assertThat(ForeignClasses.remedy(new NoClassDefFoundError("com.example.Filter")))
                .isEmpty();
    }
}
