package org.eclipse.jetty.util.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.eclipse.jetty.util.IO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class ResourceTest {
    @TempDir
    Path temp;

    private Path dir;
    private Path jar;

    @BeforeEach
    public void create() throws Exception {
        dir = Files.createDirectories(temp.toRealPath().resolve("base"));
        Files.writeString(dir.resolve("a.txt"), "a");
        Files.writeString(dir.resolve("sp ace%#;.txt"), "odd");
        Files.createDirectories(dir.resolve("sub/deep"));
        Files.writeString(dir.resolve("sub/b.txt"), "b");
        Files.writeString(dir.resolveSibling("secret.txt"), "secret");
        jar = dir.resolveSibling("lib.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("META-INF/resources/x y.txt"));
            zip.write("x".getBytes());
            zip.closeEntry();
        }
    }

    @Test
    public void directoryEndsWithASlashAndListsItsChildren() {
        Resource base = ResourceFactory.root().newResource(dir);
        assertThat(base.getURI().toString()).startsWith("file:///").endsWith("/base/");
        assertThat(base.list())
                .extracting(Resource::getFileName)
                .containsExactlyInAnyOrder("a.txt", "sub", "sp ace%#;.txt");
        assertThat(base.getAllResources()).hasSize(5);
        assertThat(base.isAlias()).isFalse();
        for (Resource child : base.getAllResources()) {
            assertThat(child.isAlias()).as(child.toString()).isFalse();
            assertThat(ResourceFactory.root().newResource(child.getURI())).isEqualTo(child);
            assertThat(child.isContainedIn(base)).isTrue();
        }
    }

    @Test
    public void encodedNamesAreResolved() throws Exception {
        Resource odd = ResourceFactory.root().newResource(dir).resolve("sp%20ace%25%23%3B.txt");
        assertThat(odd.exists()).isTrue();
        assertThat(IO.toString(odd.newInputStream())).isEqualTo("odd");
    }

    @Test
    public void nothingLeadsAboveTheBase() {
        Resource base = ResourceFactory.root().newResource(dir);
        for (String path : List.of(
                "..",
                "../secret.txt",
                "sub/../../secret.txt",
                "%2e%2e/secret.txt",
                "..%2fsecret.txt",
                "sub/..%2f..%2fsecret.txt")) {
            assertThatThrownBy(() -> base.resolve(path)).as(path).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(base.resolve("sub/../a.txt").exists()).isTrue();
    }

    @Test
    public void missingOnesAreToldSo() {
        assertThat(ResourceFactory.root().newResource(dir.resolve("none"))).isNull();
        assertThat(Resources.missing(ResourceFactory.root().newResource(dir).resolve("none")))
                .isTrue();
        assertThatThrownBy(() -> ResourceFactory.root().newResource("nope:/x")).hasMessageContaining("nope");
    }

    @Test
    public void symbolicLinkAndSlashAfterAFileAreAliases() throws Exception {
        Path link = Files.createSymbolicLink(dir.resolve("link.txt"), dir.resolve("a.txt"));
        Resource base = ResourceFactory.root().newResource(dir);
        Resource alias = base.resolve("link.txt");
        assertThat(alias.isAlias()).isTrue();
        assertThat(alias.getRealURI()).isEqualTo(base.resolve("a.txt").getURI());
        assertThat(base.resolve("a.txt/").isAlias()).isTrue();
        assertThat(base.resolve("sub/").isAlias()).isFalse();
        Files.delete(link);
    }

    @Test
    public void archiveIsMountedOnceAndClosedWithItsLastOwner() throws Exception {
        int before = FileSystemPool.INSTANCE.mounts().size();
        Resource entry;
        try (ResourceFactory.Closeable one = ResourceFactory.closeable();
                ResourceFactory.Closeable two = ResourceFactory.closeable()) {
            Resource root = one.newJarFileResource(jar.toUri());
            assertThat(root.isDirectory()).isTrue();
            entry = two.newResource(URI.create("jar:" + jar.toUri() + "!/META-INF/resources/x%20y.txt"));
            assertThat(IO.toString(entry.newInputStream())).isEqualTo("x");
            assertThat(entry.isAlias()).isFalse();
            assertThat(root.resolve("META-INF/resources/").list())
                    .extracting(Resource::getFileName)
                    .containsExactly("x y.txt");
            assertThat(entry.isContainedIn(one.newResource(temp.toRealPath()))).isTrue();
            assertThat(FileSystemPool.INSTANCE.mounts()).hasSize(before + 2);
            Path copy = Files.createDirectories(temp.resolve("copy"));
            root.copyTo(copy);
            assertThat(Files.readString(copy.resolve("META-INF/resources/x y.txt")))
                    .isEqualTo("x");
        }
        assertThat(FileSystemPool.INSTANCE.mounts()).hasSize(before);
    }

    @Test
    public void archiveThatIsReplacedWhileItIsMountedIsOpenedAnewForThoseThatFollow() throws Exception {
        Path archive = temp.resolve("replaced.jar");
        URI entry = URI.create("jar:" + archive.toUri() + "!/a.txt");
        int before = FileSystemPool.INSTANCE.mounts().size();
        FileTime time = FileTime.fromMillis(1_000_000_000_000L);
        replace(archive, "one", time);
        try (ResourceFactory.Closeable first = ResourceFactory.closeable();
                ResourceFactory.Closeable second = ResourceFactory.closeable()) {
            assertThat(text(first, entry)).isEqualTo("one");
            // of the same size
            replace(archive, "two", FileTime.fromMillis(time.toMillis() + 2000));
            assertThat(text(second, entry)).isEqualTo("two");
            assertThat(text(first, entry)).isEqualTo("one");
            first.close();
            assertThat(text(second, entry)).isEqualTo("two");
            assertThat(text(first, entry)).isEqualTo("two");
        }
        assertThat(FileSystemPool.INSTANCE.mounts()).hasSize(before);
    }

    private static String text(ResourceFactory factory, URI uri) throws IOException {
        return IO.toString(factory.newResource(uri).newInputStream());
    }

    private void replace(Path archive, String content, FileTime time) throws IOException {
        Path fresh = temp.resolve("fresh.jar");
        try (FileSystem zip = FileSystems.newFileSystem(fresh, Map.of("create", "true"))) {
            Files.writeString(zip.getPath("/a.txt"), content);
        }
        Files.setLastModifiedTime(fresh, time);
        Files.move(fresh, archive, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    public void brokenArchiveIsNoResource() throws Exception {
        Path broken = Files.writeString(temp.resolve("broken.war"), "not a zip");
        assertThat(ResourceFactory.root().newJarFileResource(broken.toUri())).isNull();
    }

    @Test
    public void combinedDirectoriesAreOne() throws Exception {
        Path other = Files.createDirectories(temp.toRealPath().resolve("other/sub"));
        Files.writeString(other.resolve("c.txt"), "c");
        Files.writeString(other.resolve("b.txt"), "hidden");
        ResourceFactory factory = ResourceFactory.root();
        Resource combined = ResourceFactory.combine(factory.newResource(dir), factory.newResource(other.getParent()));
        assertThat(combined.isDirectory()).isTrue();
        assertThat(combined.resolve("sub").list())
                .extracting(Resource::getFileName)
                .containsExactly("b.txt", "c.txt", "deep");
        assertThat(IO.toString(combined.resolve("sub/b.txt").newInputStream())).isEqualTo("b");
        assertThat(combined.contains(combined.resolve("sub/c.txt"))).isTrue();
        assertThatThrownBy(() -> combined.resolve("../x")).isInstanceOf(IllegalArgumentException.class);
        assertThat(Resources.missing(combined.resolve("none"))).isTrue();
        assertThat(ResourceFactory.combine(List.of())).isNull();
    }

    @Test
    public void listsAreSplitAndGlobsExpanded() {
        List<Resource> resources = ResourceFactory.root().split(dir + ";" + temp + "/*," + temp + "/none");
        assertThat(resources)
                .extracting(Resource::getFileName)
                .startsWith("base")
                .contains("lib.jar")
                .hasSize(3);
    }

    @Test
    public void classLoaderResourceIsFound() {
        Resource found =
                ResourceFactory.root().newClassLoaderResource("org/eclipse/jetty/util/resource/ResourceTest.class");
        assertThat(found.exists()).isTrue();
        assertThat(ResourceFactory.root().newClassLoaderResource("no/such")).isNull();
    }
}
