package org.eclipse.jetty.annotations;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * An index as a file: a number that names the format, then entries with strings that are written once each, then the CRC-32
 * of what comes before. It is written beside its place and moved there, so that nobody reads one that is not whole.
 * Confined to one thread.
 */
final class ClassIndexFile {
    /** To be changed with the format. */
    private static final int FORMAT = 0x4a434901;

    private ClassIndexFile() {}

    /** @throws IOException if it is not there, or of another format, or damaged */
    static ClassIndex read(Path file) throws IOException {
        CheckedInputStream checked =
                new CheckedInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16), new CRC32());
        try (DataInputStream in = new DataInputStream(checked)) {
            if (in.readInt() != FORMAT) throw new IOException(file + ": another format");
            ClassIndex index = new Reader(in).index();
            int sum = (int) checked.getChecksum().getValue();
            if (in.readInt() != sum) throw new IOException(file + ": damaged");
            return index;
        } catch (IndexOutOfBoundsException | NegativeArraySizeException x) {
            throw new IOException(file + ": damaged", x);
        }
    }

    static void write(Path file, ClassIndex index) throws IOException {
        Path directory = Files.createDirectories(file.getParent());
        Path draft = Files.createTempFile(directory, "draft", ".tmp");
        try {
            CheckedOutputStream checked = new CheckedOutputStream(
                    new BufferedOutputStream(Files.newOutputStream(draft), 1 << 16), new CRC32());
            try (DataOutputStream out = new DataOutputStream(checked)) {
                out.writeInt(FORMAT);
                new Writer(out).index(index);
                out.writeInt((int) checked.getChecksum().getValue());
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static final class Writer {
        private final DataOutputStream out;
        private final Map<String, Integer> known = new HashMap<>();

        Writer(DataOutputStream out) {
            this.out = out;
        }

        void index(ClassIndex index) throws IOException {
            out.writeBoolean(index.hasMembers());
            out.writeInt(index.entries().size());
            for (ClassIndex.Entry entry : index.entries()) {
                string(entry.name());
                out.writeInt(entry.version());
                out.writeInt(entry.access());
                string(entry.superName());
                strings(entry.interfaces());
                strings(entry.annotations());
                out.writeInt(entry.members().size());
                for (ClassIndex.Member member : entry.members()) {
                    out.writeBoolean(member.method());
                    string(member.name());
                    out.writeInt(member.access());
                    string(member.descriptor());
                    strings(member.annotations());
                }
            }
        }

        private void strings(List<String> all) throws IOException {
            out.writeInt(all.size());
            for (String one : all) string(one);
        }

        /** 0 for null, 1 and the string for a new one, else its number. */
        private void string(String one) throws IOException {
            if (one == null) {
                out.writeInt(0);
                return;
            }
            Integer number = known.putIfAbsent(one, known.size() + 2);
            out.writeInt(number == null ? 1 : number);
            if (number == null) out.writeUTF(one);
        }
    }

    private static final class Reader {
        private final DataInputStream in;
        private final List<String> known = new ArrayList<>();

        Reader(DataInputStream in) {
            this.in = in;
        }

        ClassIndex index() throws IOException {
            boolean members = in.readBoolean();
            int size = in.readInt();
            List<ClassIndex.Entry> entries = new ArrayList<>();
            for (int i = 0; i < size; i++)
                entries.add(new ClassIndex.Entry(
                        string(), in.readInt(), in.readInt(), string(), strings(), strings(), members()));
            return new ClassIndex(entries, members);
        }

        private List<ClassIndex.Member> members() throws IOException {
            int size = in.readInt();
            List<ClassIndex.Member> members = new ArrayList<>();
            for (int i = 0; i < size; i++)
                members.add(new ClassIndex.Member(in.readBoolean(), string(), in.readInt(), string(), strings()));
            return List.copyOf(members);
        }

        private List<String> strings() throws IOException {
            int size = in.readInt();
            if (size == 0) return List.of();
            List<String> all = new ArrayList<>();
            for (int i = 0; i < size; i++) all.add(string());
            return List.copyOf(all);
        }

        private String string() throws IOException {
            int number = in.readInt();
            if (number == 0) return null;
            if (number > 1) return known.get(number - 2);
            String one = in.readUTF();
            known.add(one);
            return one;
        }
    }
}
