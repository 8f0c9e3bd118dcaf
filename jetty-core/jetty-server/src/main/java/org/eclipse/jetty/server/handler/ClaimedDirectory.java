package org.eclipse.jetty.server.handler;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.util.IO;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that one context of one process has, as long as it holds the lock on a file beside it: the lock ends with the process
 * however that ends.
 *
 * <p>One of a fixed name is found again, with its content, by the next one that claims it. One of a new name is removed by its owner,
 * or, if the process was killed, by a later one. Thread-safe.
 */
final class ClaimedDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(ClaimedDirectory.class);
    private static final String LOCK = ".lock";
    private static final SecureRandom RANDOM = new SecureRandom();
    /** Those of this process: to open and close their lock files again would end the locks on some systems. */
    private static final Set<Path> OF_THIS_PROCESS = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final Path lock;
    private final FileChannel lockFile;

    private ClaimedDirectory(Path path, Path lock, FileChannel lockFile) {
        this.path = path;
        this.lock = lock;
        this.lockFile = lockFile;
    }

    /** Claims a directory and makes it if need be; returns null when another one has claimed it. */
    static @Nullable ClaimedDirectory claim(Path parent, String name) throws IOException {
        return claim(parent.resolve(name), false);
    }

    /** Makes and claims a directory of a new name, which only its owner can use. */
    static ClaimedDirectory claimNew(Path parent, String prefix) throws IOException {
        while (true) {
            try {
                ClaimedDirectory claimed =
                        claim(parent.resolve(prefix + Long.toUnsignedString(RANDOM.nextLong(), 36)), true);
                if (claimed != null) {
                    return claimed;
                }
            } catch (FileAlreadyExistsException x) {
                LOG.debug("another name is tried", x);
            }
        }
    }

    /** @param fresh whether directory and lock file must not be there yet, and are for their owner only */
    private static @Nullable ClaimedDirectory claim(Path path, boolean fresh) throws IOException {
        // first, so that no other thread takes the lock file for one that was left
        if (!OF_THIS_PROCESS.add(path.toAbsolutePath())) {
            return null;
        }
        Path lock = path.resolveSibling(path.getFileName() + LOCK);
        ClaimedDirectory claimed = null;
        FileChannel file = null;
        try {
            file = FileChannel.open(
                    lock,
                    Set.of(fresh ? StandardOpenOption.CREATE_NEW : StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                    fresh ? ofOwner("rw-------") : new FileAttribute<?>[0]);
            FileLock locked = file.tryLock();
            // another process that removes what was left may have had the lock, and removed the file
            if (locked != null && Files.exists(lock, LinkOption.NOFOLLOW_LINKS)) {
                if (fresh) {
                    Files.createDirectory(path, ofOwner("rwx------"));
                } else {
                    Files.createDirectories(path);
                }
                claimed = new ClaimedDirectory(path, lock, file);
            }
            return claimed;
        } finally {
            if (claimed == null) {
                OF_THIS_PROCESS.remove(path.toAbsolutePath());
                if (file != null) {
                    file.close();
                }
            }
        }
    }

    private static FileAttribute<?>[] ofOwner(String permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static Path directoryOf(Path lock) {
        String name = lock.getFileName().toString();
        return lock.resolveSibling(name.substring(0, name.length() - LOCK.length()));
    }

    /** Removes the directories beside this one, of the same user, that processes have left that were killed. */
    void removeAbandoned() {
        try (DirectoryStream<Path> locks = Files.newDirectoryStream(path.getParent(), "jetty-*" + LOCK)) {
            UserPrincipal user = Files.getOwner(lock);
            for (Path other : locks) {
                if (!OF_THIS_PROCESS.contains(directoryOf(other).toAbsolutePath()) && isOf(user, other)) {
                    removeIfAbandoned(other, user);
                }
            }
        } catch (IOException x) {
            LOG.warn("Cannot clean up {}: {}", path.getParent(), x.toString());
        }
    }

    private static void removeIfAbandoned(Path otherLock, UserPrincipal user) {
        Path directory = directoryOf(otherLock);
        try (FileChannel file = FileChannel.open(otherLock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (file.tryLock() == null) {
                return;
            }
            // a link may lead anywhere: it is left alone
            if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS) && isOf(user, directory)) {
                LOG.info("Removing {}, which a process left that has ended", directory);
                IO.delete(directory);
            }
            Files.deleteIfExists(otherLock);
        } catch (IOException x) {
            LOG.debug("not removed: {}", directory, x);
        }
    }

    private static boolean isOf(UserPrincipal user, Path file) throws IOException {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(user);
    }

    Path path() {
        return path;
    }

    /** Lets others claim it; what is in it stays. */
    void release() throws IOException {
        lockFile.close();
        OF_THIS_PROCESS.remove(path.toAbsolutePath());
    }

    /** Removes it, with what is in it and its lock file. */
    void remove() throws IOException {
        try {
            IO.delete(path);
            Files.deleteIfExists(lock);
        } finally {
            release();
        }
    }
}
