package org.eclipse.jetty.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtagUtilsTest {
    @Test
    void noTagHasASeparatorByChance(@TempDir Path directory) throws IOException {
        Path file = Files.createFile(directory.resolve("a.txt"));
        for (int i = 0; i < 2000; i++) {
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + 7_919L * i));
            String tag = EtagUtils.computeWeakEtag(file);

            assertThat(tag).matches("W/\"[A-Za-z0-9._]+\"");
            String variant = EtagUtils.rewriteWithSuffix(tag, "--gzip");
            assertThat(variant).isEqualTo(tag.substring(0, tag.length() - 1) + "--gzip\"");
            assertThat(EtagUtils.matches(tag, variant)).isTrue();
        }
    }

    @Test
    void tagChangesWithTheTimeAndTheLengthOfAFile(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("a.txt"), "a");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
        String tag = EtagUtils.computeWeakEtag(file);

        assertThat(EtagUtils.computeWeakEtag(file)).isEqualTo(tag);
        Files.setLastModifiedTime(file, FileTime.fromMillis(2_000_000));
        assertThat(EtagUtils.computeWeakEtag(file)).isNotEqualTo(tag);
        Files.writeString(file, "ab");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
        assertThat(EtagUtils.computeWeakEtag(file)).isNotEqualTo(tag);
    }
}
