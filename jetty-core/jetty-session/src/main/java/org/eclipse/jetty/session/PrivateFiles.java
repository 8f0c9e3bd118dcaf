package org.eclipse.jetty.session;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files and directories that other users of the machine can neither read nor list, where file systems know of users. */
final class PrivateFiles {
    private static final Logger LOG = LoggerFactory.getLogger(PrivateFiles.class);
    private static final FileAttribute<?>[] NONE = {};

    private PrivateFiles() {}

    private static FileAttribute<?>[] mode(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : NONE;
    }

    /** Makes a directory, and those above it that are missing, of mode 0700; one that is there stays as it is. */
    static void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory, mode(directory, "rwx------"));
    }

    /** Opens a new file of mode 0600, in place of one that is there. */
    static OutputStream newOutputStream(Path file) throws IOException {
        Files.deleteIfExists(file);
        return Channels.newOutputStream(Files.newByteChannel(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mode(file, "rw-------")));
    }

    /** Warns of a file with secrets that other users can read. */
    static void warnIfReadable(Path file) throws IOException {
        if (isOpenToOthers(file)) {
            LOG.warn("Other users can read {}, which holds keys (expected: rw-------)", file);
        }
    }

    private static boolean isOpenToOthers(Path path) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        if (view == null) {
            return false;
        }
        Set<PosixFilePermission> permissions = view.readAttributes().permissions();
        return permissions.contains(PosixFilePermission.GROUP_READ)
                || permissions.contains(PosixFilePermission.OTHERS_READ);
    }

    /** Warns of a directory that other users can list. It may be meant for others, too: its mode is not changed. */
    static void warnIfListable(Path directory) throws IOException {
        if (isOpenToOthers(directory)) {
            LOG.warn(
                    "Other users can list the session directory {}, and files there are named by ids of sessions: {} (expected: rwx------)",
                    directory,
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
        }
    }
}
