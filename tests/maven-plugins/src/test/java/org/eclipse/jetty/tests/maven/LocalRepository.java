package org.eclipse.jetty.tests.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** A local repository for Maven: what this build has made. Others are taken from that of this machine, or from where it has them. */
final class LocalRepository {
    private static final Path ROOT = Path.of(System.getProperty("tests.root"));
    private static final Path TARGET = ROOT.resolve("tests/maven-plugins/target");
    private static final String VERSION = System.getProperty("tests.version");
    private static final LocalRepository INSTANCE = new LocalRepository();

    private final Path directory = TARGET.resolve("repository");
    private final Path settings = TARGET.resolve("settings.xml");

    private LocalRepository() {
        try {
            Files.createDirectories(directory);
            install(ROOT);
            String machine = "<id>machine</id><url>"
                    + Path.of(System.getProperty("tests.repository")).toUri() + "</url>";
            Files.writeString(settings, """
                <settings>
                  <profiles>
                    <profile>
                      <id>tests</id>
                      <repositories><repository>%1$s</repository></repositories>
                      <pluginRepositories><pluginRepository>%1$s</pluginRepository></pluginRepositories>
                    </profile>
                  </profiles>
                  <activeProfiles><activeProfile>tests</activeProfile></activeProfiles>
                </settings>
                """.formatted(machine));
        } catch (Exception x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    static LocalRepository get() {
        return INSTANCE;
    }

    /** The options with which Maven uses it. */
    List<String> options() {
        return List.of("-gs", settings.toString(), "-Dmaven.repo.local=" + directory);
    }

    /** Installs a module and those that it has. */
    private void install(Path folder) throws Exception {
        Element pom;
        try (var in = Files.newInputStream(folder.resolve("pom.xml"))) {
            pom = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getDocumentElement();
        }
        String artifactId = text(pom, "artifactId");
        String groupId = text(pom, "groupId") != null ? text(pom, "groupId") : text(child(pom, "parent"), "groupId");
        Path place =
                directory.resolve(groupId.replace('.', '/')).resolve(artifactId).resolve(VERSION);
        String name = artifactId + "-" + VERSION;
        Path published = folder.resolve("target/published.pom");
        copy(Files.exists(published) ? published : folder.resolve("pom.xml"), place.resolve(name + ".pom"));
        for (String type : List.of(".jar", ".zip")) {
            Path file = folder.resolve("target").resolve(name + type);
            if (Files.exists(file)) {
                copy(file, place.resolve(name + type));
            }
        }
        Element modules = child(pom, "modules");
        if (modules != null) {
            for (Node node : children(modules).toList()) {
                install(folder.resolve(node.getTextContent()));
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    }

    private static String text(Element parent, String name) {
        Element child = child(parent, name);
        return child == null ? null : child.getTextContent();
    }

    private static Element child(Element parent, String name) {
        return children(parent)
                .filter(e -> e.getTagName().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static Stream<Element> children(Element parent) {
        return Stream.iterate(parent.getFirstChild(), n -> n != null, Node::getNextSibling)
                .filter(Element.class::isInstance)
                .map(Element.class::cast);
    }
}
