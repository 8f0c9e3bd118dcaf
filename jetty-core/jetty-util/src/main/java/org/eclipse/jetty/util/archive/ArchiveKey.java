package org.eclipse.jetty.util.archive;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.eclipse.jetty.util.Digests;

/**
 * Names the content of an archive.
 *
 * <p>It is a digest of the central directory, with name, size and CRC-32 of each entry; of an archive without one that can be
 * used of all its bytes. Thread-safe.
 */
final class ArchiveKey {
    private static final int BLOCK = 1 << 16;

    private ArchiveKey() {}

    /** Returns 64 hexadecimal digits. */
    static String of(Path archive) throws IOException {
        MessageDigest digest = Digests.sha256();
        try (FileChannel file = FileChannel.open(archive, StandardOpenOption.READ)) {
            CentralDirectory.Place place = CentralDirectory.find(file);
            long end = file.size();
            for (long at = place == null ? 0 : place.begin(); at < end; at += BLOCK) {
                digest.update(CentralDirectory.read(file, at, Math.min(end, at + BLOCK)));
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
