package org.eclipse.jetty.ee.webapp;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.archive.ArchiveIndexes;

/** How contents of libraries are kept in files. Stateless. */
final class LibraryContentsKind implements ArchiveIndexes.Kind<LibraryContents> {
    static final LibraryContentsKind INSTANCE = new LibraryContentsKind();

    private LibraryContentsKind() {}

    @Override
    public String name() {
        return "contents";
    }

    @Override
    public int format() {
        return 0x4a4c4301;
    }

    @Override
    public LibraryContents scan(Path archive) throws IOException {
        return LibraryScan.ofArchive(archive);
    }

    @Override
    public void write(LibraryContents contents, DataOutputStream out) throws IOException {
        byte[] fragment = contents.fragment();
        out.writeInt(fragment == null ? -1 : fragment.length);
        if (fragment != null) {
            out.write(fragment);
        }
        out.writeBoolean(contents.hasResources());
        out.writeBoolean(contents.hasClassPath());
        out.writeInt(contents.tagLibraries().size());
        for (TagLibrary library : contents.tagLibraries()) {
            out.writeUTF(library.name());
            out.writeBoolean(library.uri() != null);
            if (library.uri() != null) {
                out.writeUTF(library.uri());
            }
            write(library.listeners(), out);
            out.writeBoolean(library.readable());
        }
        out.writeInt(contents.services().size());
        for (Map.Entry<String, List<String>> entry : contents.services().entrySet()) {
            out.writeUTF(entry.getKey());
            write(entry.getValue(), out);
        }
    }

    private static void write(List<String> all, DataOutputStream out) throws IOException {
        out.writeInt(all.size());
        for (String one : all) {
            out.writeUTF(one);
        }
    }

    @Override
    public LibraryContents read(DataInputStream in) throws IOException {
        byte[] fragment = null;
        int length = in.readInt();
        if (length >= 0) {
            fragment = in.readNBytes(length);
        }
        if (fragment != null && fragment.length < length) {
            throw new EOFException();
        }
        boolean resources = in.readBoolean();
        boolean classPath = in.readBoolean();
        List<TagLibrary> tagLibraries = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            tagLibraries.add(new TagLibrary(
                    in.readUTF(), in.readBoolean() ? in.readUTF() : null, strings(in), in.readBoolean()));
        }
        Map<String, List<String>> services = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            services.put(in.readUTF(), strings(in));
        }
        return new LibraryContents(fragment, resources, classPath, tagLibraries, services);
    }

    private static List<String> strings(DataInputStream in) throws IOException {
        List<String> all = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            all.add(in.readUTF());
        }
        return List.copyOf(all);
    }
}
