package org.eclipse.jetty.annotations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.eclipse.jetty.annotations.AnnotationParser.ClassInfo;
import org.eclipse.jetty.annotations.AnnotationParser.FieldInfo;
import org.eclipse.jetty.annotations.AnnotationParser.MethodInfo;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnnotationParserTest {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Mark {}

    interface Base {}

    @Mark
    static class OfClass implements Base {}

    static class OfMember extends OfClass {
        @Mark
        String field;

        @Mark
        void method() {}
    }

    private static final class Notes extends AnnotationParser.AbstractHandler {
        private final Set<String> notes = new TreeSet<>();

        @Override
        public void handle(ClassInfo info) {
            notes.add("class " + simple(info.getClassName()));
        }

        @Override
        public void handle(ClassInfo info, String annotation) {
            note("class", info, "", annotation);
        }

        @Override
        public void handle(MethodInfo info, String annotation) {
            note("method", info.getClassInfo(), "." + info.getMethodName(), annotation);
        }

        @Override
        public void handle(FieldInfo info, String annotation) {
            note("field", info.getClassInfo(), "." + info.getFieldName(), annotation);
        }

        private void note(String kind, ClassInfo info, String member, String annotation) {
            if (annotation.equals(Mark.class.getName())) {
                notes.add("@" + kind + " " + simple(info.getClassName()) + member);
            }
        }

        private static String simple(String name) {
            return name.substring(Math.max(name.lastIndexOf('$'), name.lastIndexOf('.')) + 1);
        }
    }

    @TempDir
    Path temp;

    private final Map<String, byte[]> files = new HashMap<>();

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + path(type))) {
            return in.readAllBytes();
        }
    }

    private static String path(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    private Set<String> parse(Path path) throws Exception {
        Notes notes = new Notes();
        new AnnotationParser().parse(Set.of(notes), ResourceFactory.root().newResource(path));
        return notes.notes;
    }

    private Path jar() throws IOException {
        Path jar = temp.resolve("test.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, byte[]> entry : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
        return jar;
    }

    @Test
    void archiveIsParsedWithAnnotationsOfClassesAndMembers() throws Exception {
        files.put(path(OfClass.class), bytes(OfClass.class));
        files.put(path(OfMember.class), bytes(OfMember.class));
        assertThat(parse(jar()))
                .containsExactlyInAnyOrder(
                        "class OfClass",
                        "class OfMember",
                        "@class OfClass",
                        "@field OfMember.field",
                        "@method OfMember.method");
    }

    @Test
    void directoryIsParsed() throws Exception {
        Path file = temp.resolve(path(OfClass.class));
        Files.createDirectories(file.getParent());
        Files.write(file, bytes(OfClass.class));
        Files.writeString(temp.resolve("notes.txt"), "no class");
        assertThat(parse(temp)).containsExactlyInAnyOrder("class OfClass", "@class OfClass");
        assertThat(parse(file)).containsExactlyInAnyOrder("class OfClass", "@class OfClass");
    }

    @Test
    void versionsOfAMultiReleaseArchiveCountOnce() throws Exception {
        files.put(
                "META-INF/MANIFEST.MF",
                "Manifest-Version: 1.0\nMulti-Release: true\n".getBytes(StandardCharsets.UTF_8));
        files.put(path(Base.class), bytes(OfClass.class));
        // the class of this name is another one for this release, and one more for a release to come
        files.put("META-INF/versions/11/" + path(Base.class), bytes(OfMember.class));
        files.put("META-INF/versions/999/" + path(Base.class), bytes(Base.class));
        assertThat(parse(jar())).contains("class OfMember").doesNotContain("class OfClass", "class Base");
    }

    @Test
    void versionsOfAnOrdinaryArchiveAreIgnored() throws Exception {
        files.put("META-INF/versions/11/" + path(Base.class), bytes(OfMember.class));
        assertThat(parse(jar())).isEmpty();
    }

    @Test
    void whatIsNoClassIsLeftOut() throws Exception {
        files.put("Broken.class", new byte[] {1, 2, 3});
        files.put("module-info.class", new byte[] {1, 2, 3});
        files.put(path(OfClass.class), bytes(OfClass.class));
        assertThat(parse(jar())).contains("class OfClass");
    }

    @Test
    void brokenArchiveIsNamed() throws Exception {
        Path broken = Files.writeString(temp.resolve("broken.jar"), "no archive");
        assertThatThrownBy(() -> parse(broken)).isInstanceOf(IOException.class).hasMessageContaining("broken.jar");
    }

    @Test
    void inheritanceIsRecorded() throws Exception {
        files.put(path(OfClass.class), bytes(OfClass.class));
        files.put(path(OfMember.class), bytes(OfMember.class));
        Map<String, Set<String>> inheritance = new HashMap<>();
        new AnnotationParser()
                .parse(
                        Set.of(new ClassInheritanceHandler(inheritance)),
                        ResourceFactory.root().newResource(jar()));
        assertThat(inheritance)
                .containsOnly(
                        Map.entry(Base.class.getName(), Set.of(OfClass.class.getName())),
                        Map.entry(OfClass.class.getName(), Set.of(OfMember.class.getName())));
    }
}
