package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkDirectoryTest {
    @TempDir
    Path base;

    private final String before = System.getProperty("jetty.base");

    @BeforeEach
    void setBase() {
        System.setProperty("jetty.base", base.toString());
    }

    @AfterEach
    void restoreBase() {
        if (before == null) {
            System.clearProperty("jetty.base");
        } else {
            System.setProperty("jetty.base", before);
        }
    }

    private static Server serverWith(ContextHandler context) {
        Server server = new Server();
        server.setHandler(context);
        return server;
    }

    @Test
    void contextsFindTheirTemporaryFilesAgainInTheWorkDirectoryOfTheBase() throws Exception {
        Path work = Files.createDirectory(base.resolve("work"));
        ContextHandler context = new ContextHandler("/app");
        Server server = serverWith(context);
        server.start();
        Path temp = context.getTempDirectory().toPath();
        assertThat(temp).isDirectory().hasParent(work);
        Files.writeString(temp.resolve("note"), "kept");
        server.stop();
        ContextHandler again = new ContextHandler("/app");
        Server other = serverWith(again);
        other.start();
        assertThat(again.getTempDirectory().toPath()).isEqualTo(temp);
        assertThat(temp.resolve("note")).hasContent("kept");
        other.stop();
    }

    @Test
    void aContextOfTheSameNameHasOneOfItsOwnMeanwhile() throws Exception {
        Files.createDirectory(base.resolve("work"));
        ContextHandler first = new ContextHandler("/app");
        ContextHandler second = new ContextHandler("/app");
        Server one = serverWith(first);
        Server two = serverWith(second);
        one.start();
        two.start();
        Path temp = second.getTempDirectory().toPath();
        assertThat(temp)
                .isDirectory()
                .hasParent(base.resolve("work"))
                .isNotEqualTo(first.getTempDirectory().toPath());
        two.stop();
        assertThat(temp).doesNotExist();
        one.stop();
    }

    @Test
    void aDirectoryThatWasSetIsEmptiedAsBefore() throws Exception {
        Files.createDirectory(base.resolve("work"));
        ContextHandler context = new ContextHandler("/app");
        Server server = serverWith(context);
        server.setTempDirectory(base.resolve("own").toFile());
        server.start();
        Path temp = context.getTempDirectory().toPath();
        assertThat(temp).hasParent(base.resolve("own"));
        server.stop();
        assertThat(temp).doesNotExist();
    }

    @Test
    void whatProcessesLeftThatHaveEndedIsRemovedAndNothingElse() throws Exception {
        Path work = Files.createDirectory(base.resolve("work"));
        Process ended = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-version")
                .redirectErrorStream(true)
                .redirectOutput(base.resolve("version.txt").toFile())
                .start();
        ended.waitFor();
        Path left = Files.createDirectories(work.resolve("jetty-_app-any-pid" + ended.pid() + "-1234/webapp"));
        Path own = Files.createDirectories(
                work.resolve("jetty-_app-any-pid" + ProcessHandle.current().pid() + "-1234"));
        Path other = Files.createDirectories(work.resolve("index"));
        Path ofUser = Files.createDirectories(work.resolve("jetty-notes"));
        assertThat(WorkDirectory.ofBase()).isEqualTo(work.toFile());
        assertThat(left.getParent()).doesNotExist();
        assertThat(own).exists();
        assertThat(other).exists();
        assertThat(ofUser).exists();
    }

    @Test
    void withoutAWorkDirectoryTheSystemsIsTaken() {
        assertThat(WorkDirectory.ofBase()).isNull();
    }
}
