package org.eclipse.jetty.start.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.eclipse.jetty.start.StartFixture;
import org.eclipse.jetty.start.problems.StartException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code --check} says of ini files and modules; what the server says is tested with the distribution. */
class CheckTest {
    @TempDir
    private Path dir;

    private StartFixture start;

    @BeforeEach
    void makeBase() {
        start = new StartFixture(dir);
    }

    @AfterEach
    void close() {
        start.close();
    }

    @Test
    void everyProblemIsToldWithItsPlaceAndTheFirstGivesTheExitCode() {
        start.module("http", "[ini-template]\n# jetty.http.port=8080\n");
        start.write("base/start.ini", "--modules=htpp\n\nfoo bar\n--lst-config\njetty.http.prot=1\n");
        assertThat(start.run("--check")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.out())
                .contains("ERROR ${jetty.base}/start.ini:3: Unrecognized argument: \"foo bar\" (expected:")
                .contains("ERROR ${jetty.base}/start.ini:4: Unknown option --lst-config. Did you mean '--list-config'?")
                .contains("ERROR ${jetty.base}/start.ini:1: Unknown module='htpp'. Did you mean 'http'?")
                .contains("WARN  ${jetty.base}/start.ini:5: unknown property jetty.http.prot: nothing reads it."
                        + " Did you mean 'jetty.http.port'?");
    }

    @Test
    void passwordInAFileThatAllUsersCanReadIsWarnedAbout() throws Exception {
        Path ini = dir.resolve("base/start.d/x.ini");
        start.write("base/start.d/x.ini", "a=1\nmy.password=${env.PASSWORD:-}\nother.password=geheim\n");
        Files.setPosixFilePermissions(ini, PosixFilePermissions.fromString("rw-r--r--"));
        start.run("--check");
        assertThat(start.out())
                .contains(
                        "WARN  ${jetty.base}/start.d/x.ini:3: other.password is in a file that all users of this machine"
                                + " can read. Let only the server's user read it");
        Files.setPosixFilePermissions(ini, PosixFilePermissions.fromString("rw-r-----"));
        start.run("--check");
        assertThat(start.out()).doesNotContain("all users");
    }

    @Test
    void aBaseWithoutTheServerHasNothingToStart() {
        assertThat(start.run("--check")).isEqualTo(StartException.MAIN_FAILED);
        assertThat(start.out())
                .isEqualTo("ERROR nothing to start: no module is enabled that brings the server."
                        + " Enable modules, for instance with --add-modules=http,ee10-deploy\n"
                        + "Checked: 1 error, 0 warnings\n");
    }

    @Test
    void jsonIsForPrograms() {
        start.write("base/start.ini", "say \"a\\b\"\n");
        assertThat(start.run("--check=json")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.out())
                .startsWith("{\n  \"errors\": 2,\n  \"warnings\": 0,\n  \"findings\": [\n    {\n"
                        + "      \"severity\": \"error\",\n"
                        + "      \"file\": \"${jetty.base}/start.ini\",\n"
                        + "      \"line\": 1,\n"
                        + "      \"message\": \"Unrecognized argument: \\\"say \\\"a\\\\b\\\"\\\"");
    }

    @Test
    void anIniFileMayAskForTheCheck() {
        start.write("base/start.ini", "--check\nfoo\n");
        assertThat(start.run()).isEqualTo(StartException.BAD_ARGUMENT);
        start.write("base/start.ini", "--check\n");
        assertThat(start.run()).isEqualTo(StartException.MAIN_FAILED);
        assertThat(start.out()).endsWith("Checked: 1 error, 0 warnings\n");
    }

    @Test
    void formatThatIsNoneIsRefused() {
        assertThat(start.run("--check=yaml")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.out()).contains("ERROR <command-line>: --check=yaml (expected: json or text)");
    }

    @Test
    void homeThatIsMissingIsAFinding() {
        assertThat(start.run("--check", "jetty.home=" + dir.resolve("none"))).isEqualTo(StartException.UNKNOWN);
        assertThat(start.out()).contains("ERROR jetty.home: ").contains("(expected: an existing directory)");
    }

    @Test
    void circleOfModulesIsToldAtTheLineThatClosesIt() {
        start.module("a", "[depends]\n\nb\n").module("b", "[after]\na\n");
        start.write("base/start.ini", "--modules=a\n");
        assertThat(start.run("--check")).isEqualTo(StartException.BAD_GRAPH);
        assertThat(start.out()).contains("ERROR ${jetty.home}/modules/a.mod:3: Modules are cyclic at a: a -> b -> a");
    }

    @Test
    void missingFilesOfModulesAreWarnedAbout() {
        start.module("a", "[files]\nlogs/\nbasehome:x|copy\n");
        start.run("--check", "--modules=a");
        assertThat(start.out())
                .contains("WARN  ${jetty.home}/modules/a.mod:2: ${jetty.base}/logs is missing."
                        + " Create it with --create-files")
                .contains("WARN  ${jetty.home}/modules/a.mod:3: ${jetty.base}/copy is missing.");
    }

    @Test
    void propertyThatOnlyADisabledModuleReadsIsWarnedAbout() {
        start.module("tls", "[xml]\netc/tls.xml\n[ini-template]\n# tls.port=1\n");
        start.write("home/etc/tls.xml", "<Configure><Property name=\"tls.port\" default=\"1\"/></Configure>");
        start.write("base/start.ini", "tls.port=2\n");
        start.run("--check");
        assertThat(start.out())
                .contains("WARN  ${jetty.base}/start.ini:1: tls.port has no effect: it is read by the module tls,"
                        + " which is not enabled. Enable it with --add-modules=tls");
    }

    @Test
    void propertyOfTheServerThatIsSetForAnEnvironmentIsWarnedAbout() {
        start.module("web", "[xml]\netc/web.xml\n[ini-template]\n# web.port=1\n# web.host=\n");
        start.module("ee10-app", "[environment]\nee10\n[depends]\nweb\n[xml]\netc/app.xml\n");
        start.write(
                "home/etc/web.xml",
                "<Configure><Property name=\"web.port\"/><Property name=\"web.host\"/></Configure>");
        start.write("home/etc/app.xml", "<Configure><Property name=\"web.host\"/></Configure>");
        start.write("base/start.d/app.ini", "--modules=ee10-app\nweb.port=2\nweb.host=both\n");
        start.run("--check");
        assertThat(start.out())
                .contains(
                        "WARN  ${jetty.base}/start.d/app.ini:2: web.port has no effect: it is set for the environment"
                                + " ee10, and read by the module web, which is the server's. Set it in start.d/web.ini or start.ini")
                .doesNotContain("web.host has no effect");
    }

    @Test
    void fileOfLoginModulesThatIsMissingIsToldAtItsProperty() {
        start.module("jaas", "[ini-template]\n# jetty.jaas.login.conf=etc/login.conf\n");
        start.write("base/start.d/jaas.ini", "--modules=jaas\n");
        start.run("--check");
        assertThat(start.out())
                .contains("WARN  ${jetty.base}/start.d/jaas.ini:1: jetty.jaas.login.conf: ${jetty.base}/etc/login.conf"
                        + " does not exist (expected: a file of login modules, relative to the base). Write it, or"
                        + " correct the property jetty.jaas.login.conf");
        start.write("base/start.d/jaas.ini", "--modules=jaas\n\njetty.jaas.login.conf=etc/other.conf\n");
        start.run("--check");
        assertThat(start.out())
                .contains("WARN  ${jetty.base}/start.d/jaas.ini:3: jetty.jaas.login.conf: ${jetty.base}/etc/other.conf"
                        + " does not exist");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            realm {~  a.B required~};~                                 | 3 | expected [option key]
            realm {~  a.B required;~}~                                 | 3 | expected [;], read [end of file]
            realm {~  a.B~  needed;~};~                                | 3 | Invalid control flag, NEEDED
            realm {~  a.B required;~};~realm {~  a.C optional;~};~     | 4 | Can not specify multiple entries for realm
            # realm~realm {~  a.B required;~};~                        | 1 | expected [{]
            realm {~  a.B required~    file="${no.such}";~};~          | 3 | unable to expand property no.such
            """)
    void mistakeInTheFileOfLoginModulesIsToldAtItsLine(String file, int line, String message) {
        start.module("jaas", "[ini-template]\n# jetty.jaas.login.conf=etc/login.conf\n");
        start.write("base/start.ini", "--modules=jaas\n");
        start.write("base/etc/login.conf", file.replace('~', '\n'));
        start.run("--check");
        assertThat(start.out())
                .contains("ERROR ${jetty.base}/etc/login.conf:" + line + ": " + message)
                .contains("Correct the file: no user of its realms can log in");
    }

    @Test
    void fileOfLoginModulesThatIsWellWrittenIsNotTold() {
        start.module("jaas", "[ini-template]\n# jetty.jaas.login.conf=etc/login.conf\n");
        start.write("base/start.ini", "--modules=jaas\n");
        start.write(
                "base/etc/login.conf",
                "/* users */\nrealm {\n  a.B required\n    file=\"${jetty.base}/etc/users\"; // of all\n"
                        + "  a.C optional x=\"1\";\n};\n");
        start.run("--check");
        assertThat(start.out()).doesNotContain("login.conf");
        start.write("base/start.ini", "");
        start.write("base/etc/login.conf", "nobody reads it");
        start.run("--check");
        assertThat(start.out()).doesNotContain("login.conf");
    }

    @Test
    void librariesThatTheJvmWouldLeaveOutAreTold() throws Exception {
        start.module("m", "[libs]\nlib/*.jar\n").module("e", "[environment]\nee10\n[libs]\nlib/e/*.jar\n");
        start.write("base/start.ini", "--modules=m,e\n")
                .write("base/lib/a.jar", "half a file")
                .write("base/lib/e/b.jar", "x");
        Files.createSymbolicLink(dir.resolve("base/lib/c.jar"), dir.resolve("nowhere.jar"));
        start.run("--check");
        assertThat(start.out())
                .contains("ERROR ${jetty.base}/lib/a.jar: The library cannot be read: ")
                .contains("ERROR ${jetty.base}/lib/e/b.jar: The library cannot be read: ")
                .contains("ERROR ${jetty.base}/lib/c.jar: The library cannot be read: a link that leads nowhere");
    }
}
