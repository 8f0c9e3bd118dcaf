package org.eclipse.jetty.annotations;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An index as octets: entries with strings that are written once each. Stateless. */
final class ClassIndexFormat {
    /** To be changed with the format. */
    static final int NUMBER = 0x4a434902;

    private ClassIndexFormat() {}

    static ClassIndex read(DataInputStream in) throws IOException {
        return new Reader(in).index();
    }

    static void write(ClassIndex index, DataOutputStream out) throws IOException {
        new Writer(out).index(index);
    }

    private static final class Writer {
        private final DataOutputStream out;
        private final Map<String, Integer> known = new HashMap<>();

        Writer(DataOutputStream out) {
            this.out = out;
        }

        void index(ClassIndex index) throws IOException {
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
            for (String one : all) {
                string(one);
            }
        }

        /** 0 for null, 1 and the string for a new one, else its number. */
        private void string(@Nullable String one) throws IOException {
            if (one == null) {
                out.writeInt(0);
                return;
            }
            Integer number = known.putIfAbsent(one, known.size() + 2);
            out.writeInt(number == null ? 1 : number);
            if (number == null) {
                out.writeUTF(one);
            }
        }
    }

    private static final class Reader {
        private final DataInputStream in;
        private final List<String> known = new ArrayList<>();

        Reader(DataInputStream in) {
            this.in = in;
        }

        ClassIndex index() throws IOException {
            int size = in.readInt();
            List<ClassIndex.Entry> entries = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                entries.add(new ClassIndex.Entry(
                        name(), in.readInt(), in.readInt(), string(), strings(), strings(), members()));
            }
            return new ClassIndex(entries, false);
        }

        private List<ClassIndex.Member> members() throws IOException {
            int size = in.readInt();
            List<ClassIndex.Member> members = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                members.add(new ClassIndex.Member(in.readBoolean(), name(), in.readInt(), name(), strings()));
            }
            return List.copyOf(members);
        }

        private List<String> strings() throws IOException {
            int size = in.readInt();
            if (size == 0) {
                return List.of();
            }
            List<String> all = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                all.add(name());
            }
            return List.copyOf(all);
        }

        /** A string that an index has to have. */
        private String name() throws IOException {
            String name = string();
            if (name == null) {
                throw new IOException("an index of classes without a name");
            }
            return name;
        }

        private @Nullable String string() throws IOException {
            int number = in.readInt();
            if (number == 0) {
                return null;
            }
            if (number > 1) {
                return known.get(number - 2);
            }
            String one = in.readUTF();
            known.add(one);
            return one;
        }
    }
}
