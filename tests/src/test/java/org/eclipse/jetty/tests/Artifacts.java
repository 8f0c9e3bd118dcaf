package org.eclipse.jetty.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** The modules of the build, read from their poms. */
final class Artifacts {
    /** A module: the folder of its pom, and the pom. */
    record Module(Path folder, Element pom) {
        String groupId() {
            return child(pom, "groupId")
                    .or(() -> child(parent(), "groupId"))
                    .orElseThrow()
                    .getTextContent();
        }

        String artifactId() {
            return text("artifactId").orElseThrow();
        }

        String packaging() {
            return text("packaging").orElse("jar");
        }

        Optional<String> text(String name) {
            return child(pom, name).map(Node::getTextContent);
        }

        /** The texts of the elements at a path such as "licenses/license/name"; those of the parent where this has none. */
        List<String> inherited(String path) {
            List<Element> found = List.of(pom);
            for (String name : path.split("/")) {
                found = found.stream()
                        .flatMap(element -> children(element).stream())
                        .filter(element -> element.getTagName().equals(name))
                        .toList();
            }
            List<String> texts = found.stream().map(Element::getTextContent).toList();
            return texts.isEmpty()
                    ? parentModule().map(above -> above.inherited(path)).orElse(List.of())
                    : texts;
        }

        private Optional<Module> parentModule() {
            return child(pom, "parent").map(above -> {
                Path file = folder.resolve(
                        child(above, "relativePath").map(Node::getTextContent).orElse("../pom.xml"));
                return new Module(file.getParent(), read(file));
            });
        }

        Optional<String> property(String name) {
            return child(pom, "properties").flatMap(p -> child(p, name)).map(Node::getTextContent);
        }

        boolean published() {
            return !property("maven.deploy.skip").orElse("").equals("true");
        }

        /** Whether it only leads to another artifact. */
        boolean relocated() {
            return child(pom, "distributionManagement")
                    .flatMap(m -> child(m, "relocation"))
                    .isPresent();
        }

        /** The jar, as the build names it. */
        Path jar() {
            String name = child(pom, "build")
                    .flatMap(b -> child(b, "finalName"))
                    .map(Node::getTextContent)
                    .orElse(artifactId() + "-" + Distribution.VERSION);
            return folder.resolve("target").resolve(name + ".jar");
        }

        /** {@code groupId:artifactId:version} of what it manages. */
        List<String> managed() {
            List<String> managed = new ArrayList<>();
            for (Element dependency : children(child(pom, "dependencyManagement")
                    .flatMap(m -> child(m, "dependencies"))
                    .orElseThrow())) {
                managed.add(String.join(
                        ":",
                        child(dependency, "groupId").orElseThrow().getTextContent(),
                        child(dependency, "artifactId").orElseThrow().getTextContent(),
                        child(dependency, "version").orElseThrow().getTextContent()));
            }
            return managed;
        }

        private Element parent() {
            return child(pom, "parent").orElseThrow();
        }
    }

    private Artifacts() {}

    /** Every module of the build. */
    static List<Module> modules() {
        List<Module> modules = new ArrayList<>();
        collect(Distribution.ROOT, modules);
        return modules;
    }

    /** The modules whose jar is published. */
    static List<Module> publishedJars() {
        return modules().stream()
                .filter(m -> m.published() && m.packaging().equals("jar"))
                .toList();
    }

    /** The modules whose jar is published, those of plugins of Maven among them. */
    static List<Module> publishedJarsAndPlugins() {
        return modules().stream()
                .filter(m -> m.published() && List.of("jar", "maven-plugin").contains(m.packaging()))
                .toList();
    }

    private static void collect(Path folder, List<Module> modules) {
        Module module = new Module(folder, read(folder.resolve("pom.xml")));
        modules.add(module);
        child(module.pom(), "modules").stream()
                .flatMap(m -> children(m).stream())
                .forEach(m -> collect(folder.resolve(m.getTextContent()), modules));
    }

    private static Element read(Path file) {
        try (var input = Files.newInputStream(file)) {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(input)
                    .getDocumentElement();
        } catch (IOException | SAXException | ParserConfigurationException x) {
            throw new AssertionError(file.toString(), x);
        }
    }

    private static Optional<Element> child(Element parent, String name) {
        return children(parent).stream()
                .filter(e -> e.getTagName().equals(name))
                .findFirst();
    }

    private static List<Element> children(Element parent) {
        return Stream.iterate(parent.getFirstChild(), n -> n != null, Node::getNextSibling)
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .toList();
    }
}
