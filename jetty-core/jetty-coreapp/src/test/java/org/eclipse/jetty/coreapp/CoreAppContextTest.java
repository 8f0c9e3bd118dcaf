package org.eclipse.jetty.coreapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.TestConnector;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoreAppContextTest extends OverTransports {
    @TempDir
    Path dir;

    private final Server server = new Server();
    private TestConnector connector;
    private final CoreAppContext context = new CoreAppContext("/c");

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

    private void zip(Path file, String... entries) throws IOException {
        Files.createDirectories(file.getParent());
        try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + file.toUri()), Map.of("create", "true"))) {
            for (String entry : entries) {
                Path path = zip.getPath("/" + entry);
                if (path.getParent() != null) {
                    Files.createDirectories(path.getParent());
                }
                Files.writeString(path, entry);
            }
        }
    }

    private String resource(String name) throws IOException {
        var url = context.getClassLoader().getResource(name);
        if (url == null) {
            return null;
        }
        try (var in = url.openStream()) {
            return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    @Test
    void filesOfStaticAreServedAndNothingElse() throws Exception {
        Files.createDirectories(dir.resolve("static"));
        Files.writeString(dir.resolve("static/a.txt"), "static");
        Files.writeString(dir.resolve("secret.txt"), "secret");
        context.setBaseResource(ResourceFactory.of(context).newResource(dir));
        assertThat(get("/c/a.txt")).startsWith("HTTP/1.1 200").endsWith("static");
        assertThat(get("/c/secret.txt")).startsWith("HTTP/1.1 404");
    }

    @Test
    void classesLibrariesAndExtraPathAreOnTheClassPathAtOnce() throws Exception {
        Path base = dir.resolve("app");
        Files.createDirectories(base.resolve("classes"));
        Files.writeString(base.resolve("classes/own.txt"), "own");
        zip(base.resolve("lib/a.jar"), "lib.txt");
        Path extra = dir.resolve("extra.jar");
        zip(extra, "extra.txt");
        context.setExtraClassPath(extra.toString());
        context.setBaseResource(ResourceFactory.of(context).newResource(base));
        assertThat(resource("own.txt")).isEqualTo("own");
        assertThat(resource("lib.txt")).isEqualTo("lib.txt");
        assertThat(resource("extra.txt")).isEqualTo("extra.txt");
        assertThat(context.getExtraClassPath()).hasSize(1);
    }

    @Test
    void archiveIsUnpackedAndDeletedWithTheContext() throws Exception {
        Path jar = dir.resolve("inner.jar");
        zip(jar, "inner.txt");
        Path war = dir.resolve("x.war");
        zip(war, "static/a.txt", "classes/own.txt");
        try (FileSystem zip = FileSystems.newFileSystem(war)) {
            Files.createDirectories(zip.getPath("/lib"));
            Files.copy(jar, zip.getPath("/lib/inner.jar"));
        }
        context.setBaseResource(ResourceFactory.of(context).newResource(war));
        assertThat(resource("inner.txt")).isEqualTo("inner.txt");
        assertThat(get("/c/a.txt")).endsWith("static/a.txt");
        Path unpacked = context.getBaseResource().getPath();
        server.stop();
        context.destroy();
        assertThat(unpacked).doesNotExist();
    }

    @Test
    void archiveWithAnEntryThatLeadsOutIsRefused() throws Exception {
        Path war = dir.resolve("evil.war");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(war))) {
            out.putNextEntry(new ZipEntry("../../evil.txt"));
            out.write(1);
        }
        assertThatThrownBy(() ->
                        context.setBaseResource(ResourceFactory.of(context).newResource(war)))
                .isInstanceOf(UncheckedIOException.class)
                .hasRootCauseMessage(war + ": the entry ../../evil.txt leads out of the archive");
    }

    @Test
    void contextCanBeRestarted() throws Exception {
        Files.createDirectories(dir.resolve("static"));
        Files.writeString(dir.resolve("static/a.txt"), "static");
        Files.createDirectories(dir.resolve("classes"));
        Files.writeString(dir.resolve("classes/own.txt"), "own");
        context.setBaseResource(ResourceFactory.of(context).newResource(dir));
        get("/c/a.txt");
        server.stop();
        server.start();
        assertThat(get("/c/a.txt")).endsWith("static");
        assertThat(resource("own.txt")).isEqualTo("own");
    }

    @Test
    void extraClassPathThatDoesNotExistIsRefused() {
        String missing = dir.resolve("missing.jar").toString();
        assertThatThrownBy(() -> new CoreAppContext().setExtraClassPath(dir.toString(), missing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(missing);
    }
}
