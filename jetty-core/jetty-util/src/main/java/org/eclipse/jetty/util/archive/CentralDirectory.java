package org.eclipse.jetty.util.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where an archive keeps its entries (APPNOTE.TXT 4.3.12), as its end record tells (4.3.16). Stateless.
 *
 * <p>Of an archive without an end record that can be used, such as ZIP64, nothing is told.
 */
public final class CentralDirectory {
    private static final int END_SIGNATURE = 0x06054b50;
    private static final int END_SIZE = 22;
    private static final int MAX_COMMENT = 0xffff;
    private static final int ENTRY_SIGNATURE = 0x02014b50;
    private static final int ENTRY_SIZE = 46;
    private static final int LOCAL_SIGNATURE = 0x04034b50;
    private static final int LOCAL_SIZE = 30;

    private CentralDirectory() {}

    /**
     * Where the directory is.
     *
     * @param shift what is to be added to offsets: an archive behind another file counts from its own begin
     */
    record Place(long begin, long length, long shift) {}

    /** Returns null when there is none. */
    static @Nullable Place find(FileChannel file) throws IOException {
        long size = file.size();
        ByteBuffer tail = read(file, Math.max(0, size - END_SIZE - MAX_COMMENT), size);
        for (int at = tail.limit() - END_SIZE; at >= 0; at--) {
            if (tail.getInt(at) != END_SIGNATURE) {
                continue;
            }
            long length = tail.getInt(at + 12) & 0xffffffffL;
            long offset = tail.getInt(at + 16) & 0xffffffffL;
            long end = size - tail.limit() + at;
            return offset + length <= end ? new Place(end - length, length, end - length - offset) : null;
        }
        return null;
    }

    /** Returns where the local headers of entries are, by name; nothing of an archive that is no plain one. */
    public static Map<String, Long> headers(Path archive) throws IOException {
        try (FileChannel file = FileChannel.open(archive, StandardOpenOption.READ)) {
            Place place = find(file);
            if (place == null || place.length > Integer.MAX_VALUE) {
                return Map.of();
            }
            ByteBuffer directory = read(file, place.begin, place.begin + place.length);
            Map<String, Long> headers = new HashMap<>();
            for (int at = 0; at + ENTRY_SIZE <= directory.limit(); ) {
                if (directory.getInt(at) != ENTRY_SIGNATURE) {
                    return Map.of();
                }
                int name = Short.toUnsignedInt(directory.getShort(at + 28));
                int others = Short.toUnsignedInt(directory.getShort(at + 30))
                        + Short.toUnsignedInt(directory.getShort(at + 32));
                if (at + ENTRY_SIZE + name > directory.limit()) {
                    return Map.of();
                }
                String text = new String(directory.array(), at + ENTRY_SIZE, name, StandardCharsets.UTF_8);
                headers.put(text, (directory.getInt(at + 42) & 0xffffffffL) + place.shift);
                at += ENTRY_SIZE + name + others;
            }
            return headers;
        }
    }

    /** Returns where the data behind a local header begins; -1 when there is no such header. */
    public static long data(FileChannel file, long header) throws IOException {
        ByteBuffer local = read(file, header, header + LOCAL_SIZE);
        if (local.limit() < LOCAL_SIZE || local.getInt(0) != LOCAL_SIGNATURE) {
            return -1;
        }
        return header + LOCAL_SIZE + Short.toUnsignedInt(local.getShort(26)) + Short.toUnsignedInt(local.getShort(28));
    }

    static ByteBuffer read(FileChannel file, long begin, long end) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) (end - begin)).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (file.read(buffer, begin + buffer.position()) < 0) {
                break;
            }
        }
        return buffer.flip();
    }
}
