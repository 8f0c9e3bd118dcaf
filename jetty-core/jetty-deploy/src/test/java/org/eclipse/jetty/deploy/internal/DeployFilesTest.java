package org.eclipse.jetty.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.xml.CheckedConfiguration;
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
    void classOfAContextSaysItsEnvironment() {
        assertThat(DeployEnvironments.ofClass("org.eclipse.jetty.ee10.webapp.WebAppContext"))
                .isEqualTo("ee10");
        assertThat(DeployEnvironments.ofClass("org.eclipse.jetty.coreapp.CoreAppContext"))
                .isEqualTo("core");
        assertThat(DeployEnvironments.ofClass("org.eclipse.jetty.staticapp.StaticAppContext"))
                .isEqualTo("static");
        assertThat(DeployEnvironments.ofClass("org.eclipse.jetty.server.handler.ContextHandler"))
                .isNull();
    }

    @Test
    void checkFindsTheSamePlaceInAnySpelling() throws Exception {
        for (String name : List.of("%C3%BC", "\u00fc", "root-Example.org.", "root-example.org", "A", "a")) {
            Files.createDirectories(dir.resolve("webapps").resolve(name));
        }
        Path file = Files.writeString(dir.resolve("server.xml"), """
                <?xml version="1.0"?>
                <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
                <Configure>
                  <New class="org.eclipse.jetty.deploy.DeploymentScanner">
                    <Arg><New class="org.eclipse.jetty.server.Server"/></Arg>
                    <Call name="addWebappsDirectory">
                      <Arg><Call class="org.eclipse.jetty.xml.XmlConfiguration" name="resolvedPath"><Arg>%s</Arg><Arg>webapps</Arg></Call></Arg>
                    </Call>
                    <Call name="configureEnvironment"><Arg>core</Arg></Call>
                  </New>
                </Configure>
                """.formatted(dir));
        List<String> findings = new ArrayList<>();
        CheckedConfiguration.check(
                new String[] {file.toString()}, finding -> findings.add(finding.get("severity") + finding));
        assertThat(findings)
                .filteredOn(finding -> finding.startsWith("warning"))
                .singleElement()
                .asString()
                .contains("names that differ by case alone are of one application, " + dir.resolve("webapps/A"));
        assertThat(findings)
                .filteredOn(finding -> finding.startsWith("error"))
                .hasSize(2)
                .anyMatch(finding -> finding.contains("the context path /\u00fc of \u00fc is taken by"))
                .anyMatch(finding -> finding.contains("the context path / of root-Example.org. is taken by"));
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
