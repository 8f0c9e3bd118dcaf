package org.eclipse.jetty.util.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Names the content of an archive.
 *
 * <p>It is a digest of the central directory, with name, size and CRC-32 of each entry (APPNOTE.TXT 4.3.12), found by the
 * end record (4.3.16); of an archive without one that can be used, such as ZIP64, of all its bytes. Thread-safe.
 */
final class ArchiveKey {
    private static final int END_SIGNATURE = 0x06054b50;
    private static final int END_SIZE = 22;
    private static final int MAX_COMMENT = 0xffff;
    private static final int BLOCK = 1 << 16;

    private ArchiveKey() {}

    /** Returns 64 hexadecimal digits. */
    static String of(Path archive) throws IOException {
        MessageDigest digest = sha256();
        try (FileChannel file = FileChannel.open(archive, StandardOpenOption.READ)) {
            long size = file.size();
            ByteBuffer tail = read(file, Math.max(0, size - END_SIZE - MAX_COMMENT), size);
            long begin = 0;
            for (int at = tail.limit() - END_SIZE; at >= 0; at--) {
                if (tail.getInt(at) != END_SIGNATURE) continue;
                long length = tail.getInt(at + 12) & 0xffffffffL;
                long offset = tail.getInt(at + 16) & 0xffffffffL;
                // an archive behind another file counts its offsets from its own begin
                long end = size - tail.limit() + at;
                if (offset + length <= end) begin = end - length;
                break;
            }
            update(digest, file, begin, size);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void update(MessageDigest digest, FileChannel file, long begin, long end) throws IOException {
        for (long at = begin; at < end; at += BLOCK) digest.update(read(file, at, Math.min(end, at + BLOCK)));
    }

    private static ByteBuffer read(FileChannel file, long begin, long end) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) (end - begin)).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) if (file.read(buffer, begin + buffer.position()) < 0) break;
        return buffer.flip();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException x) {
            throw new IllegalStateException("each Java platform has SHA-256", x);
        }
    }
}
