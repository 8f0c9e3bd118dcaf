package org.eclipse.jetty.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Passwords that files hold. */
class SecretFilesTest {
    @TempDir
    private Path base;

    private final List<SecretFiles.Problem> problems = new ArrayList<>();

    private Path write(String file, String text) throws IOException {
        Path path = base.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    }

    private Map<String, String> properties(String systemd, String... arguments) throws IOException {
        LaunchArguments.Section section =
                new LaunchArguments(ResourceFactory.root()).parse(arguments).get(0);
        new SecretFiles(base.toString(), name -> name.equals("CREDENTIALS_DIRECTORY") ? systemd : null, problems::add)
                .apply(section, true);
        return section.properties();
    }

    @Test
    void byteOrderMarkIsNotPartOfTheFirstName() throws IOException {
        Path file = write("my.properties", "\uFEFFa=1\nb=2\n");
        assertThat(properties(null, file.toString())).containsEntry("a", "1").containsEntry("b", "2");
    }

    @ParameterizedTest
    @CsvSource({"'secret\n',secret", "'secret\r\n',secret", "secret,secret", "' se\ncret\n\n',' se\ncret\n'", "'ö\n',ö"
    })
    void contentOfTheFileWithoutItsLastLineBreakIsThePassword(String content, String password) throws IOException {
        write("etc/p", content);
        assertThat(properties(null, "jetty.console.password.file=etc/p"))
                .containsEntry("jetty.console.password", password);
        assertThat(properties(null, "my.clientSecret.file=" + base.resolve("etc/p")))
                .containsEntry("my.clientSecret", password);
        assertThat(problems).isEmpty();
    }

    @Test
    void filesOfOtherPropertiesAreOnlyPaths() throws IOException {
        assertThat(properties(
                        null,
                        "jetty.x.file=etc/no",
                        "jetty.jmxremote.passwordFile=etc/no",
                        "jetty.x.passwordFile.file=etc/no",
                        "jetty.x.password.file="))
                .hasSize(4);
        assertThat(problems).isEmpty();
    }

    @Test
    void filesOfTheDirectorySetThePropertiesOfTheirNames() throws IOException {
        write("systemd/jetty.console.password", "one\n");
        write("systemd/tls.crt", "no password\n");
        Files.createDirectories(base.resolve("systemd/a.password"));
        assertThat(properties(base.resolve("systemd").toString()))
                .containsOnly(Map.entry("jetty.console.password", "one"));
        // Kubernetes mounts links to a directory that is replaced as a whole
        write("mount/..2026/jetty.console.password", "two");
        Files.createSymbolicLink(base.resolve("mount/..data"), Path.of("..2026"));
        Files.createSymbolicLink(
                base.resolve("mount/jetty.console.password"), Path.of("..data/jetty.console.password"));
        assertThat(properties(base.resolve("systemd").toString(), "jetty.credentials.directory=mount"))
                .containsEntry("jetty.console.password", "two");
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "etc/no,does not exist",
        "etc,cannot be read",
        "etc/empty,is empty",
        "etc/large,is larger than 65536 bytes"
    })
    void fileThatIsNoPasswordIsAnError(String path, String message) throws IOException {
        write("etc/empty", "\n");
        write("etc/large", "x".repeat(1 << 16) + "\n");
        assertThat(properties(null, "a.password.file=" + path)).doesNotContainKey("a.password");
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.property()).isEqualTo("a.password.file");
            assertThat(problem.isError()).isTrue();
            assertThat(problem.message())
                    .startsWith(base.resolve(path).toString())
                    .contains(message);
        });
    }

    @Test
    void passwordThatIsSetTwiceIsAnError() throws IOException {
        write("p", "one");
        assertThat(properties(null, "a.password.file=p", "a.password=two")).containsEntry("a.password", "two");
        assertThat(problems).singleElement().satisfies(problem -> assertThat(problem.message())
                .isEqualTo("the file " + base.resolve("p") + " and the property a.password are both set"));
        assertThat(properties(null, "a.password.file=p", "a.password=")).containsEntry("a.password", "one");
        assertThat(problems).hasSize(1);
    }

    @Test
    void fileThatEveryoneCanReadIsWarnedAboutAndUsed() throws IOException {
        Files.setPosixFilePermissions(write("p", "one"), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(properties(null, "a.password.file=p")).containsEntry("a.password", "one");
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.isError()).isFalse();
            assertThat(problem.message()).contains("all users of this machine can read the password in");
        });
    }

    @Test
    void startFailsWithTheNameOfThePropertyAndCheckReportsIt() throws IOException {
        Path file = Files.writeString(base.resolve("test.xml"), "<Configure class='java.lang.Object'/>");
        String missing = "a.password.file=" + base.resolve("no");
        assertThatThrownBy(() -> XmlConfiguration.main(missing, file.toString()))
                .hasMessage("a.password.file: " + base.resolve("no")
                        + " does not exist (expected: a file that the server's user can read)");
        List<Map<String, String>> findings = new ArrayList<>();
        CheckedConfiguration.check(new String[] {missing, file.toString()}, findings::add);
        assertThat(findings).singleElement().satisfies(finding -> assertThat(finding)
                .containsEntry("severity", "error")
                .containsEntry("property", "a.password.file")
                .containsEntry("message", base.resolve("no") + " does not exist"));
    }
}
