package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is published for programs that embed the server: the lists of versions, and the headers of jars. */
class ArtifactsTest {
    static List<Artifacts.Module> publishedJars() {
        return Artifacts.publishedJars();
    }

    static Stream<Artifacts.Module> published() {
        return Artifacts.modules().stream().filter(Artifacts.Module::published);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jetty-bom", "jetty-ee11-bom", "jetty-ee10-bom", "jetty-ee9-bom", "jetty-ee8-bom"})
    void bomNamesThePublishedJarsAndPluginsOfItsPartAndNothingElse(String name) {
        Artifacts.Module bom = Artifacts.modules().stream()
                .filter(m -> m.artifactId().equals(name))
                .findFirst()
                .orElseThrow();
        String group = bom.groupId();
        assertThat(bom.text("parent")).as("a parent would be imported, too").isEmpty();
        assertThat(bom.text("version")).contains(Distribution.VERSION);
        assertThat(bom.managed())
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                Artifacts.publishedJarsAndPlugins().stream(),
                                published().filter(Artifacts.Module::relocated))
                        .filter(m -> part(m.groupId()).equals(part(group)))
                        .map(m -> m.groupId() + ":" + m.artifactId() + ":${project.version}")
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("published")
    void publishedModuleHasANameAndADescription(Artifacts.Module module) {
        assertThat(module.text("name")).isPresent();
        assertThat(module.text("description")).isPresent();
    }

    /** What a repository such as Maven Central refuses an artifact for. */
    @ParameterizedTest
    @MethodSource("published")
    void publishedModuleNamesItsPlaceLicenceAndDevelopers(Artifacts.Module module) {
        assertThat(module.inherited("url")).singleElement().satisfies(ArtifactsTest::isHttps);
        assertThat(module.inherited("scm/url")).singleElement().satisfies(ArtifactsTest::isHttps);
        assertThat(module.inherited("scm/connection")).singleElement().satisfies(ArtifactsTest::isGit);
        assertThat(module.inherited("scm/developerConnection")).singleElement().satisfies(ArtifactsTest::isGit);
        assertThat(module.inherited("licenses/license/name")).containsExactly("Apache-2.0");
        assertThat(module.inherited("licenses/license/url")).singleElement().satisfies(ArtifactsTest::isHttps);
        assertThat(module.inherited("developers/developer/name")).isNotEmpty();
        assertThat(module.inherited("organization/name")).hasSize(1);
    }

    private static void isHttps(String url) {
        assertThat(URI.create(url)).hasScheme("https").hasNoQuery();
    }

    private static void isGit(String connection) {
        assertThat(connection).startsWith("scm:git:");
        isHttps(connection.substring("scm:git:".length()));
    }

    @ParameterizedTest
    @MethodSource("publishedJars")
    void jarIsABundleUnderTheNameOfItsModule(Artifacts.Module module) throws IOException {
        try (JarFile jar = new JarFile(module.jar().toFile())) {
            Attributes headers = jar.getManifest().getMainAttributes();
            String name = ModuleFinder.of(module.jar())
                    .findAll()
                    .iterator()
                    .next()
                    .descriptor()
                    .name();
            assertThat(headers.getValue("Bundle-SymbolicName")).isEqualTo(name);
            assertThat(headers.getValue("Bundle-Version")).isEqualTo(Distribution.VERSION.replace('-', '.'));
            assertThat(headers.getValue("Implementation-Version")).isEqualTo(Distribution.VERSION);
            assertThat(jar.getEntry("module-info.class") != null || headers.getValue("Automatic-Module-Name") != null)
                    .as("a name of the module that does not depend on the name of the file")
                    .isTrue();
        }
    }

    /** The environment of a group, or "" of the core server. */
    private static String part(String group) {
        return group.replaceFirst("org\\.eclipse\\.jetty", "").matches("\\.ee\\d+.*")
                ? group.replaceFirst("org\\.eclipse\\.jetty\\.(ee\\d+).*", "$1")
                : "";
    }
}
