package org.eclipse.jetty.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeployFilesTest {
    @TempDir
    Path dir;

    private XmlRoot root(String text) throws Exception {
        return XmlRoot.read(Files.writeString(dir.resolve("x.xml"), text));
    }

    @Test
    void rootElementOfAnXmlFileNamesItsClass() throws Exception {
        assertThat(
                        root(
                                "<!-- <Configure class='no'> --><Configure id=\"a\"\n class = 'org.example.A' >\n<!-- c --> <Arg/>"))
                .isEqualTo(new XmlRoot("org.example.A", true));
        assertThat(root("<Configure subclass=\"x\"><Set/></Configure>")).isEqualTo(new XmlRoot(null, false));
        assertThat(root("<Configure class=\"x")).isEqualTo(new XmlRoot(null, false));
        assertThat(root("<!-- open")).isEqualTo(new XmlRoot(null, false));
    }

    @Test
    void filesOfAnEnvironmentAreSortedWithTheMainOneFirst() throws Exception {
        for (String name :
                List.of("ee10-b.xml", "ee10.xml", "ee10-a.xml", "ee1.xml", "ee10x.xml", "ee10-c.properties")) {
            Files.writeString(dir.resolve(name), "");
        }
        assertThat(EnvironmentFiles.of(dir, "ee10", ".xml"))
                .extracting(path -> path.getFileName().toString())
                .containsExactly("ee10.xml", "ee10-a.xml", "ee10-b.xml");
        assertThat(EnvironmentFiles.of(dir, "ee10", ".properties")).hasSize(1);
        assertThat(EnvironmentFiles.of(dir.resolve("nowhere"), "ee10", ".xml")).isEmpty();
        assertThat(EnvironmentFiles.of(null, "ee10", ".xml")).isEmpty();
    }

    @Test
    void placeOfAKeyIsItsLine() throws Exception {
        Path file = Files.writeString(dir.resolve("x.properties"), "# a=1\nab=2\n  a = 3\n");
        assertThat(DeployProperties.read(file).place("a")).isEqualTo(file + ":3");
        assertThat(DeployProperties.read(file).place("zz")).isEqualTo(file.toString());
    }

    @Test
    void baseNameSaysWhereAnApplicationIsReached() {
        assertThat(ContextPaths.of("shop")).isEqualTo(new ContextPaths("shop", "", "/shop", List.of()));
        assertThat(ContextPaths.of("Root")).isEqualTo(new ContextPaths("Root", "", "/", List.of()));
        assertThat(ContextPaths.of("root-www.example.org"))
                .isEqualTo(new ContextPaths("root-www.example.org", "", "/", List.of("www.example.org")));
        assertThat(ContextPaths.of("root-")).isEqualTo(new ContextPaths("root-", "", "/root-", List.of()));
        assertThat(ContextPaths.of("shop##2.1")).isEqualTo(new ContextPaths("shop", "2.1", "/shop", List.of()));
        assertThat(ContextPaths.of("ROOT##2")).isEqualTo(new ContextPaths("ROOT", "2", "/", List.of()));
        assertThat(ContextPaths.of("##2")).isEqualTo(new ContextPaths("##2", "", "/##2", List.of()));
        assertThat(ContextPaths.of("shop##")).isEqualTo(new ContextPaths("shop##", "", "/shop##", List.of()));
    }

    @Test
    void environmentsAreOrderedByPreferenceThenNewestThenCoreThenStatic() {
        DeployEnvironments environments = new DeployEnvironments();
        for (String name : List.of("static", "ee8", "core", "custom", "ee10", "ee11", "ee9")) {
            environments.configure(name);
        }
        assertThat(environments.names()).containsExactly("ee11", "ee10", "ee9", "ee8", "core", "static", "custom");
        environments.prefer(List.of("core"));
        assertThat(environments.names().get(0)).isEqualTo("core");
        assertThat(environments.select("EE9", "x")).isEqualTo("ee9");
    }
}
