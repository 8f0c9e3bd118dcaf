package org.eclipse.jetty.ee.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedFilesTest {
    private static final String NAME = "WEB-INF/lib/a.jar";

    @TempDir
    Path temp;

    private final UnpackedFiles unpacked = UnpackedFiles.of(null);
    private final byte[] library = new byte[200_000];
    private Path source;

    @BeforeEach
    void fill() {
        // half of it can be compressed
        byte[] random = new byte[library.length / 2];
        new Random(1).nextBytes(random);
        System.arraycopy(random, 0, library, 0, random.length);
    }

    private Path war(String file, byte[] before, byte[] content, int method) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(before);
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(file + ".txt"));
            zip.write(file.getBytes());
            ZipEntry entry = new ZipEntry(NAME);
            entry.setMethod(method);
            CRC32 crc = new CRC32();
            crc.update(content);
            entry.setCrc(crc.getValue());
            entry.setSize(content.length);
            zip.putNextEntry(entry);
            zip.write(content);
        }
        return Files.write(temp.resolve(file), bytes.toByteArray());
    }

    private static ZipEntry entry(Path war) throws IOException {
        try (ZipFile zip = new ZipFile(war.toFile())) {
            return zip.getEntry(NAME);
        }
    }

    private void unpackFirst(int method) throws IOException {
        Path first = war("first.war", new byte[0], library, method);
        source = Files.write(temp.resolve("a.jar"), library);
        unpacked.add(first, entry(first), source);
    }

    private Path target() {
        return temp.resolve("copy.jar");
    }

    @Test
    void whatAnotherWarHasAsWellIsCopied() throws Exception {
        for (int method : new int[] {ZipEntry.STORED, ZipEntry.DEFLATED}) {
            unpackFirst(method);
            Path second = war("the second.war", new byte[0], library, method);
            assertThat(unpacked.copy(second, entry(second), target())).isTrue();
            assertThat(target()).hasBinaryContent(library);
        }
    }

    @Test
    void aWarBehindAnotherFileIsOneAsWell() throws Exception {
        unpackFirst(ZipEntry.DEFLATED);
        Path second = war("second.war", "#!/bin/sh\nexec java\n".getBytes(), library, ZipEntry.DEFLATED);
        assertThat(unpacked.copy(second, entry(second), target())).isTrue();
        assertThat(target()).hasBinaryContent(library);
    }

    @Test
    void anotherContentOfTheSameSizeAndCheckSumIsNotTheSame() throws Exception {
        unpackFirst(ZipEntry.STORED);
        byte[] other = library.clone();
        other[150_000] ^= 1;
        Path second = war("second.war", new byte[0], other, ZipEntry.STORED);
        ZipEntry forged = entry(second);
        forged.setCrc(entry(temp.resolve("first.war")).getCrc());
        assertThat(unpacked.copy(second, forged, target())).isFalse();
        assertThat(unpacked.copy(second, entry(second), target())).isFalse();
    }

    @Test
    void aFileThatIsNoLongerAsItWasUnpackedIsNotCopied() throws Exception {
        unpackFirst(ZipEntry.DEFLATED);
        Path second = war("second.war", new byte[0], library, ZipEntry.DEFLATED);
        byte[] changed = library.clone();
        changed[0] ^= 1;
        Files.write(source, changed);
        assertThat(unpacked.copy(second, entry(second), target())).isFalse();
        Files.delete(source);
        assertThat(unpacked.copy(second, entry(second), target())).isFalse();
    }

    @Test
    void aWarThatIsGoneOrIsNoneIsNotComparedWith() throws Exception {
        unpackFirst(ZipEntry.DEFLATED);
        Path second = war("second.war", new byte[0], library, ZipEntry.DEFLATED);
        ZipEntry entry = entry(second);
        Files.writeString(temp.resolve("first.war"), "no archive");
        assertThat(unpacked.copy(second, entry, target())).isFalse();
        Files.delete(temp.resolve("first.war"));
        assertThat(unpacked.copy(second, entry, target())).isFalse();
    }

    @Test
    void nothingIsRememberedAfterTheStart() throws Exception {
        unpackFirst(ZipEntry.DEFLATED);
        unpacked.forget();
        Path second = war("second.war", new byte[0], library, ZipEntry.DEFLATED);
        assertThat(unpacked.copy(second, entry(second), target())).isFalse();
        unpackFirst(ZipEntry.DEFLATED);
        assertThat(unpacked.copy(second, entry(second), target())).isFalse();
    }
}
