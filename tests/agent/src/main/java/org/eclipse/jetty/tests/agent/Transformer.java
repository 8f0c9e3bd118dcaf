package org.eclipse.jetty.tests.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Adds calls of {@link Points} to methods. Thread-safe. */
final class Transformer implements ClassFileTransformer {
    private static final String POINTS = Points.class.getName().replace('.', '/');
    private static final String OWN = Agent.class.getPackageName() + ".";

    /** A point as often as it was added. */
    private final List<Point> points = new CopyOnWriteArrayList<>();

    void add(List<Point> added) {
        points.addAll(added);
    }

    void remove(List<Point> removed) {
        removed.forEach(points::remove);
    }

    /** Whether a class can be changed: one of the server that is tested. */
    static boolean isCandidate(String className) {
        return className.startsWith("org.eclipse.jetty.") && !className.startsWith(OWN);
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String internalName, Class<?> old, ProtectionDomain domain, byte[] classFile) {
        if (internalName == null || points.isEmpty()) {
            return null;
        }
        String name = internalName.replace('/', '.');
        if (!isCandidate(name)) {
            return null;
        }
        try {
            ClassReader reader = new ClassReader(classFile);
            List<Point> here = new ArrayList<>();
            for (Point point : points) {
                if (point.isIn(name, type -> extend(loader, reader, type.replace('.', '/')))) {
                    here.add(point);
                }
            }
            return here.isEmpty() ? null : change(reader, name, here);
        } catch (Throwable x) {
            // the JVM drops what is thrown here, and takes the class as it was
            System.err.println("agent: cannot change " + name + ": " + x);
            return null;
        }
    }

    private static boolean extend(ClassLoader loader, ClassReader reader, String type) {
        List<String> direct = new ArrayList<>(List.of(reader.getInterfaces()));
        if (reader.getSuperName() != null) {
            direct.add(reader.getSuperName());
        }
        if (direct.contains(type)) {
            return true;
        }
        for (String name : direct) {
            if (isCandidate(name.replace('/', '.')) && extendsRead(loader, name, type)) {
                return true;
            }
        }
        return false;
    }

    private static boolean extendsRead(ClassLoader loader, String name, String type) {
        try (InputStream file = loader.getResourceAsStream(name + ".class")) {
            return file != null && extend(loader, new ClassReader(file), type);
        } catch (IOException x) {
            throw new IllegalStateException(x);
        }
    }

    private static byte[] change(ClassReader reader, String name, List<Point> here) {
        // frames stay as they are: what is added does not branch
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String method, String descriptor, String signature, String[] exceptions) {
                        MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
                        boolean enter = here.stream().anyMatch(point -> !point.exit() && point.isMethod(method));
                        boolean exit = here.stream().anyMatch(point -> point.exit() && point.isMethod(method));
                        return method.startsWith("<") || !enter && !exit
                                ? next
                                : new Caller(next, name, method, (access & Opcodes.ACC_STATIC) != 0, enter, exit);
                    }
                },
                0);
        return writer.toByteArray();
    }

    /** Calls at the begin and before each return. */
    private static final class Caller extends MethodVisitor {
        private final String type;
        private final String method;
        private final boolean isStatic;
        private final boolean enter;
        private final boolean exit;

        private Caller(MethodVisitor next, String type, String method, boolean isStatic, boolean enter, boolean exit) {
            super(Opcodes.ASM9, next);
            this.type = type;
            this.method = method;
            this.isStatic = isStatic;
            this.enter = enter;
            this.exit = exit;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (enter) {
                call(false);
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (exit && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                call(true);
            }
            super.visitInsn(opcode);
        }

        private void call(boolean atExit) {
            visitLdcInsn(type);
            visitLdcInsn(method);
            super.visitInsn(atExit ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
            if (isStatic) {
                super.visitInsn(Opcodes.ACONST_NULL);
            } else {
                visitVarInsn(Opcodes.ALOAD, 0);
            }
            visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    POINTS,
                    "reached",
                    "(Ljava/lang/String;Ljava/lang/String;ZLjava/lang/Object;)V",
                    false);
        }
    }
}
