package org.eclipse.jetty.xml;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Documents that an earlier run of the server has parsed, with what they amounted to: who reads the same octets again needs no XML
 * parser. start.jar keeps them beside its archive ({@code --train}).
 *
 * <p>A document is known by all of its octets, whatever it is called and wherever it lies, so a file that was edited is not known. One that
 * depends on more than its octets, as it refers to an external entity, is not kept.
 *
 * <pre>
 * int      the magic number and the version of the format
 * int      CRC 32 of what follows
 * number   of texts; each: twice its length in octets, plus 1 if these are UTF-8 and not ISO 8859-1; octets
 * number   of documents; each: length, octets, length of the tree, tree: text of the DTD or 0, element
 * element  tag, namespace, line + 1, column + 1, number of attributes (name, value), number of children
 * child    0 and an element, or a text
 * </pre>
 *
 * <p>A number has seven bits in an octet, the lowest first; a text is its number, counted from 1. Thread-safe.
 */
final class KnownDocuments {
    /** The file to take documents from. */
    static final String READ = "org.eclipse.jetty.xml.documents";

    /** The file to write the documents of this run to. */
    static final String RECORD = "org.eclipse.jetty.xml.documents.record";

    private static final int MAGIC = 0x4a584401;
    private static final int HEADER = 8;
    private static final int MAX_DOCUMENT = 1 << 18;
    private static final int MAX_ALL = 1 << 22;

    private static final KnownDocuments NONE = new KnownDocuments(new byte[HEADER + 2]);
    private static final KnownDocuments KNOWN = open(System.getProperty(READ));
    private static final @Nullable Recorder RECORDER = record(System.getProperty(RECORD));

    private final byte[] file;
    private final int[] textAt;
    private final String[] texts;
    private final int[] documentAt;

    /** @throws ArrayIndexOutOfBoundsException when numbers are wrong */
    private KnownDocuments(byte[] file) {
        this.file = file;
        Cursor cursor = new Cursor(HEADER);
        texts = new String[cursor.number()];
        textAt = new int[texts.length];
        for (int i = 0; i < textAt.length; i++) {
            textAt[i] = cursor.at;
            cursor.skip(cursor.number() >> 1);
        }
        documentAt = new int[cursor.number()];
        for (int i = 0; i < documentAt.length; i++) {
            documentAt[i] = cursor.at;
            cursor.skip(cursor.number());
            cursor.skip(cursor.number());
        }
    }

    /** Whether there is a use in giving octets to {@link #find} or {@link #record(byte[], XmlParser.Node, String)}. */
    static boolean isUsed() {
        return KNOWN != NONE || RECORDER != null;
    }

    /** The document of these octets, newly made; null when it is not known. */
    static @Nullable Document find(byte[] octets, @Nullable String systemId) {
        return KNOWN.document(octets, systemId);
    }

    /** Keeps what these octets were parsed to, if this run is recorded. */
    static void record(byte[] octets, XmlParser.Node root, @Nullable String dtd) {
        if (RECORDER != null) {
            RECORDER.add(octets, root, dtd);
        }
    }

    private static KnownDocuments open(@Nullable String path) {
        if (path == null) {
            return NONE;
        }
        try {
            return read(Path.of(path));
        } catch (IOException x) {
            Logger log = LoggerFactory.getLogger(KnownDocuments.class);
            log.warn("{} is not used: {}. Renew it with --train, or delete its directory", path, x.toString());
            return NONE;
        }
    }

    /** @throws IOException if it is not a file of this format, or was damaged */
    static KnownDocuments read(Path path) throws IOException {
        byte[] file = Files.readAllBytes(path);
        if (file.length <= HEADER || ByteBuffer.wrap(file).getInt() != MAGIC) {
            throw new IOException("it does not begin as it should");
        }
        if (ByteBuffer.wrap(file).getInt(4) != checksum(file)) {
            throw new IOException("its checksum is wrong");
        }
        try {
            return new KnownDocuments(file);
        } catch (ArrayIndexOutOfBoundsException | NegativeArraySizeException x) {
            throw new IOException("its lengths are wrong", x);
        }
    }

    private static int checksum(byte[] file) {
        CRC32 crc = new CRC32();
        crc.update(file, HEADER, file.length - HEADER);
        return (int) crc.getValue();
    }

    private static @Nullable Recorder record(@Nullable String path) {
        if (path == null) {
            return null;
        }
        Recorder recorder = new Recorder();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> recorder.finish(Path.of(path)), "KnownDocuments"));
        return recorder;
    }

    @Nullable
    Document document(byte[] octets, @Nullable String systemId) {
        for (int start : documentAt) {
            Cursor cursor = new Cursor(start);
            int length = cursor.number();
            if (length != octets.length || !Arrays.equals(file, cursor.at, cursor.at + length, octets, 0, length)) {
                continue;
            }
            cursor.skip(length);
            cursor.number();
            int dtd = cursor.number();
            return new Document(cursor.element(null, systemId), dtd == 0 ? null : cursor.textOf(dtd));
        }
        return null;
    }

    /** The root of a document, and the name of its DTD or null. */
    record Document(XmlParser.Node root, @Nullable String dtd) {}

    private final class Cursor {
        private int at;

        private Cursor(int at) {
            this.at = at;
        }

        private int number() {
            int number = 0;
            for (int shift = 0; ; shift += 7) {
                byte octet = file[at++];
                number |= (octet & 0x7f) << shift;
                if (octet >= 0) {
                    return number;
                }
            }
        }

        private void skip(int octets) {
            at += octets;
        }

        private String text() {
            return textOf(number());
        }

        private String textOf(int number) {
            String text = texts[number - 1];
            if (text == null) {
                Cursor cursor = new Cursor(textAt[number - 1]);
                int length = cursor.number();
                text = new String(
                        file,
                        cursor.at,
                        length >> 1,
                        (length & 1) == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
                texts[number - 1] = text;
            }
            return text;
        }

        private XmlParser.Node element(XmlParser.@Nullable Node parent, @Nullable String systemId) {
            String tag = text();
            String namespace = text();
            XmlParser.Place place = new XmlParser.Place(systemId, number() - 1, number() - 1);
            XmlParser.Attribute[] attributes = new XmlParser.Attribute[number()];
            for (int i = 0; i < attributes.length; i++) {
                attributes[i] = new XmlParser.Attribute(text(), text());
            }
            XmlParser.Node node = new XmlParser.Node(parent, namespace, tag, attributes, place);
            for (int left = number(); left > 0; left--) {
                int text = number();
                node.append(text == 0 ? element(node, systemId) : textOf(text));
            }
            return node;
        }
    }

    /** Collects documents. Thread-safe. */
    static final class Recorder {
        private final Map<String, Integer> numbers = new HashMap<>();
        private final List<byte[]> documents = new ArrayList<>();
        private final Output texts = new Output();
        private final Output trees = new Output();

        synchronized void add(byte[] octets, XmlParser.Node root, @Nullable String dtd) {
            if (octets.length > MAX_DOCUMENT || trees.size() + octets.length > MAX_ALL) {
                return;
            }
            for (byte[] known : documents) {
                if (Arrays.equals(known, octets)) {
                    return;
                }
            }
            documents.add(octets);
            Output tree = new Output();
            tree.number(dtd == null ? 0 : number(dtd));
            element(tree, root);
            trees.number(octets.length);
            trees.writeBytes(octets);
            trees.number(tree.size());
            trees.writeBytes(tree.toByteArray());
        }

        private void element(Output out, XmlParser.Node node) {
            out.number(number(node.getTag()));
            out.number(number(node.getNamespace()));
            out.number(node.getLineNumber() + 1);
            out.number(node.getColumnNumber() + 1);
            XmlParser.Attribute[] attributes = node.getAttributes();
            out.number(attributes.length);
            for (XmlParser.Attribute attribute : attributes) {
                out.number(number(attribute.getName()));
                out.number(number(attribute.getValue()));
            }
            out.number(node.size());
            for (Object child : node) {
                if (child instanceof XmlParser.Node element) {
                    out.number(0);
                    element(out, element);
                } else {
                    out.number(number((String) child));
                }
            }
        }

        private int number(String text) {
            Integer known = numbers.putIfAbsent(text, numbers.size() + 1);
            if (known != null) {
                return known;
            }
            boolean latin = text.chars().allMatch(c -> c < 256);
            byte[] octets = text.getBytes(latin ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
            texts.number(octets.length << 1 | (latin ? 0 : 1));
            texts.writeBytes(octets);
            return numbers.size();
        }

        synchronized void write(Path path) throws IOException {
            Output body = new Output();
            body.writeBytes(new byte[HEADER]);
            body.number(numbers.size());
            body.writeBytes(texts.toByteArray());
            body.number(documents.size());
            body.writeBytes(trees.toByteArray());
            byte[] file = body.toByteArray();
            ByteBuffer.wrap(file).putInt(MAGIC).putInt(checksum(file));
            Files.deleteIfExists(path);
            // descriptors may hold secrets
            if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(
                        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            Files.write(path, file);
        }

        /** Writes, and reads as a later run will: so it is in the archive that the JVM makes of this one. */
        private void finish(Path path) {
            try {
                write(path);
                KnownDocuments all = read(path);
                for (byte[] octets : documents) {
                    all.document(octets, null);
                }
            } catch (IOException x) {
                LoggerFactory.getLogger(KnownDocuments.class).warn("cannot write {}", path, x);
            }
        }
    }

    private static final class Output extends ByteArrayOutputStream {
        private void number(int number) {
            int left = number;
            while (left >= 0x80) {
                write(left & 0x7f | 0x80);
                left >>>= 7;
            }
            write(left);
        }
    }
}
