package org.eclipse.jetty.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.artifact.DefaultArtifact;
import org.apache.maven.artifact.handler.DefaultArtifactHandler;
import org.apache.maven.model.Build;
import org.apache.maven.model.Model;
import org.apache.maven.model.Plugin;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3DomBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverlaysTest {
    @TempDir
    Path directory;

    private Path project;

    @BeforeEach
    void makeProject() throws IOException {
        project = Files.createDirectories(directory.resolve("project"));
    }

    @Test
    void warFilesComeAfterTheProjectUnlessTheirOrderIsConfigured() throws Exception {
        List<Artifact> wars = List.of(war("one", "a.txt"), war("two", "b.txt"));
        assertThat(overlays("", wars))
                .extracting(Path::getFileName)
                .map(Path::toString)
                .containsExactly("project", "one", "two");
        String two = "<overlay><groupId>g</groupId><artifactId>two</artifactId></overlay>";
        assertThat(overlays(two + "<overlay/>", wars))
                .extracting(Path::getFileName)
                .map(Path::toString)
                .containsExactly("two", "project", "one");
    }

    @Test
    void filesAreSelectedAndPutWhereTheOverlaySays() throws Exception {
        String overlay = "<overlay><artifactId>one</artifactId><includes><include>**/*.txt</include></includes>"
                + "<excludes><exclude>secret/</exclude></excludes><targetPath>/sub</targetPath></overlay>";
        Path unpacked = overlays(overlay, List.of(war("one", "a.txt", "deep/b.txt", "c.html", "secret/d.txt")))
                .get(1);
        try (var files = Files.walk(unpacked)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> unpacked.relativize(file).toString()))
                    .containsExactlyInAnyOrder("sub/a.txt", "sub/deep/b.txt");
        }
    }

    @Test
    void skippedOverlayIsLeftOut() throws Exception {
        String overlay = "<overlay><artifactId>one</artifactId><skip>true</skip></overlay>";
        assertThat(overlays(overlay, List.of(war("one", "a.txt")))).containsExactly(project);
    }

    @Test
    void changedWarIsUnpackedAgain() throws Exception {
        Artifact war = war("one", "a.txt");
        Path unpacked = overlays("", List.of(war)).get(1);
        Files.delete(unpacked.resolve("a.txt"));
        overlays("", List.of(war));
        assertThat(unpacked.resolve("a.txt")).as("nothing has changed").doesNotExist();
        overlays("", List.of(war("one", "a.txt", "b.txt")));
        assertThat(unpacked.resolve("a.txt")).exists();
        assertThat(unpacked.resolve("b.txt")).exists();
    }

    @Test
    void overlayThatIsNoDependencyIsRefused() {
        assertThatThrownBy(
                        () -> overlays("<overlay><groupId>g</groupId><artifactId>x</artifactId></overlay>", List.of()))
                .isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining("The overlay g:x of maven-war-plugin is no dependency of the project");
    }

    @Test
    void entryThatLeadsOutIsRefused() throws Exception {
        Artifact war = war("one", "../../evil.txt");
        assertThatThrownBy(() -> overlays("", List.of(war)))
                .isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining("leads out of the archive");
        assertThat(directory.resolve("evil.txt")).doesNotExist();
    }

    private List<Path> overlays(String configuration, List<Artifact> wars) throws Exception {
        Plugin plugin = new Plugin();
        plugin.setArtifactId("maven-war-plugin");
        plugin.setConfiguration(Xpp3DomBuilder.build(
                new StringReader("<configuration><overlays>" + configuration + "</overlays></configuration>")));
        Model model = new Model();
        model.setBuild(new Build());
        model.getBuild().addPlugin(plugin);
        WarPlugin war = new WarPlugin(new MavenProject(model));
        return new Overlays(war, wars, directory.resolve("target/overlays")).directories(project);
    }

    private Artifact war(String name, String... entries) throws IOException {
        Path file = directory.resolve(name + ".war");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(entry.getBytes(StandardCharsets.UTF_8));
            }
        }
        Artifact war = new DefaultArtifact("g", name, "1", "runtime", "war", null, new DefaultArtifactHandler("war"));
        war.setFile(file.toFile());
        return war;
    }
}
