package org.eclipse.jetty.ee10.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LibraryIndexTest extends WebAppServer {
    public static class Hello extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("hello");
        }
    }

    private WarFiles library() throws IOException {
        return new WarFiles()
                .libraryClasses(Hello.class)
                .file("META-INF/resources/static.txt", "static")
                .fragment("<servlet><servlet-name>hello</servlet-name><servlet-class>" + Hello.class.getName()
                        + "</servlet-class></servlet><servlet-mapping><servlet-name>hello</servlet-name>"
                        + "<url-pattern>/hello</url-pattern></servlet-mapping>");
    }

    private void deployTwo() throws Exception {
        for (String name : List.of("a", "b")) {
            Path war = temp.resolve(name + ".war");
            // the same library beside other files
            deploy(
                    new WarFiles()
                            .file("x" + name, name)
                            .library("l.jar", library())
                            .archive(war),
                    "/" + name);
        }
        server.setTempDirectory(Files.createDirectories(temp.resolve("work")).toFile());
    }

    private void bothAnswer() throws Exception {
        for (String name : List.of("a", "b")) {
            assertThat(body(get("/" + name + "/hello"))).isEqualTo("hello");
            assertThat(body(get("/" + name + "/static.txt"))).isEqualTo("static");
        }
    }

    private List<Path> indexes() throws IOException {
        try (Stream<Path> files = Files.list(temp.resolve("work/index"))) {
            return files.filter(file -> file.toString().endsWith(".contents.index"))
                    .toList();
        }
    }

    @Test
    void aLibraryOfTwoApplicationsHasOneIndexThatServesTheNextStart() throws Exception {
        deployTwo();
        server.start();
        bothAnswer();
        assertThat(indexes()).hasSize(1);
        var time = Files.getLastModifiedTime(indexes().get(0));
        server.stop();
        server.start();
        bothAnswer();
        assertThat(indexes()).hasSize(1);
        assertThat(Files.getLastModifiedTime(indexes().get(0))).isEqualTo(time);
        assertThat(warnings()).isEmpty();
    }

    @Test
    void aLargeLibraryOfManyApplicationsIsTheSameInEach() throws Exception {
        byte[] random = new byte[100_000];
        new Random(7).nextBytes(random);
        String text = Base64.getEncoder().encodeToString(random);
        for (int i = 0; i < 5; i++) {
            deploy(
                    new WarFiles()
                            .file("x" + i, "x".repeat(i))
                            .library("l.jar", new WarFiles().file("META-INF/resources/large.txt", text))
                            .archive(temp.resolve(i + ".war")),
                    "/" + i);
        }
        server.start();
        for (int i = 0; i < 5; i++) {
            assertThat(body(get("/" + i + "/large.txt"))).isEqualTo(text);
        }
        assertThat(warnings()).isEmpty();
    }

    @Test
    void aDamagedIndexIsToldOnceAndMadeAgain() throws Exception {
        deployTwo();
        Files.createDirectories(temp.resolve("work/index"));
        server.start();
        server.stop();
        Path index = indexes().get(0);
        byte[] good = Files.readAllBytes(index);
        byte[] bad = good.clone();
        bad[good.length / 2] ^= 1;
        Files.write(index, bad);
        server.start();
        bothAnswer();
        assertThat(warnings()).singleElement().asString().contains(index + " is damaged, and is made again");
        assertThat(index).hasBinaryContent(good);
    }

    @Test
    void aLibraryThatChangedIsReadAnew() throws Exception {
        Path app = new WarFiles().library("l.jar", library()).directory(temp.resolve("app"));
        server.setTempDirectory(Files.createDirectories(temp.resolve("work")).toFile());
        WebAppContext context = deploy(app, "/a");
        server.start();
        assertThat(body(get("/a/hello"))).isEqualTo("hello");
        context.stop();
        new WarFiles().file("META-INF/resources/other.txt", "other").archive(app.resolve("WEB-INF/lib/l.jar"));
        context.start();
        assertThat(status(get("/a/hello"))).isEqualTo(404);
        assertThat(body(get("/a/other.txt"))).isEqualTo("other");
    }
}
