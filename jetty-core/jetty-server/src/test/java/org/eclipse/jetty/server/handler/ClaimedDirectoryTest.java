package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimedDirectoryTest {
    @TempDir
    Path parent;

    /** What a killed process leaves: a directory, and a file that no process has locked. */
    private Path abandon(String name) throws IOException {
        Path directory = Files.createDirectory(parent.resolve(name));
        Files.writeString(directory.resolve("file"), "x");
        Files.createFile(parent.resolve(name + ".lock"));
        return directory;
    }

    @Test
    void newDirectoryIsOfItsOwnerAloneAndGoesWithItsLockFile() throws IOException {
        ClaimedDirectory first = ClaimedDirectory.claimNew(parent, "jetty-a-");
        ClaimedDirectory second = ClaimedDirectory.claimNew(parent, "jetty-a-");
        assertThat(first.path()).isDirectory().isNotEqualTo(second.path());
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(first.path())))
                    .isEqualTo("rwx------");
        }
        Files.writeString(first.path().resolve("file"), "x");
        first.remove();
        second.remove();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void directoriesThatNoProcessHoldsAreRemovedAndOthersAreNot() throws IOException {
        Path abandoned = abandon("jetty-b-1");
        Path elsewhere = abandon("other-1");
        Path unlocked = Files.createDirectory(parent.resolve("jetty-without-lock"));
        ClaimedDirectory held = ClaimedDirectory.claimNew(parent, "jetty-a-");
        ClaimedDirectory kept = ClaimedDirectory.claim(parent, "jetty-c");
        ClaimedDirectory own = ClaimedDirectory.claimNew(parent, "jetty-a-");
        own.removeAbandoned();
        assertThat(abandoned).doesNotExist();
        assertThat(parent.resolve("jetty-b-1.lock")).doesNotExist();
        assertThat(elsewhere).isDirectory();
        assertThat(unlocked).isDirectory();
        assertThat(held.path()).isDirectory();
        assertThat(kept.path()).isDirectory();
        own.remove();
        held.remove();
        kept.release();
    }

    @Test
    void linkIsNotFollowed() throws IOException {
        Path target = Files.createDirectory(parent.resolve("precious"));
        Files.writeString(target.resolve("file"), "x");
        Files.createSymbolicLink(parent.resolve("jetty-link"), target);
        Files.createFile(parent.resolve("jetty-link.lock"));
        ClaimedDirectory own = ClaimedDirectory.claimNew(parent, "jetty-a-");
        own.removeAbandoned();
        assertThat(target.resolve("file")).exists();
        own.remove();
    }

    /** On some systems, closing a second channel to the file would end the lock of the first. */
    @Test
    void directoryThatIsClaimedInThisProcessStaysLockedWhenAnotherOneWantsIt() throws Exception {
        ClaimedDirectory first = ClaimedDirectory.claim(parent, "jetty-d");
        assertThat(ClaimedDirectory.claim(parent, "jetty-d")).isNull();
        assertThat(isLocked(parent.resolve("jetty-d.lock"))).isTrue();
        first.release();
        ClaimedDirectory second = ClaimedDirectory.claim(parent, "jetty-d");
        assertThat(second).isNotNull();
        second.release();
    }

    /** Whether another process finds it locked. */
    private static boolean isLocked(Path file) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Locked.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        return process.waitFor() == 1;
    }

    /** A program that ends with 1 if the file of its argument is locked. */
    public static final class Locked {
        private Locked() {}

        public static void main(String[] arguments) throws IOException {
            try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
                System.exit(channel.tryLock() == null ? 1 : 0);
            }
        }
    }
}
