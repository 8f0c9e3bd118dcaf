package org.eclipse.jetty.start.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.eclipse.jetty.start.StartFixture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackTest {
    @TempDir
    Path dir;

    @AutoClose
    private StartFixture fixture;

    @BeforeEach
    void homeAndBase() {
        fixture = new StartFixture(dir)
                .module("one", "[xml]\netc/one.xml\n[lib]\nlib/one.jar\n[depends]\ntwo\n[ini]\none.dir?=logs\n")
                .module("two", "[files]\nbasehome:modules/two|conf\n")
                .module(
                        "three",
                        "[lib]\nlib/three.jar\n[depends]\none\n[files]\nbasehome:etc/three.txt|etc/three.txt\n")
                .module("four", "[lib]\nlib/four.jar\n")
                .write("home/etc/one.xml", "<Configure>etc/more.xml</Configure>")
                .write("home/etc/more.xml", "<Configure>etc/values.txt etc/one.xml</Configure>")
                .write("home/etc/values.txt", "x")
                .write("home/etc/three.txt", "x")
                .write("home/modules/two/a/b.txt", "x")
                .write("home/lib/one.jar", "one")
                .write("home/lib/three.jar", "three")
                .write("home/lib/four.jar", "four")
                .write("base/start.d/one.ini", "--modules=one\n")
                .write("base/webapps/shop.war", "a war")
                .write("base/logs/today.log", "x")
                .write("base/start-cache/stamp", "x")
                .write("base/.git/config", "x")
                .write("base/.well-known/x", "x");
    }

    private int pack(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "--pack=" + dir.resolve("app.jar");
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return fixture.run(all);
    }

    private List<String> packed() throws IOException {
        try (ZipFile zip = new ZipFile(dir.resolve("app.jar").toFile())) {
            return zip.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> !name.startsWith("org/"))
                    .toList();
        }
    }

    @Test
    void enabledModulesWithTheirFilesAndTheBaseArePacked() throws IOException {
        assertThat(pack("--modules=two", "a.property=1")).as(fixture.err()).isZero();
        assertThat(packed())
                .containsExactly(
                        "META-INF/MANIFEST.MF",
                        "META-INF/bootable.txt",
                        "bootable/home/etc/more.xml",
                        "bootable/home/etc/one.xml",
                        "bootable/home/etc/values.txt",
                        "bootable/home/lib/one.jar",
                        "bootable/home/modules/one.mod",
                        "bootable/home/modules/two.mod",
                        "bootable/home/modules/two/a/b.txt",
                        "bootable/base/.well-known/",
                        "bootable/base/.well-known/x",
                        "bootable/base/logs/",
                        "bootable/base/start.d/",
                        "bootable/base/start.d/one.ini",
                        "bootable/base/webapps/",
                        "bootable/base/webapps/shop.war",
                        "bootable/base/x");
        try (ZipFile zip = new ZipFile(dir.resolve("app.jar").toFile())) {
            assertThat(new String(zip.getInputStream(zip.getEntry("META-INF/bootable.txt"))
                            .readAllBytes()))
                    .isEqualTo("--modules=two\na.property=1");
            assertThat(zip.getEntry("bootable/base/webapps/shop.war").getMethod())
                    .isEqualTo(ZipEntry.STORED);
            assertThat(zip.getEntry("org/eclipse/jetty/start/boot/BootableMain.class"))
                    .isNotNull();
        }
    }

    @Test
    void furtherModulesComeWithWhatTheyNeed() throws IOException {
        assertThat(pack("--with-modules=three")).isZero();
        assertThat(packed())
                .contains(
                        "bootable/home/lib/three.jar", "bootable/home/modules/three.mod", "bootable/home/etc/three.txt")
                .doesNotContain("bootable/home/lib/four.jar");
        assertThat(fixture.err()).contains("etc/three.txt of the module three is not packed, as it does not exist");
    }

    @Test
    void directoryThatEndsWithTheProcessIsWarnedOf() {
        assertThat(pack()).isZero();
        assertThat(fixture.err()).contains("one.dir=logs is below the base, which is temporary");
        assertThat(pack("one.dir=/var/log")).isZero();
        assertThat(fixture.err()).doesNotContain("temporary");
    }

    @Test
    void jarIsReplacedAndNotPackedIntoItself() throws IOException {
        for (int i = 0; i < 2; i++) {
            assertThat(fixture.run("--pack=" + fixture.base.resolve("app.jar"))).isZero();
        }
        try (ZipFile zip = new ZipFile(fixture.base.resolve("app.jar").toFile())) {
            assertThat(zip.stream().map(ZipEntry::getName)).doesNotContain("bootable/base/app.jar");
        }
        try (var files = Files.list(fixture.base)) {
            assertThat(files.filter(file -> file.toString().endsWith(".part"))).isEmpty();
        }
    }

    @Test
    void whatCannotBePackedIsRefused() throws IOException {
        Path library = Files.writeString(dir.resolve("other.jar"), "x");
        assertThat(pack("--lib=" + library)).isNotZero();
        assertThat(fixture.err())
                .contains(library + " is neither in BASE nor in HOME")
                .contains("Copy it into the base");
        assertThat(fixture.run("--pack=" + dir.resolve("app.zip"))).isNotZero();
        assertThat(fixture.err()).contains("expected: a name that ends with .jar");
        assertThat(fixture.run("--pack=" + dir.resolve("none/app.jar"))).isNotZero();
        assertThat(fixture.err()).contains("expected: a file in an existing directory");
        assertThat(pack("--add-config-dir=" + Files.createDirectory(dir.resolve("layer"))))
                .isNotZero();
        assertThat(fixture.err()).contains("additional directories");
        assertThat(pack("jetty.base=" + fixture.home)).isNotZero();
        assertThat(fixture.err()).contains("expected: a base of its own");
        assertThat(pack("--add-modules=four")).isNotZero();
        assertThat(fixture.err()).contains("expected: one command for each");
        assertThat(pack("--with-modules=none")).isNotZero();
        assertThat(fixture.run("--with-modules=three")).isNotZero();
        assertThat(fixture.err()).contains("--with-modules without --pack");
        assertThat(dir.resolve("app.jar")).doesNotExist();
    }
}
