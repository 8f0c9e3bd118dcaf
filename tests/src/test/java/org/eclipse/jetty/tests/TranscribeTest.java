package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.tools.ant.Project;
import org.apache.tools.ant.ProjectHelper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the build makes of a module of ee10 for ee11, ee9 and ee8, and of each change in it: {@code transcribe.xml} at work. */
class TranscribeTest {
    private static final String MAIN = "src/main/java/org/acme/ee10/";
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

    @TempDir
    private Path root;

    private void original(String file, String text) {
        write("jetty-ee10/jetty-ee10-part/" + file, text);
    }

    private void overlay(String file, String text) {
        write("jetty-ee9/jetty-ee9-part/" + file, text);
    }

    private void write(String name, String text) {
        try {
            Path file = root.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Does what the build of a module does before it compiles. */
    private void transcribe(String ee) {
        boolean javax = ee.equals("ee8");
        Path target = target(ee);
        Project project = new Project();
        project.init();
        project.setUserProperty("ee", ee);
        project.setUserProperty("EE", ee.toUpperCase(java.util.Locale.ROOT));
        project.setUserProperty("namespace", javax ? "javax" : "jakarta");
        project.setUserProperty("Namespace", javax ? "Javax" : "Jakarta");
        project.setUserProperty("ee10.module", "jetty-ee10-part");
        project.setUserProperty("root", root.toString());
        boolean newer = ee.equals("ee11");
        project.setUserProperty(
                "overlay",
                root.resolve(newer ? "jetty-ee11/jetty-ee11-part" : "jetty-ee9/jetty-ee9-part")
                        .toString());
        if (newer) {
            project.setUserProperty("overlay.ee", "ee11");
            project.setUserProperty("newer.excludes", "");
        }
        project.setUserProperty("project.build.directory", target.toString());
        project.setUserProperty(
                "project.build.outputDirectory", target.resolve("classes").toString());
        project.setUserProperty(
                "project.build.testOutputDirectory",
                target.resolve("test-classes").toString());
        ProjectHelper.configureProject(
                project, Distribution.ROOT.resolve("jetty-ee10/transcribe.xml").toFile());
        project.executeTarget("main");
    }

    private Path target(String ee) {
        return root.resolve("jetty-" + ee).resolve("jetty-" + ee + "-part").resolve("target");
    }

    private Path transcribed(String ee) {
        return target(ee).resolve("transcribed");
    }

    private Set<String> files(String ee) throws IOException {
        try (Stream<Path> walk = Files.walk(transcribed(ee))) {
            return walk.filter(Files::isRegularFile)
                    .map(file -> transcribed(ee).relativize(file).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private String text(String ee, String file) throws IOException {
        return Files.readString(transcribed(ee).resolve(file));
    }

    @Test
    void classAddedToEe10IsInTheOthersWithoutAChangeThere() throws IOException {
        original(MAIN + "One.java", "package org.acme.ee10;");
        transcribe("ee9");
        transcribe("ee8");
        original(MAIN + "Two.java", "package org.acme.ee10; import jakarta.servlet.Servlet; // EE10, ee10");
        transcribe("ee9");
        transcribe("ee8");
        assertThat(files("ee9")).containsExactly("main/java/org/acme/ee9/One.java", "main/java/org/acme/ee9/Two.java");
        assertThat(text("ee9", "main/java/org/acme/ee9/Two.java"))
                .isEqualTo("package org.acme.ee9; import jakarta.servlet.Servlet; // EE9, ee9");
        assertThat(text("ee8", "main/java/org/acme/ee8/Two.java"))
                .isEqualTo("package org.acme.ee8; import javax.servlet.Servlet; // EE8, ee8");
    }

    @Test
    void namesOfFilesTestsAndServicesAreTranscribedToo() throws IOException {
        original("src/test/java/org/acme/ee10/JakartaTest.java", "class JakartaTest {}");
        original("src/main/resources/META-INF/services/jakarta.servlet.Initializer", "org.acme.ee10.One");
        original("src/test/resources/web.xml", "https://jakarta.ee/xml/ns/jakartaee jakarta.servlet.jsp");
        transcribe("ee8");
        assertThat(files("ee8"))
                .containsExactly(
                        "main/resources/META-INF/services/javax.servlet.Initializer",
                        "test/java/org/acme/ee8/JavaxTest.java",
                        "test/resources/web.xml");
        assertThat(text("ee8", "test/java/org/acme/ee8/JavaxTest.java")).isEqualTo("class JavaxTest {}");
        assertThat(text("ee8", "main/resources/META-INF/services/javax.servlet.Initializer"))
                .isEqualTo("org.acme.ee8.One");
        // "jakarta.ee" is a host
        assertThat(text("ee8", "test/resources/web.xml"))
                .isEqualTo("https://jakarta.ee/xml/ns/jakartaee javax.servlet.jsp");
    }

    @Test
    void testsOfTheNewestApiAloneAndDescriptorsOfModulesAreLeftOut() throws IOException {
        original("src/main/java/module-info.java", "module org.acme.ee10 {}");
        original("src/test/java/org/acme/ee10/v6/SixTest.java", "package org.acme.ee10.v6;");
        original(MAIN + "One.java", "package org.acme.ee10;");
        transcribe("ee9");
        assertThat(files("ee9")).containsExactly("main/java/org/acme/ee9/One.java");
    }

    @Test
    void overlayWinsInEe9AndIsTranscribedForEe8() throws IOException {
        original(MAIN + "One.java", "package org.acme.ee10; // of ee10");
        overlay("src/main/java/org/acme/ee9/One.java", "package org.acme.ee9; import jakarta.servlet.Servlet;");
        transcribe("ee9");
        transcribe("ee8");
        assertThat(files("ee9")).isEmpty();
        assertThat(files("ee8")).containsExactly("main/overlay/java/org/acme/ee8/One.java");
        assertThat(text("ee8", "main/overlay/java/org/acme/ee8/One.java"))
                .isEqualTo("package org.acme.ee8; import javax.servlet.Servlet;");
    }

    @Test
    void newerEnvironmentHasAnOverlayOfItsOwnAndTheTestsOfWhatIsNewerThanTheOldest() throws IOException {
        original(MAIN + "One.java", "package org.acme.ee10;");
        original(MAIN + "Two.java", "package org.acme.ee10; // EE10");
        original("src/test/java/org/acme/ee10/v6/NewTest.java", "package org.acme.ee10.v6;");
        overlay("src/main/java/org/acme/ee9/Two.java", "package org.acme.ee9;");
        write("jetty-ee11/jetty-ee11-part/src/main/java/org/acme/ee11/One.java", "package org.acme.ee11;");
        transcribe("ee11");
        transcribe("ee9");
        assertThat(files("ee11"))
                .containsExactlyInAnyOrder(
                        "main/java/org/acme/ee11/Two.java", "test/java/org/acme/ee11/v6/NewTest.java");
        assertThat(text("ee11", "main/java/org/acme/ee11/Two.java")).isEqualTo("package org.acme.ee11; // EE11");
        assertThat(files("ee9")).containsExactly("main/java/org/acme/ee9/One.java");
    }

    /** The original is older than the class made of its twin: the compiler knows by the path that it is another source. */
    @Test
    void originalTakesThePlaceOfATwinThatIsGoneAtAPathThatIsNew() throws IOException {
        original(MAIN + "One.java", "package org.acme.ee10;");
        overlay("src/main/java/org/acme/ee9/One.java", "package org.acme.ee9;");
        transcribe("ee8");
        Files.delete(root.resolve("jetty-ee9/jetty-ee9-part/src/main/java/org/acme/ee9/One.java"));
        transcribe("ee8");
        assertThat(files("ee8")).containsExactly("main/java/org/acme/ee8/One.java");
    }

    @Test
    void resourceOfATwinThatIsGoneIsNotKeptInTheOutput() throws IOException {
        String resource = "src/main/resources/org/acme/settings.txt";
        original(resource, "original");
        overlay(resource, "twin");
        transcribe("ee8");
        write("jetty-ee8/jetty-ee8-part/target/classes/org/acme/settings.txt", "twin");
        write("jetty-ee9/jetty-ee9-part/target/classes/org/acme/settings.txt", "twin");
        Files.delete(root.resolve("jetty-ee9/jetty-ee9-part").resolve(resource));
        for (String ee : new String[] {"ee9", "ee8"}) {
            transcribe(ee);
            assertThat(text(ee, "main/resources/org/acme/settings.txt")).isEqualTo("original");
            assertThat(target(ee).resolve("classes/org/acme/settings.txt")).doesNotExist();
        }
    }

    @Test
    void originalThatIsGoneIsGoneInTheOthers() throws IOException {
        original(MAIN + "One.java", "package org.acme.ee10;");
        original("src/main/resources/org/acme/one.txt", "one");
        transcribe("ee8");
        write("jetty-ee8/jetty-ee8-part/target/classes/org/acme/one.txt", "one");
        try (Stream<Path> all = Files.walk(root.resolve("jetty-ee10/jetty-ee10-part/src"))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        transcribe("ee8");
        assertThat(files("ee8")).isEmpty();
        assertThat(target("ee8").resolve("classes/org/acme/one.txt")).doesNotExist();
    }

    @Test
    void filesKeepTheirTimesSoThatNothingIsCompiledAgain() throws IOException {
        original(MAIN + "One.java", "package org.acme.ee10;");
        Files.setLastModifiedTime(root.resolve("jetty-ee10/jetty-ee10-part/" + MAIN + "One.java"), LONG_AGO);
        transcribe("ee9");
        assertThat(Files.getLastModifiedTime(transcribed("ee9").resolve("main/java/org/acme/ee9/One.java")))
                .isEqualTo(LONG_AGO);
    }
}
