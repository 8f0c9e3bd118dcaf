package org.eclipse.jetty.staticapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.TestConnector;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StaticAppContextTest extends OverTransports {
    @TempDir
    Path dir;

    private final Server server = new Server();
    private TestConnector connector;
    private final StaticAppContext context = new StaticAppContext("/s");

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private String get(String path) throws Exception {
        if (!server.isStarted()) {
            connector = new TestConnector(transport, server);
            server.setHandler(context);
            server.start();
        }
        return connector.getResponse("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    }

    @Test
    void filesOfADirectoryAreServedAndDirectoriesNotListed() throws Exception {
        Files.writeString(dir.resolve("index.html"), "welcome");
        Files.createDirectories(dir.resolve("sub"));
        context.setBaseResource(ResourceFactory.of(context).newResource(dir));
        assertThat(get("/s/index.html")).startsWith("HTTP/1.1 200").endsWith("welcome");
        assertThat(get("/s/")).endsWith("welcome");
        assertThat(get("/s/sub/")).startsWith("HTTP/1.1 403");
        assertThat(get("/s/none")).startsWith("HTTP/1.1 404");
    }

    @Test
    void directoriesAreListedWhenTheDeploymentSaysSo() throws Exception {
        Files.writeString(dir.resolve("a.txt"), "a");
        Attributes.Mapped attributes = new Attributes.Mapped();
        attributes.setAttribute("jetty.deploy.baseResource.dirAllowed", Boolean.TRUE);
        context.initializeDefaults(attributes);
        context.setBaseResource(ResourceFactory.of(context).newResource(dir));
        assertThat(get("/s/")).startsWith("HTTP/1.1 200").contains("a.txt");
    }

    @Test
    void filesOfAnArchiveAreServed() throws Exception {
        Path war = dir.resolve("x.war");
        try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + war.toUri()), Map.of("create", "true"))) {
            Files.writeString(zip.getPath("/a.txt"), "packed");
        }
        context.setBaseResource(ResourceFactory.of(context).newResource(war));
        assertThat(get("/s/a.txt")).startsWith("HTTP/1.1 200").endsWith("packed");
    }

    @Test
    void linksOutOfTheDirectoryAreServedOnlyWhenTheDeploymentSaysSo() throws Exception {
        Path files = Files.createDirectories(dir.resolve("files"));
        Files.writeString(dir.resolve("outside.txt"), "outside");
        Files.createSymbolicLink(files.resolve("link.txt"), dir.resolve("outside.txt"));
        context.setBaseResource(ResourceFactory.of(context).newResource(files));
        assertThat(get("/s/link.txt")).startsWith("HTTP/1.1 404");
        server.stop();
        Attributes.Mapped attributes = new Attributes.Mapped();
        attributes.setAttribute("jetty.deploy.baseResource.symlinksAllowed", Boolean.TRUE);
        context.initializeDefaults(attributes);
        assertThat(get("/s/link.txt")).startsWith("HTTP/1.1 200").endsWith("outside");
    }

    @Test
    void webInfOfAWebApplicationIsNotServed() throws Exception {
        for (String name : List.of("WEB-INF/web.xml", "META-INF/MANIFEST.MF", "a.txt")) {
            Files.createDirectories(dir.resolve(name).getParent());
            Files.writeString(dir.resolve(name), "text");
        }
        context.setBaseResource(ResourceFactory.of(context).newResource(dir));
        assertThat(get("/s/a.txt")).startsWith("HTTP/1.1 200");
        for (String path :
                List.of("/s/WEB-INF/web.xml", "/s/web-inf/web.xml", "/s/META-INF/MANIFEST.MF", "/s/WEB-INF/")) {
            assertThat(get(path)).as(path).startsWith("HTTP/1.1 404");
        }
    }
}
