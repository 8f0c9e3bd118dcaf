package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.http.CompressedContentFormat;
import org.eclipse.jetty.server.AllowedResourceAliasChecker;
import org.eclipse.jetty.server.Deployable;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.SymlinkAllowedResourceAliasChecker;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Symbolic links in what is served. */
class SymbolicLinksTest {
    @TempDir
    Path temp;

    private Path base;
    private Path outside;
    private final ResourceHandler files = new ResourceHandler();
    private final ContextHandler context = new ContextHandler(files, "/c");

    @BeforeEach
    void files() throws Exception {
        base = Files.createDirectories(temp.resolve("base"));
        outside = Files.createDirectories(temp.resolve("outside"));
        Files.writeString(base.resolve("in.txt"), "inside");
        Files.createDirectories(base.resolve("sub"));
        Files.writeString(base.resolve("sub/deep.txt"), "deep");
        Files.createDirectories(base.resolve("WEB-INF/sub"));
        Files.writeString(base.resolve("WEB-INF/web.xml"), "protected");
        Files.writeString(base.resolve("WEB-INF/sub/x.txt"), "protected");
        Files.writeString(outside.resolve("out.txt"), "outside");
        link("in-link.txt", "in.txt");
        link("sub-link", "sub");
        link("chain.txt", "sub-link/deep.txt");
        link("out-link.txt", "../outside/out.txt");
        link("out-dir", outside.toString());
        link("web-link", "WEB-INF");
        link("web-sub-link", "WEB-INF/sub");
        link("xml-link.txt", "WEB-INF/web.xml");
        // out, and back in to what is protected
        Files.createSymbolicLink(outside.resolve("back"), base.resolve("WEB-INF"));
        link("nowhere.txt", "none.txt");
        link("loop.txt", "loop.txt");
        context.setProtectedTargets(new String[] {"/WEB-INF", "/META-INF"});
    }

    private void link(String name, String target) throws Exception {
        Files.createSymbolicLink(base.resolve(name), Path.of(target));
    }

    private LocalServer serve() throws Exception {
        context.setBaseResourceAsPath(base);
        return new LocalServer().start(context);
    }

    private static void assertServed(LocalServer server, String path, String content) throws Exception {
        assertThat(server.get(path)).as(path).startsWith("HTTP/1.1 200").endsWith(content);
    }

    private static void assertNotServed(LocalServer server, String... paths) throws Exception {
        for (String path : paths) {
            assertThat(server.get(path)).as(path).startsWith("HTTP/1.1 404");
        }
    }

    private static void assertProtected(LocalServer server) throws Exception {
        assertNotServed(
                server,
                "/c/web-link/web.xml",
                "/c/web-link/sub/x.txt",
                "/c/web-link/",
                "/c/web-sub-link/x.txt",
                "/c/xml-link.txt",
                "/c/out-dir/back/web.xml",
                "/c/sub-link/../web-link/web.xml",
                "/c/%77eb-link/web.xml",
                "/c/nowhere.txt",
                "/c/loop.txt");
    }

    @Test
    void linksThatStayInTheBaseAreServed() throws Exception {
        try (LocalServer server = serve()) {
            assertServed(server, "/c/in-link.txt", "inside");
            assertServed(server, "/c/sub-link/deep.txt", "deep");
            assertServed(server, "/c/chain.txt", "deep");
        }
    }

    @Test
    void linksThatLeadOutOfTheBaseAreNotServed() throws Exception {
        try (LocalServer server = serve()) {
            assertNotServed(server, "/c/out-link.txt", "/c/out-dir/", "/c/out-dir/out.txt", "/c/out-dir");
        }
    }

    @Test
    void protectedFilesAreNotServedByLinks() throws Exception {
        try (LocalServer server = serve()) {
            assertProtected(server);
        }
    }

    @Test
    void anAliasCheckAllowsLinksOutOfTheBaseButNotToProtectedFiles() throws Exception {
        context.addAliasCheck(new SymlinkAllowedResourceAliasChecker(context));
        try (LocalServer server = serve()) {
            assertServed(server, "/c/out-link.txt", "outside");
            assertServed(server, "/c/out-dir/out.txt", "outside");
            assertProtected(server);
        }
    }

    @Test
    void thePropertyOfADeploymentAllowsLinksOutOfTheBase() throws Exception {
        Attributes.Mapped attributes = new Attributes.Mapped();
        attributes.setAttribute(Deployable.SYMLINKS_ALLOWED, true);
        context.initializeDefaults(attributes);
        try (LocalServer server = serve()) {
            assertServed(server, "/c/out-link.txt", "outside");
            assertProtected(server);
        }
    }

    @Test
    void protectedDirectoryThatIsALinkItselfStaysProtected() throws Exception {
        Files.createDirectories(outside.resolve("secrets"));
        Files.writeString(outside.resolve("secrets/web.xml"), "protected");
        Files.move(base.resolve("WEB-INF"), temp.resolve("gone"));
        link("WEB-INF", outside.resolve("secrets").toString());
        context.addAliasCheck(new SymlinkAllowedResourceAliasChecker(context));
        try (LocalServer server = serve()) {
            assertServed(server, "/c/out-dir/out.txt", "outside");
            assertNotServed(server, "/c/web-link/web.xml", "/c/out-dir/secrets/web.xml");
        }
    }

    @Test
    void noLinkIsServedWithoutAliasChecks() throws Exception {
        context.clearAliasChecks();
        try (LocalServer server = serve()) {
            assertServed(server, "/c/in.txt", "inside");
            assertNotServed(server, "/c/in-link.txt", "/c/out-link.txt");
            assertProtected(server);
        }
    }

    @Test
    void baseThatIsALinkIsServed() throws Exception {
        context.setBaseResourceAsPath(Files.createSymbolicLink(temp.resolve("link"), base));
        try (LocalServer server = new LocalServer().start(context)) {
            assertServed(server, "/c/in.txt", "inside");
            assertServed(server, "/c/in-link.txt", "inside");
            assertNotServed(server, "/c/out-link.txt");
            assertProtected(server);
        }
    }

    @Test
    void handlerWithABaseThatIsALinkFollowsIt() throws Exception {
        Path current = Files.createSymbolicLink(temp.resolve("current"), base);
        Path next = Files.createDirectories(temp.resolve("next"));
        Files.writeString(next.resolve("new.txt"), "new");
        Files.createSymbolicLink(next.resolve("old.txt"), base.resolve("in.txt"));
        files.setBaseResource(ResourceFactory.of(files).newResource(current));
        try (LocalServer server = new LocalServer().start(files)) {
            assertServed(server, "/in.txt", "inside");
            assertServed(server, "/in-link.txt", "inside");
            assertNotServed(server, "/out-link.txt");
            Files.delete(current);
            Files.createSymbolicLink(current, next);
            assertServed(server, "/new.txt", "new");
            assertNotServed(server, "/old.txt", "/out-link.txt");
        }
    }

    @Test
    void handlerOfAContextMayHaveABaseOfItsOwnThatIsALink() throws Exception {
        context.setBaseResourceAsPath(outside);
        files.setBaseResource(
                ResourceFactory.of(files).newResource(Files.createSymbolicLink(temp.resolve("link"), base)));
        try (LocalServer server = new LocalServer().start(context)) {
            assertServed(server, "/c/in.txt", "inside");
            assertNotServed(server, "/c/out-link.txt", "/c/web-link/web.xml");
        }
    }

    @Test
    void linksMayLeadFromOneDirectoryOfTheBaseToAnother() throws Exception {
        Path second = Files.createDirectories(temp.resolve("second"));
        Files.createDirectories(second.resolve("WEB-INF"));
        Files.writeString(second.resolve("WEB-INF/y.txt"), "protected");
        Files.writeString(second.resolve("more.txt"), "more");
        Files.createSymbolicLink(second.resolve("in2.txt"), base.resolve("in.txt"));
        Files.createSymbolicLink(second.resolve("out2.txt"), outside.resolve("out.txt"));
        link("more-link.txt", "../second/more.txt");
        link("y-link.txt", "../second/WEB-INF/y.txt");
        ResourceFactory resources = ResourceFactory.of(context);
        context.setBaseResource(
                ResourceFactory.combine(List.of(resources.newResource(base), resources.newResource(second))));
        try (LocalServer server = new LocalServer().start(context)) {
            assertServed(server, "/c/more-link.txt", "more");
            assertServed(server, "/c/in2.txt", "inside");
            assertServed(server, "/c/sub-link/deep.txt", "deep");
            assertNotServed(server, "/c/out2.txt", "/c/y-link.txt", "/c/out-link.txt");
            assertProtected(server);
        }
    }

    @Test
    void checkerOfAnotherDirectoryAllowsFilesOfThatDirectoryOnly() throws Exception {
        Path other = Files.createDirectories(temp.resolve("other"));
        Files.writeString(other.resolve("o.txt"), "other");
        link("other-link.txt", other.resolve("o.txt").toString());
        context.addAliasCheck(new AllowedResourceAliasChecker(
                context, ResourceFactory.of(context).newResource(other)));
        try (LocalServer server = serve()) {
            assertServed(server, "/c/other-link.txt", "other");
            assertNotServed(server, "/c/out-link.txt");
            assertProtected(server);
        }
    }

    @Test
    void precompressedVariantThatLeadsOutIsNotServed() throws Exception {
        Files.writeString(outside.resolve("in.txt.gz"), "zipped outside");
        link("in.txt.gz", "../outside/in.txt.gz");
        files.setPrecompressedFormats(CompressedContentFormat.GZIP);
        try (LocalServer server = serve()) {
            assertThat(server.get("/c/in.txt", "Accept-Encoding: gzip"))
                    .startsWith("HTTP/1.1 200")
                    .doesNotContain("Content-Encoding")
                    .endsWith("inside");
        }
    }

    @Test
    void welcomeFileThatLeadsOutIsNotServed() throws Exception {
        link("sub/index.html", "../../outside/out.txt");
        try (LocalServer server = serve()) {
            assertNotServed(server, "/c/sub/");
        }
    }

    @Test
    void listingsNameWhatIsServedOnly() throws Exception {
        files.setDirAllowed(true);
        try (LocalServer server = serve()) {
            assertThat(server.get("/c/"))
                    .contains("in.txt", "in-link.txt", "sub-link")
                    .doesNotContain("out-link.txt", "out-dir", "web-link", "xml-link", "WEB-INF", "nowhere.txt");
        }
    }

    @Test
    void linksOutOfTheBaseAreNotServedOutsideOfContextsEither() throws Exception {
        files.setBaseResource(ResourceFactory.of(files).newResource(base));
        Handler handler = files;
        try (LocalServer server = new LocalServer().start(handler)) {
            assertServed(server, "/in-link.txt", "inside");
            assertNotServed(server, "/out-link.txt", "/out-dir/out.txt");
        }
    }
}
