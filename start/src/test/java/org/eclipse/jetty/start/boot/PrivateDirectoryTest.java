package org.eclipse.jetty.start.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.eclipse.jetty.start.problems.StartException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

class PrivateDirectoryTest {
    // this JVM holds locks in it to its end
    @TempDir(cleanup = CleanupMode.NEVER)
    Path parent;

    @Test
    void directoryIsForItsOwnerOnlyAndWhatWasLeftIsDeleted() throws IOException {
        Path left = Files.createDirectories(parent.resolve("bootable-1/base/x"));
        Files.writeString(left.resolve("file"), "x");
        Files.writeString(parent.resolve("bootable-1.lock"), "");
        Path stranger = Files.createDirectories(parent.resolve("bootable-2"));
        Path kept = Files.createDirectories(parent.resolve("kept"));
        Files.writeString(kept.resolve("file"), "x");
        Files.createSymbolicLink(parent.resolve("bootable-3"), kept);
        Files.writeString(parent.resolve("bootable-3.lock"), "");

        Path first = PrivateDirectory.make(parent).path();
        Path second = PrivateDirectory.make(parent).path();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(first)))
                .isEqualTo("rwx------");
        assertThat(first).isDirectory().isNotEqualTo(second);
        assertThat(parent.resolve("bootable-1")).doesNotExist();
        assertThat(parent.resolve("bootable-1.lock")).doesNotExist();
        // without a lock file it is none of these, and what a link leads to is not ours
        assertThat(stranger).isDirectory();
        assertThat(kept.resolve("file")).isRegularFile();
    }

    @Test
    void directoryStaysLockedAfterACollection() throws IOException {
        Path directory = PrivateDirectory.make(parent).path();
        WeakReference<Object> garbage = new WeakReference<>(new Object());
        while (garbage.get() != null) {
            System.gc();
        }
        Path lock = directory.resolveSibling(directory.getFileName() + ".lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE)) {
            assertThatThrownBy(channel::tryLock).isInstanceOf(OverlappingFileLockException.class);
        }
    }

    @Test
    void directoryThatIsMissingIsNamedWithTheRemedy() {
        assertThatThrownBy(() -> PrivateDirectory.make(parent.resolve("none")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(parent.resolve("none").toString())
                .hasMessageContaining("-Djava.io.tmpdir=<directory>");
    }
}
