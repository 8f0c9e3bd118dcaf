package org.eclipse.jetty.tests.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Copies classes so that their calls of the JDK's reflection go to {@link Reflection}. */
final class Rewriting {
    private static final String TARGET = Type.getInternalName(Reflection.class);

    /** Names and descriptors of the methods there; an instance is the first argument. */
    private static final Set<String> METHODS = Arrays.stream(Reflection.class.getDeclaredMethods())
            .map(method -> method.getName() + Type.getMethodDescriptor(method))
            .collect(Collectors.toSet());

    private Rewriting() {}

    /** Copies a jar, or a folder of classes, into a folder. */
    static void copy(Path from, Path to) throws IOException {
        if (Files.isDirectory(from)) {
            try (Stream<Path> files = Files.walk(from)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    write(to.resolve(from.relativize(file).toString()), Files.readAllBytes(file));
                }
            }
            return;
        }
        try (JarFile jar = new JarFile(from.toFile())) {
            for (var entry : jar.stream().filter(entry -> !entry.isDirectory()).toList()) {
                write(to.resolve(entry.getName()), jar.getInputStream(entry).readAllBytes());
            }
        }
    }

    private static void write(Path file, byte[] content) throws IOException {
        Files.createDirectories(file.getParent());
        String name = file.getFileName().toString();
        Files.write(file, name.endsWith(".class") && !name.equals("module-info.class") ? rewrite(content) : content);
    }

    private static byte[] rewrite(byte[] content) {
        ClassReader reader = new ClassReader(content);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        return new Calls(super.visitMethod(access, name, descriptor, signature, exceptions));
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static final class Calls extends MethodVisitor {
        Calls(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean virtual = opcode == Opcodes.INVOKEVIRTUAL;
            String called = virtual ? "(L" + owner + ";" + descriptor.substring(1) : descriptor;
            boolean reflection = (virtual && (owner.equals("java/lang/Class") || owner.equals("java/lang/ClassLoader")))
                    || (opcode == Opcodes.INVOKESTATIC
                            && (owner.equals("java/lang/Class") || owner.equals("java/util/ResourceBundle")));
            if (reflection && METHODS.contains(name + called)) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, TARGET, name, called, false);
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }
    }
}
