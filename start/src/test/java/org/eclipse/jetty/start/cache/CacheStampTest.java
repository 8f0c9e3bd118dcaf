package org.eclipse.jetty.start.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheStampTest {
    @TempDir
    Path dir;

    private CacheStamp written(CacheStamp.Writer writer) throws Exception {
        Path file = dir.resolve("stamp");
        writer.write(file);
        return CacheStamp.read(file);
    }

    @Test
    void valuesAreReadAsTheyWereWritten() throws Exception {
        List<String> values = List.of("a=b", "line\nbreak\r", "back\\slash\\n", "", "jar x");
        CacheStamp stamp =
                written(new CacheStamp.Writer().addAll("program", values).add("programs", "other"));
        assertThat(stamp.values("program")).isEqualTo(values);
    }

    @Test
    void stampThatWasCutOffIsDamaged() throws Exception {
        Path file = dir.resolve("stamp");
        new CacheStamp.Writer().add("program", "a").add("program", "b").write(file);
        String text = Files.readString(file);
        for (int length = 0; length < text.length() - 1; length++) {
            Files.writeString(file, text.substring(0, length));
            assertThatThrownBy(() -> CacheStamp.read(file)).hasMessage("its end is missing");
        }
        Files.write(file, new byte[] {'e', (byte) 0xff, '\n', 'e', 'n', 'd', '\n'});
        assertThatThrownBy(() -> CacheStamp.read(file)).hasMessage("it is no text");
    }

    @Test
    void fileThatChangesAppearsOrGoesIsTold() throws Exception {
        Path file = Files.writeString(dir.resolve("with blank.jar"), "x");
        Path missing = dir.resolve("missing");
        CacheStamp stamp = written(
                new CacheStamp.Writer().add("jar", CacheStamp.state(file)).add("file", CacheStamp.state(missing)));
        assertThat(stamp.changed("jar")).isNull();
        assertThat(stamp.changed("file")).isNull();
        Files.writeString(file, "xx");
        Files.writeString(missing, "");
        assertThat(stamp.changed("jar")).isEqualTo(file.toString());
        assertThat(stamp.changed("file")).isEqualTo(missing.toString());
        Files.delete(file);
        assertThat(stamp.changed("jar")).isEqualTo(file.toString());
    }

    @Test
    void moduleOrLibraryThatIsAddedIsTold() throws Exception {
        Path base = Files.createDirectories(dir.resolve("base"));
        Files.createDirectories(base.resolve("lib/ext"));
        Files.writeString(Files.createDirectories(base.resolve("start.d")).resolve("http.ini"), "--modules=http");
        CacheStamp.Writer writer = new CacheStamp.Writer().addDirectory(base);
        assertThat(written(writer).changed("file")).isNull();
        Files.setLastModifiedTime(base.resolve("lib/ext"), java.nio.file.attribute.FileTime.fromMillis(1000));
        assertThat(written(writer).changed("file"))
                .isEqualTo(base.resolve("lib/ext").toString());
        writer = new CacheStamp.Writer().addDirectory(base);
        Files.createDirectories(base.resolve("modules"));
        assertThat(written(writer).changed("file"))
                .isEqualTo(base.resolve("modules").toString());
    }

    @Test
    void onlyTheOwnerMayReadIt() throws Exception {
        Path file = dir.resolve("stamp");
        new CacheStamp.Writer().add("program", "secret").write(file);
        assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    }
}
