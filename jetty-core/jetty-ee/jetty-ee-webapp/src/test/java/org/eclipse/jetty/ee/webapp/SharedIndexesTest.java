package org.eclipse.jetty.ee.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.archive.ArchiveIndexes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedIndexesTest {
    private final Server server = new Server();

    @TempDir
    private Path directory;

    private Path library;

    @BeforeEach
    void writeLibrary() throws IOException {
        library = write("META-INF/resources/page.txt");
    }

    private Path write(String entry) throws IOException {
        Path file = directory.resolve("library.jar");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(entry));
        }
        return file;
    }

    private boolean hasResources(Server owner) throws IOException {
        return LibraryContents.of(SharedIndexes.of(owner), List.of(library))
                .get(0)
                .hasResources();
    }

    private static List<Path> indexes(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".index")).toList();
        }
    }

    @Test
    void serverWithoutTemporaryDirectoryKeepsNothing() throws IOException {
        assertThat(hasResources(server)).isTrue();
        assertThat(indexes(directory)).isEmpty();
    }

    @Test
    void namedDirectoryHasTheIndexesAndLosesThoseOfOldLibraries() throws Exception {
        Path kept = directory.resolve("kept/index");
        SharedIndexes.keep(server, kept);
        assertThat(hasResources(server)).isTrue();
        List<Path> first = indexes(kept);
        assertThat(first).hasSize(1);

        write("META-INF/none.txt");
        Server next = new Server(0);
        SharedIndexes.keep(next, kept);
        assertThat(hasResources(next)).isFalse();
        assertThat(indexes(kept)).hasSize(2).containsAll(first);
        try {
            next.start();
            assertThat(indexes(kept)).hasSize(1).doesNotContainAnyElementsOf(first);
        } finally {
            next.stop();
        }
    }

    @Test
    void temporaryDirectoryOfTheServerIsPreferred() throws IOException {
        server.setTempDirectory(
                Files.createDirectory(directory.resolve("temporary")).toFile());
        SharedIndexes.keep(server, directory.resolve("kept"));
        assertThat(hasResources(server)).isTrue();
        assertThat(indexes(directory.resolve("temporary/index"))).hasSize(1);
        assertThat(directory.resolve("kept")).doesNotExist();
    }

    @Test
    void indexesThatAreInUseStay() {
        ArchiveIndexes indexes = SharedIndexes.of(server);
        SharedIndexes.keep(server, directory.resolve("kept"));
        assertThat(SharedIndexes.of(server)).isSameAs(indexes);
    }
}
