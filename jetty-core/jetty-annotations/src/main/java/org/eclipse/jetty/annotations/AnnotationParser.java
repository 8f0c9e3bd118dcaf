package org.eclipse.jetty.annotations;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells handlers of the classes in a class file, directory or archive, and of their annotations.
 *
 * <p>Of a multi-release archive the classes of this JVM's release count; module and package descriptions are skipped. What
 * cannot be read as a class is left out, with one warning for each directory or archive. Confined to one thread.
 */
public class AnnotationParser {
    private static final Logger LOG = LoggerFactory.getLogger(AnnotationParser.class);
    private static final int API = Opcodes.ASM9;
    private static final int FLAGS = ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;

    private int unreadable;
    private @Nullable String firstUnreadable;

    /** Is notified of classes, members, and their annotations; names are those of the language, with '$' in nested ones. */
    public interface Handler {
        void handle(ClassInfo info);

        void handle(MethodInfo info);

        void handle(FieldInfo info);

        void handle(ClassInfo info, String annotationName);

        void handle(MethodInfo info, String annotationName);

        void handle(FieldInfo info, String annotationName);

        /** Whether this wants to know of methods and fields, which costs more time. */
        default boolean isForMembers() {
            return true;
        }
    }

    /** A handler that does nothing, to be extended. */
    public abstract static class AbstractHandler implements Handler {
        @Override
        public void handle(ClassInfo info) {}

        @Override
        public void handle(MethodInfo info) {}

        @Override
        public void handle(FieldInfo info) {}

        @Override
        public void handle(ClassInfo info, String annotationName) {}

        @Override
        public void handle(MethodInfo info, String annotationName) {}

        @Override
        public void handle(FieldInfo info, String annotationName) {}
    }

    /** A class. Immutable. */
    public static class ClassInfo {
        private final Resource containingResource;
        private final String className;
        private final int version;
        private final int access;
        private final @Nullable String signature;
        private final @Nullable String superName;
        private final String @Nullable [] interfaces;

        public ClassInfo(
                Resource containingResource,
                String className,
                int version,
                int access,
                @Nullable String signature,
                @Nullable String superName,
                String @Nullable [] interfaces) {
            this.containingResource = containingResource;
            this.className = className;
            this.version = version;
            this.access = access;
            this.signature = signature;
            this.superName = superName;
            this.interfaces = interfaces;
        }

        public String getClassName() {
            return className;
        }

        public int getVersion() {
            return version;
        }

        public int getAccess() {
            return access;
        }

        public @Nullable String getSignature() {
            return signature;
        }

        /** Returns the superclass; null for that of all classes. */
        public @Nullable String getSuperName() {
            return superName;
        }

        public String @Nullable [] getInterfaces() {
            return interfaces;
        }

        /** Returns the directory or archive of the class. */
        public Resource getContainingResource() {
            return containingResource;
        }

        @Override
        public String toString() {
            return className;
        }
    }

    /** A method of a class. Immutable. */
    public static class MethodInfo {
        private final ClassInfo classInfo;
        private final String methodName;
        private final int access;
        private final String desc;
        private final @Nullable String signature;
        private final String @Nullable [] exceptions;

        public MethodInfo(
                ClassInfo classInfo,
                String methodName,
                int access,
                String desc,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            this.classInfo = classInfo;
            this.methodName = methodName;
            this.access = access;
            this.desc = desc;
            this.signature = signature;
            this.exceptions = exceptions;
        }

        public ClassInfo getClassInfo() {
            return classInfo;
        }

        public String getMethodName() {
            return methodName;
        }

        public int getAccess() {
            return access;
        }

        public String getDesc() {
            return desc;
        }

        public @Nullable String getSignature() {
            return signature;
        }

        public String @Nullable [] getExceptions() {
            return exceptions;
        }
    }

    /** A field of a class. Immutable. */
    public static class FieldInfo {
        private final ClassInfo classInfo;
        private final String fieldName;
        private final int access;
        private final String fieldType;
        private final @Nullable String signature;
        private final @Nullable Object value;

        public FieldInfo(
                ClassInfo classInfo,
                String fieldName,
                int access,
                String fieldType,
                @Nullable String signature,
                @Nullable Object value) {
            this.classInfo = classInfo;
            this.fieldName = fieldName;
            this.access = access;
            this.fieldType = fieldType;
            this.signature = signature;
            this.value = value;
        }

        public ClassInfo getClassInfo() {
            return classInfo;
        }

        public String getFieldName() {
            return fieldName;
        }

        public int getAccess() {
            return access;
        }

        public String getFieldType() {
            return fieldType;
        }

        public @Nullable String getSignature() {
            return signature;
        }

        /** Returns the value of a constant; null if it is none. */
        public @Nullable Object getValue() {
            return value;
        }
    }

    public AnnotationParser() {}

    /** Returns the class name of a descriptor or internal name: {@code Lcom/acme/Foo;} is {@code com.acme.Foo}. */
    @NullContract("!null -> !null")
    public static @Nullable String normalize(@Nullable String name) {
        if (name == null) {
            return null;
        }
        boolean descriptor = name.startsWith("L") && name.endsWith(";");
        return (descriptor ? name.substring(1, name.length() - 1) : name).replace('/', '.');
    }

    @NullContract("!null -> !null")
    public static String @Nullable [] normalize(String @Nullable [] names) {
        if (names == null) {
            return null;
        }
        String[] normal = new String[names.length];
        for (int i = 0; i < names.length; i++) {
            normal[i] = normalize(names[i]);
        }
        return normal;
    }

    /**
     * Returns the names of the classes that an element of an annotation of a class has, which need not be there.
     *
     * @param classFile the class that is annotated
     * @param element a class, or an array of classes
     */
    public static List<String> classValues(byte[] classFile, String annotation, String element) {
        List<String> names = new ArrayList<>();
        ClassVisitor visitor = new ClassVisitor(API) {
            @Override
            public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
                return annotation.equals(normalize(descriptor)) ? new ClassValues(element, names) : null;
            }
        };
        new ClassReader(classFile).accept(visitor, FLAGS);
        return names;
    }

    private static final class ClassValues extends AnnotationVisitor {
        private final @Nullable String element;
        private final List<String> names;

        /** @param element null for the values of an array, which have no name */
        ClassValues(@Nullable String element, List<String> names) {
            super(API);
            this.element = element;
            this.names = names;
        }

        @Override
        public void visit(@Nullable String name, Object value) {
            if (value instanceof Type type && (element == null || element.equals(name))) {
                names.add(type.getClassName());
            }
        }

        @Override
        public @Nullable AnnotationVisitor visitArray(String name) {
            return name.equals(element) ? new ClassValues(null, names) : null;
        }
    }

    /**
     * Parses a directory, archive or class file.
     *
     * @throws IOException names the archive when it cannot be read as one
     */
    public void parse(Set<? extends Handler> handlers, @Nullable Resource resource) throws Exception {
        if (resource == null || handlers.isEmpty()) {
            return;
        }
        Path path = resource.getPath();
        if (path == null) {
            throw new IOException("Not a file: " + resource);
        }
        Handler[] all = handlers.toArray(new Handler[0]);
        unreadable = 0;
        if (Files.isDirectory(path)) {
            parseDirectory(all, resource, path);
        } else if (path.toString().endsWith(".class")) {
            parseFile(all, resource, path);
        } else {
            parseArchive(all, resource, path);
        }
        if (unreadable > 0) {
            LOG.warn(
                    "{} class files of {} cannot be read and are not scanned, such as {}",
                    unreadable,
                    resource,
                    firstUnreadable);
        }
    }

    /** Whether class files of what was parsed last could not be read. */
    boolean hasSkipped() {
        return unreadable > 0;
    }

    private void parseDirectory(Handler[] handlers, Resource resource, Path directory) throws IOException {
        // class loaders follow links, too
        Set<FileVisitOption> links = EnumSet.of(FileVisitOption.FOLLOW_LINKS);
        Files.walkFileTree(directory, links, Integer.MAX_VALUE, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
                boolean skips = dir.getFileName() != null
                        && dir.getFileName().toString().startsWith("META-INF")
                        && directory.equals(dir.getParent());
                return skips ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (isClass(file.getFileName().toString())) {
                    parseFile(handlers, resource, file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException x) throws IOException {
                if (x instanceof FileSystemLoopException) {
                    return FileVisitResult.CONTINUE;
                }
                throw x;
            }
        });
    }

    private void parseFile(Handler[] handlers, Resource resource, Path file) throws IOException {
        parse(handlers, resource, Files.readAllBytes(file), file.toString());
    }

    private void parseArchive(Handler[] handlers, Resource resource, Path path) throws IOException {
        try (JarFile jar = new JarFile(path.toFile(), false, ZipFile.OPEN_READ, JarFile.runtimeVersion())) {
            Iterator<JarEntry> entries = jar.isMultiRelease()
                    ? jar.versionedStream().iterator()
                    : jar.entries().asIterator();
            while (entries.hasNext()) {
                JarEntry entry = entries.next();
                String name = entry.getName();
                if (!isClass(name) || name.startsWith("META-INF/")) {
                    continue;
                }
                try (InputStream in = jar.getInputStream(entry)) {
                    parse(handlers, resource, in.readAllBytes(), name);
                }
            }
        } catch (ZipException x) {
            throw new IOException(path + ": not a readable library (" + x.getMessage() + ")", x);
        }
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class") && !name.endsWith("module-info.class") && !name.endsWith("package-info.class");
    }

    private void parse(Handler[] handlers, Resource resource, byte[] bytes, String name) {
        try {
            new ClassReader(bytes).accept(new Classes(handlers, resource), FLAGS);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | NegativeArraySizeException x) {
            LOG.debug("Cannot read {}", name, x);
            if (unreadable++ == 0) {
                firstUnreadable = name + " (" + x + ")";
            }
        }
    }

    private static final class Classes extends ClassVisitor {
        private final Handler[] handlers;
        private final Resource resource;
        private final boolean members;
        private @Nullable ClassInfo info;

        Classes(Handler[] handlers, Resource resource) {
            super(API);
            this.handlers = handlers;
            this.resource = resource;
            boolean wanted = false;
            for (Handler handler : handlers) {
                wanted |= handler.isForMembers();
            }
            members = wanted;
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                @Nullable String signature,
                @Nullable String superName,
                String @Nullable [] interfaces) {
            ClassInfo visited = new ClassInfo(
                    resource, normalize(name), version, access, signature, normalize(superName), normalize(interfaces));
            info = visited;
            for (Handler handler : handlers) {
                handler.handle(visited);
            }
        }

        private ClassInfo info() {
            ClassInfo visited = info;
            assert visited != null : "the class is visited before what it has";
            return visited;
        }

        @Override
        public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            String annotation = normalize(descriptor);
            for (Handler handler : handlers) {
                handler.handle(info(), annotation);
            }
            return null;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            if (!members) {
                return null;
            }
            MethodInfo method = new MethodInfo(info(), name, access, descriptor, signature, normalize(exceptions));
            for (Handler handler : handlers) {
                if (handler.isForMembers()) {
                    handler.handle(method);
                }
            }
            return new MethodVisitor(API) {
                @Override
                public @Nullable AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                    String annotationName = normalize(annotation);
                    for (Handler handler : handlers) {
                        if (handler.isForMembers()) {
                            handler.handle(method, annotationName);
                        }
                    }
                    return null;
                }
            };
        }

        @Override
        public @Nullable FieldVisitor visitField(
                int access, String name, String descriptor, @Nullable String signature, @Nullable Object value) {
            if (!members) {
                return null;
            }
            String type = Type.getType(descriptor).getClassName();
            FieldInfo field = new FieldInfo(info(), name, access, type, signature, value);
            for (Handler handler : handlers) {
                if (handler.isForMembers()) {
                    handler.handle(field);
                }
            }
            return new FieldVisitor(API) {
                @Override
                public @Nullable AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                    String annotationName = normalize(annotation);
                    for (Handler handler : handlers) {
                        if (handler.isForMembers()) {
                            handler.handle(field, annotationName);
                        }
                    }
                    return null;
                }
            };
        }
    }
}
