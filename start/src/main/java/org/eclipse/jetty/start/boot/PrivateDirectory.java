package org.eclipse.jetty.start.boot;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;

/**
 * A temporary directory of this process that no other user reads. The JVM deletes it when it ends, after all shutdown hooks, and so after the server
 * has stopped. The description of the package has the states.
 *
 * <p>Confined to the main thread, but for the shutdown hook.
 */
final class PrivateDirectory {
    private static final String PREFIX = "bootable-";
    private static final String LOCK = ".lock";
    private static final int TRIES = 100;

    /** Lock files of this process: a channel that is collected is closed, by which its lock ends. */
    private static final List<FileChannel> HELD = new CopyOnWriteArrayList<>();

    private final Path path;

    private PrivateDirectory(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    /** Makes one, and deletes those that killed processes of the same user have left. */
    static PrivateDirectory make() {
        return make(Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath());
    }

    /** The same, in a directory. */
    static PrivateDirectory make(Path parent) {
        try {
            for (int i = 0; i < TRIES; i++) {
                Path lock = parent.resolve(newName() + LOCK);
                if (hold(lock)) {
                    Path path = directoryOf(lock);
                    try {
                        Files.createDirectory(path, ownerOnly("rwx------"));
                    } catch (FileAlreadyExistsException e) {
                        Files.delete(lock);
                        continue;
                    }
                    deleteAtEnd(lock, path);
                    deleteLeft(parent, lock);
                    return new PrivateDirectory(path);
                }
            }
        } catch (IOException e) {
            throw new StartException(
                    StartException.UNKNOWN,
                    "Cannot make a temporary directory in " + parent + ": " + e
                            + ". -Djava.io.tmpdir=<directory> before -jar names another",
                    e);
        }
        throw new StartException(
                StartException.UNKNOWN, "Cannot make a temporary directory in " + parent + ": all names are taken");
    }

    /** A name that is most likely free; that of a temporary file would need random numbers, which take time to get ready. */
    private static String newName() {
        return PREFIX + ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());
    }

    private static FileAttribute<?>[] ownerOnly(String permissions) {
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

    /** Makes a file and locks it until the JVM ends; false when there is one, or another process has taken it for one that was left. */
    private static boolean hold(Path lock) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    lock, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownerOnly("rw-------"));
        } catch (FileAlreadyExistsException e) {
            return false;
        }
        if (channel.tryLock() != null && Files.exists(lock)) {
            HELD.add(channel);
            return true;
        }
        channel.close();
        return false;
    }

    private static void deleteAtEnd(Path lock, Path path) {
        // no lambda: the first one of a JVM takes time
        Thread hook = new Thread("delete-bootable") {
            @Override
            public void run() {
                markForDeletion(lock, path);
            }
        };
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            StartLog.debug("the JVM ends already: the next start deletes " + path);
        }
    }

    /** Has the JVM delete all that is there, in the reverse order: what is in a directory before it, and the lock last. */
    private static void markForDeletion(Path lock, Path path) {
        lock.toFile().deleteOnExit();
        try {
            Files.walkFileTree(path, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    directory.toFile().deleteOnExit();
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    file.toFile().deleteOnExit();
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    // the server has deleted it itself
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            StartLog.debug("left for the next start: " + path + ": " + e);
        }
    }

    // what was left

    private static void deleteLeft(Path parent, Path own) {
        String[] names = parent.toFile().list();
        try {
            for (String name : names == null ? new String[0] : names) {
                Path lock = parent.resolve(name);
                if (name.startsWith(PREFIX) && name.endsWith(LOCK) && !lock.equals(own)) {
                    UserPrincipal user = Files.getOwner(own);
                    if (isOf(user, lock)) {
                        deleteLeft(user, lock);
                    }
                }
            }
        } catch (IOException e) {
            StartLog.debug("cannot look for what was left in " + parent + ": " + e);
        }
    }

    private static boolean isOf(UserPrincipal user, Path path) throws IOException {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).equals(user);
    }

    private static void deleteLeft(UserPrincipal user, Path lock) {
        try (FileChannel channel = FileChannel.open(lock, Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
                FileLock held = channel.tryLock()) {
            if (held == null) {
                return;
            }
            Path path = directoryOf(lock);
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) && isOf(user, path)) {
                delete(path);
                StartLog.info("Deleted " + path + ", which a process that was killed has left");
            }
            Files.deleteIfExists(lock);
        } catch (IOException | OverlappingFileLockException e) {
            StartLog.debug("not deleted: " + lock + ": " + e);
        }
    }

    private static void delete(Path tree) throws IOException {
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
