package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServletNamespaceTest {
    @TempDir
    private Path classes;

    private Path write(String name, String constants) throws Exception {
        Path file = classes.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "\u00ca\u00fe" + constants);
    }

    @Test
    void classesOfTheOtherNamespaceAreForeign() throws Exception {
        write("com/example/Plain.class", "java/lang/Object");
        Path old = write("com/example/Old.class", "Ljavax/servlet/http/HttpServlet;");
        assertThat(ServletNamespace.JAKARTA.findForeignClass(classes)).isEqualTo(old);
        assertThat(ServletNamespace.JAVAX.findForeignClass(classes)).isNull();
    }

    @Test
    void applicationThatIsCompiledForBothBelongsToEach() throws Exception {
        write("a/Old.class", "javax/servlet/Filter");
        write("a/New.class", "jakarta/servlet/Filter");
        assertThat(ServletNamespace.JAKARTA.findForeignClass(classes)).isNull();
        assertThat(ServletNamespace.JAVAX.findForeignClass(classes)).isNull();
    }

    @Test
    void textsAndOtherFilesAreNoClasses() throws Exception {
        write("a/notes.txt", "javax/servlet/Filter");
        write("a/Text.class", "javax.servlet.forward.path_info");
        assertThat(ServletNamespace.JAKARTA.findForeignClass(classes)).isNull();
    }

    @Test
    void missingClassOfTheOtherNamespaceIsTheCause() {
        Throwable failure = new IllegalStateException(
                "wrapped",
                new NoClassDefFoundError(ServletNamespace.JAVAX.packageName().replace('.', '/') + "/Filter"));
        assertThat(ServletNamespace.JAKARTA.isCauseOf(failure)).isTrue();
        assertThat(ServletNamespace.JAVAX.isCauseOf(failure)).isFalse();
        assertThat(ServletNamespace.JAKARTA.isCauseOf(new IllegalStateException("javax.servlet.Filter")))
                .isFalse();
        assertThat(ServletNamespace.JAKARTA.remedy()).contains("environment=ee8", "ee8-deploy");
        assertThat(ServletNamespace.JAVAX.remedy()).contains("environment=ee10", "ee10-deploy");
    }

    @Test
    void environmentsHaveTheirNamespace() {
        assertThat(ServletNamespace.ofEnvironment("EE8")).isEqualTo(ServletNamespace.JAVAX);
        assertThat(ServletNamespace.ofEnvironment("ee9")).isEqualTo(ServletNamespace.JAKARTA);
        assertThat(ServletNamespace.ofType(String.class)).isEqualTo(ServletNamespace.JAKARTA);
    }
}
