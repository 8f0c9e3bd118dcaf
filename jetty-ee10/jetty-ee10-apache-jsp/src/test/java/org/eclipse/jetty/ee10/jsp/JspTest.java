package org.eclipse.jetty.ee10.jsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.eclipse.jetty.ee10.webapp.MetaInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WarFiles;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebAppServer;
import org.example.greeting.Greeting;
import org.junit.jupiter.api.Test;

class JspTest extends WebAppServer {
    private void serve(WarFiles files) throws Exception {
        WebAppContext context = deploy(files.directory(temp.resolve("app")), "/app");
        context.setAttribute(MetaInfConfiguration.CONTAINER_JAR_PATTERN, ".*/jakarta.servlet.jsp.jstl-[^/]*\\.jar$");
        server.start();
    }

    @Test
    void pageIsCompiledAndRunWithExpressionsAndScriptlets() throws Exception {
        serve(new WarFiles()
                .file("page.jsp", "<%@ page contentType=\"text/plain\" %><% int n = 6; %><%= n * 7 %> ${param.name}"));
        assertThat(body(get("/app/page.jsp?name=you"))).isEqualTo("42 you");
        assertThat(status(get("/app/none.jsp"))).isEqualTo(404);
        assertThat(warnings()).isEmpty();
    }

    @Test
    void changedPageIsCompiledAgain() throws Exception {
        serve(new WarFiles().file("page.jsp", "one"));
        assertThat(body(get("/app/page.jsp"))).isEqualTo("one");
        Path page = temp.resolve("app/page.jsp");
        Files.writeString(page, "two");
        Files.setLastModifiedTime(page, FileTime.fromMillis(System.currentTimeMillis() + 10_000));
        // the engine looks at most every four seconds
        await().atMost(Duration.ofSeconds(20))
                .until(() -> body(get("/app/page.jsp")).equals("two"));
    }

    private void change(String content) throws Exception {
        Path page = temp.resolve("app/page.jsp");
        long before = Files.getLastModifiedTime(page).toMillis();
        Files.writeString(page, content);
        Files.setLastModifiedTime(page, FileTime.fromMillis(before + 10_000));
    }

    @Test
    void changedPageIsNotCompiledAgainInProduction() throws Exception {
        server.setAttribute("org.eclipse.jetty.jsp.development", "false");
        server.setAttribute("org.eclipse.jetty.jsp.modificationTestInterval", "0");
        serve(new WarFiles().file("page.jsp", "one"));
        assertThat(body(get("/app/page.jsp"))).isEqualTo("one");
        change("two");
        assertThat(body(get("/app/page.jsp"))).isEqualTo("one");
        // it is when the application starts again
        WebAppContext context = (WebAppContext) contexts.getHandlers().get(0);
        context.stop();
        context.start();
        assertThat(body(get("/app/page.jsp"))).isEqualTo("two");
    }

    @Test
    void applicationDecidesForItself() throws Exception {
        server.setAttribute("org.eclipse.jetty.jsp.development", "false");
        server.setAttribute("org.eclipse.jetty.jsp.modificationTestInterval", "0");
        WebAppContext context = deploy(new WarFiles().file("page.jsp", "one").directory(temp.resolve("app")), "/app");
        context.setAttribute("org.eclipse.jetty.jsp.development", true);
        server.start();
        assertThat(body(get("/app/page.jsp"))).isEqualTo("one");
        change("two");
        assertThat(body(get("/app/page.jsp"))).isEqualTo("two");
    }

    @Test
    void wrongModeIsTold() throws Exception {
        server.setAttribute("org.eclipse.jetty.jsp.development", "no");
        serve(new WarFiles().file("page.jsp", "one"));
        assertThat(status(get("/app/page.jsp"))).isGreaterThanOrEqualTo(404);
        assertThat(warnings()).anySatisfy(w -> assertThat(w).contains("jetty.jsp.development", "no", "true or false"));
    }

    @Test
    void pagesAreNotRunByLinksToWhatIsProtectedOrOutside() throws Exception {
        WarFiles files = new WarFiles().file("page.jsp", "page").file("WEB-INF/hidden.jsp", "hidden");
        Path app = files.directory(temp.resolve("app"));
        Files.writeString(temp.resolve("outside.jsp"), "outside");
        Files.createSymbolicLink(app.resolve("page-link.jsp"), Path.of("page.jsp"));
        Files.createSymbolicLink(app.resolve("hidden-link.jsp"), Path.of("WEB-INF/hidden.jsp"));
        Files.createSymbolicLink(app.resolve("web"), Path.of("WEB-INF"));
        Files.createSymbolicLink(app.resolve("outside-link.jsp"), temp.resolve("outside.jsp"));
        deploy(app, "/app");
        server.start();
        assertThat(body(get("/app/page-link.jsp"))).isEqualTo("page");
        for (String name : new String[] {"hidden-link.jsp", "web/hidden.jsp", "outside-link.jsp"}) {
            assertThat(status(get("/app/" + name))).as(name).isEqualTo(404);
        }
    }

    @Test
    void tagFilesAndTheStandardTagLibraryAreFound() throws Exception {
        serve(
                new WarFiles()
                        .file(
                                "WEB-INF/tags/twice.tag",
                                "<%@ attribute name=\"text\" required=\"true\" %>${text}${text}")
                        .file(
                                "page.jsp",
                                "<%@ taglib prefix=\"c\" uri=\"http://java.sun.com/jsp/jstl/core\" %>"
                                        + "<%@ taglib prefix=\"t\" tagdir=\"/WEB-INF/tags\" %>"
                                        + "<c:forEach var=\"i\" begin=\"1\" end=\"3\">${i},</c:forEach><t:twice text=\"ab\"/>"));
        assertThat(body(get("/app/page.jsp"))).isEqualTo("1,2,3,abab");
    }

    @Test
    void pageThatDoesNotCompileIsAnError() throws Exception {
        serve(new WarFiles().file("bad.jsp", "<% no java %>"));
        assertThat(status(get("/app/bad.jsp"))).isEqualTo(500);
    }

    @Test
    void jspFilesOfTheDescriptorAndPropertyGroupsAreServed() throws Exception {
        serve(new WarFiles()
                .webXml("<servlet><servlet-name>front</servlet-name><jsp-file>/WEB-INF/front.jsp</jsp-file></servlet>"
                        + "<servlet-mapping><servlet-name>front</servlet-name><url-pattern>/front</url-pattern>"
                        + "</servlet-mapping><jsp-config><jsp-property-group><url-pattern>*.page</url-pattern>"
                        + "<include-prelude>/WEB-INF/prelude.jspf</include-prelude></jsp-property-group></jsp-config>")
                .file("WEB-INF/front.jsp", "front ${pageContext.request.servletPath}")
                .file("WEB-INF/prelude.jspf", "before ")
                .file("x.page", "page"));
        assertThat(body(get("/app/front"))).isEqualTo("front /front");
        assertThat(body(get("/app/x.page"))).isEqualTo("before page");
    }

    @Test
    void welcomePageIsServedAndDirectoriesAreLeftToTheDefaultServlet() throws Exception {
        serve(new WarFiles()
                .webXml(
                        "<jsp-config><jsp-property-group><url-pattern>/sub/*</url-pattern></jsp-property-group></jsp-config>")
                .file("index.jsp", "welcome")
                .file("sub/index.jsp", "sub"));
        assertThat(body(get("/app/"))).isEqualTo("welcome");
        assertThat(body(get("/app/sub/"))).isEqualTo("sub");
    }

    @Test
    void directoryThatAPageIncludesKeepsWhatThePageHasWritten() throws Exception {
        serve(new WarFiles()
                .webXml(
                        "<jsp-config><jsp-property-group><url-pattern>/sub/*</url-pattern></jsp-property-group></jsp-config>")
                .file("page.jsp", "before <jsp:include page=\"/sub/\"/> after")
                .file("flushed.jsp", "before <jsp:include page=\"/sub/\" flush=\"true\"/> after")
                .file("sub/index.jsp", "sub"));
        for (String page : new String[] {"page.jsp", "flushed.jsp"}) {
            assertThat(body(get("/app/" + page)).replaceAll("(?m)^[0-9A-F]+\\R|\\R", ""))
                    .isEqualTo("before sub after");
        }
    }

    @Test
    void classesOfTheApplicationAreSeenByItsPages() throws Exception {
        serve(new WarFiles()
                .classes(Greeting.class)
                .file(
                        "page.jsp",
                        "<%= new NAME().text() %> <%= NAME.class.getClassLoader() == application.getClassLoader() %>"
                                .replace("NAME", Greeting.class.getName())));
        assertThat(body(get("/app/page.jsp"))).isEqualTo("good day true");
    }
}
