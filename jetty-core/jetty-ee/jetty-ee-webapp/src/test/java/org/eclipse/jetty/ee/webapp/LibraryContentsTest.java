package org.eclipse.jetty.ee.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.eclipse.jetty.util.archive.ArchiveIndexes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryContentsTest {
    private static final String TLD = """
            <!DOCTYPE taglib PUBLIC "-//Sun Microsystems, Inc.//DTD JSP Tag Library 1.2//EN"
              "http://java.sun.com/dtd/web-jsptaglibrary_1_2.dtd">
            <taglib><short-name>t</short-name><uri>
              urn:t </uri>
              <listener><listener-class> org.acme.One </listener-class></listener>
              <listener><listener-class>org.acme.Two</listener-class></listener>
              <tag><name>x</name><uri>no</uri></tag>
            </taglib>""";

    private static final Map<String, String> FILES = Map.of(
            "META-INF/web-fragment.xml", "<web-fragment/>",
            "META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nClass-Path: other.jar\r\n",
            "META-INF/t.tld", TLD,
            "META-INF/deep/nameless.tld", "<taglib xmlns='https://jakarta.ee/xml/ns/jakartaee'/>",
            "META-INF/bad.tld", "<taglib><uri>",
            "META-INF/resources/x.tld", "not for pages",
            "META-INF/services/org.acme.Service", "# none\norg.acme.A # first\r\n\n org.acme.B\norg.acme.A",
            "elsewhere.tld", TLD);

    @TempDir
    Path temp;

    private Path archive(String name, Map<String, String> files) throws IOException {
        Path archive = temp.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (var file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return archive;
    }

    private Path directory(String name, Map<String, String> files) throws IOException {
        Path directory = temp.resolve(name);
        for (var file : files.entrySet()) {
            Path path = directory.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        return directory;
    }

    private ArchiveIndexes indexes() {
        return new ArchiveIndexes(temp.resolve("index"), Runnable::run);
    }

    private static void isAllThatThereIs(LibraryContents contents) {
        assertThat(new String(contents.fragment(), StandardCharsets.UTF_8)).isEqualTo("<web-fragment/>");
        assertThat(contents.hasResources()).isTrue();
        assertThat(contents.hasClassPath()).isTrue();
        assertThat(contents.services("org.acme.Service")).containsExactly("org.acme.A", "org.acme.B");
        assertThat(contents.services("org.acme.Other")).isEmpty();
        assertThat(contents.tagLibraries())
                .containsExactlyInAnyOrder(
                        new TagLibrary("META-INF/t.tld", "urn:t", List.of("org.acme.One", "org.acme.Two"), true),
                        new TagLibrary("META-INF/deep/nameless.tld", null, List.of(), true),
                        new TagLibrary("META-INF/bad.tld", null, List.of(), false));
    }

    @Test
    void anArchiveADirectoryAndAnIndexTellTheSame() throws Exception {
        Path archive = archive("a.jar", FILES);
        Path directory = directory("a", FILES);
        Path nothing = archive("b.jar", Map.of("x", "x"));
        for (int start = 0; start < 2; start++) {
            List<LibraryContents> all = LibraryContents.of(indexes(), List.of(archive, directory, nothing));
            isAllThatThereIs(all.get(0));
            isAllThatThereIs(all.get(1));
            LibraryContents none = all.get(2);
            assertThat(none.fragment()).isNull();
            assertThat(none.hasResources() || none.hasClassPath()).isFalse();
            assertThat(none.tagLibraries()).isEmpty();
        }
        try (var files = Files.list(temp.resolve("index"))) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void whatIsNoArchiveIsNamed() throws Exception {
        Path text = Files.writeString(temp.resolve("text.jar"), "not an archive");
        assertThatThrownBy(() -> LibraryContents.of(indexes(), List.of(text)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("text.jar: not a readable library");
    }
}
