package org.eclipse.jetty.ee.webapp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.archive.CentralDirectory;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was unpacked of WAR files while the server starts: a library that another application has as well is copied, which takes
 * a fraction of the time that inflating it once more takes.
 *
 * <p>It is the same when the compressed data of both WAR files are octet for octet the same; what is copied must still have the
 * length and the CRC-32 that the WAR tells. Thread-safe.
 */
public final class UnpackedFiles {
    private static final Logger LOG = LoggerFactory.getLogger(UnpackedFiles.class);
    private static final int BLOCK = 1 << 14;

    /** Smaller ones are inflated as soon as they are compared. */
    private static final int LEAST = 1 << 15;

    private record Key(long crc, long size, long compressed, int method) {
        static Key of(ZipEntry entry) {
            return new Key(entry.getCrc(), entry.getSize(), entry.getCompressedSize(), entry.getMethod());
        }
    }

    private record Unpacked(Path war, String name, Path file) {}

    private final Map<Key, Unpacked> known = new ConcurrentHashMap<>();
    private final Map<Path, Map<String, Long>> headers = new ConcurrentHashMap<>();
    private volatile boolean forgets;

    /** @param server null for an application without one */
    public static UnpackedFiles of(@Nullable Server server) {
        if (server == null) {
            return new UnpackedFiles();
        }
        synchronized (server) {
            UnpackedFiles present = server.getBean(UnpackedFiles.class);
            if (present != null) {
                return present;
            }
            UnpackedFiles made = new UnpackedFiles();
            // applications that come later come one by one, and not at the start
            if (server.isStarted()) {
                made.forget();
            }
            server.addBean(made, false);
            server.addEventListener(new LifeCycle.Listener() {
                @Override
                public void lifeCycleStarted(LifeCycle event) {
                    made.forget();
                }
            });
            return made;
        }
    }

    void forget() {
        forgets = true;
        known.clear();
        headers.clear();
    }

    /** Remembers that an entry was unpacked there. */
    public void add(Path war, ZipEntry entry, Path file) {
        if (!forgets && entry.getSize() >= LEAST) {
            known.putIfAbsent(Key.of(entry), new Unpacked(war, entry.getName(), file));
        }
    }

    /** Writes the file of an entry when the same was unpacked before; false when it is still to be unpacked. */
    public boolean copy(Path war, ZipEntry entry, Path target) {
        if (forgets || entry.getSize() < LEAST) {
            return false;
        }
        Unpacked same = known.get(Key.of(entry));
        if (same == null) {
            return false;
        }
        try {
            return isSame(war, entry, same) && copyFile(same.file, entry, target);
        } catch (IOException x) {
            LOG.debug("{} of {} is not copied from {}", entry, war, same.file, x);
            return false;
        }
    }

    private boolean isSame(Path war, ZipEntry entry, Unpacked other) throws IOException {
        Long header = headers(war).get(entry.getName());
        Long otherHeader = headers(other.war).get(other.name);
        if (header == null || otherHeader == null) {
            return false;
        }
        try (FileChannel mine = FileChannel.open(war, StandardOpenOption.READ);
                FileChannel theirs = FileChannel.open(other.war, StandardOpenOption.READ)) {
            long at = CentralDirectory.data(mine, header);
            long otherAt = CentralDirectory.data(theirs, otherHeader);
            if (at < 0 || otherAt < 0) {
                return false;
            }
            ByteBuffer a = ByteBuffer.allocate(BLOCK);
            ByteBuffer b = ByteBuffer.allocate(BLOCK);
            for (long done = 0; done < entry.getCompressedSize(); done += BLOCK) {
                int length = (int) Math.min(BLOCK, entry.getCompressedSize() - done);
                if (!fill(mine, at + done, a, length) || !fill(theirs, otherAt + done, b, length)) {
                    return false;
                }
                if (!a.equals(b)) {
                    return false;
                }
            }
            return true;
        }
    }

    private Map<String, Long> headers(Path war) throws IOException {
        Map<String, Long> present = headers.get(war);
        if (present != null) {
            return present;
        }
        Map<String, Long> read = CentralDirectory.headers(war);
        headers.put(war, read);
        return read;
    }

    private static boolean fill(FileChannel file, long at, ByteBuffer buffer, int length) throws IOException {
        buffer.clear().limit(length);
        while (buffer.hasRemaining()) {
            if (file.read(buffer, at + buffer.position()) < 0) {
                return false;
            }
        }
        buffer.flip();
        return true;
    }

    private static boolean copyFile(Path source, ZipEntry entry, Path target) throws IOException {
        CRC32 crc = new CRC32();
        long size = 0;
        try (FileChannel in = FileChannel.open(source, StandardOpenOption.READ);
                FileChannel out = FileChannel.open(
                        target,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer buffer = ByteBuffer.allocate(BLOCK);
            while (in.read(buffer) >= 0) {
                buffer.flip();
                size += buffer.remaining();
                crc.update(buffer.duplicate());
                while (buffer.hasRemaining()) {
                    out.write(buffer);
                }
                buffer.clear();
            }
        }
        return size == entry.getSize() && crc.getValue() == entry.getCrc();
    }
}
