package org.eclipse.jetty.start.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.start.StartFixture;
import org.eclipse.jetty.start.config.Options;
import org.eclipse.jetty.start.jvm.CommandLine;
import org.eclipse.jetty.start.problems.StartException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {
    private StartFixture start;

    @BeforeEach
    void prepare(@TempDir Path dir) {
        start = new StartFixture(dir);
    }

    @AfterEach
    void release() {
        start.close();
    }

    @Test
    void lastAssignmentWins() {
        assertThat(start.arguments("p=1", "p=2")).contains("p=2").doesNotContain("p=1");
    }

    @Test
    void commandLineBeatsIniAndLaterIniBeatsEarlier() {
        start.write("base/start.d/aa.ini", "p=aa\nq=aa\nr=aa\n")
                .write("base/start.d/zz.ini", "p=zz\nq=zz\n")
                .write("base/start.d/ignored.txt", "p=never\n");
        assertThat(start.arguments("p=cmd")).contains("p=cmd", "q=zz", "r=aa");
    }

    @Test
    void questionMarkSetsOnlyWhatIsUnset() {
        start.write("base/start.ini", "p=1\np?=2\nq?=3\nq?=4\n");
        assertThat(start.arguments()).contains("p=1", "q=3");
    }

    @Test
    void plusAppendsAsIsAndDropsTheCommaOfTheFirstItem() {
        start.write("base/start.ini", "p=55\np+=7\nlist+=,a\nlist+=,b\n");
        assertThat(start.arguments("p+=8")).contains("p=5578", "list=a,b");
    }

    @Test
    void namesAreCaseInsensitive() {
        assertThat(start.arguments("Stop.Port=1", "STOP.PORT=2")).contains("Stop.Port=2");
    }

    @Test
    void referencesAreExpandedRecursivelyAndUnknownOnesStay() {
        assertThat(start.arguments("a=<${b}>", "b=[${c}]", "c=x", "d=${nope}", "e=$${c}$$", "f=$c"))
                .contains("a='<[x]>'", "d='${nope}'", "e='${c}$'", "f='$c'");
    }

    @Test
    void environmentVariablesAreExpandedWithDefaults() {
        String home = System.getenv("PATH");
        start.write(
                "base/start.ini", "p=${env.PATH}\nq=<${env.NO_SUCH_THING:-8080}>\nr=${env.NO_SUCH_THING:-${s}}\ns=x\n");
        assertThat(start.arguments()).contains("p=" + home, "q='<8080>'", "r=x");
        start.write("base/start.ini", "\nport=${env.NO_SUCH_THING}\n");
        assertThat(start.run("--dry-run")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.err())
                .contains(
                        "port: the environment variable NO_SUCH_THING is not set (expected: a value, or a default as in"
                                + " ${env.NO_SUCH_THING:-default}), from ${jetty.base}/start.ini:2");
        start.run("--check");
        assertThat(start.out()).contains("ERROR ${jetty.base}/start.ini:2: port: the environment variable");
    }

    @Test
    void passwordsAreNotShown() {
        start.write("base/start.ini", "my.password=geheim\nstop.key=k3y\n-Dother.password=topf\n");
        for (String report : new String[] {"--list-config", "--list-config=json"}) {
            start.run(report);
            assertThat(start.out()).contains("my.password").doesNotContain("geheim", "k3y", "topf");
        }
        start.module("m", "[ini-template]\n# my.password=\n");
        start.run("--add-modules=m", "my.password=neu");
        assertThat(start.err()).contains("my.password=(hidden)").doesNotContain("=neu");
    }

    @Test
    void versionHasThoseOfServerAndJava() {
        start.run("--version");
        assertThat(start.out()).startsWith("Jetty: ").contains("\nJava:  " + System.getProperty("java.version") + " (");
    }

    @Test
    void expansionLoopIsRefusedWithItsPathAndPlace() {
        start.write("base/start.ini", "a=${b}\nb=${c}\nc=${a}\n");
        assertThat(start.run("--dry-run")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err())
                .contains("Property expansion loop detected: a -> b -> c -> a (a is set in ${jetty.base}/start.ini:1)");
    }

    @Test
    void propertiesFileSetsProperties() {
        start.write("base/my.properties", "x=1\ny = two words\n");
        assertThat(start.arguments("x=0", "my.properties", "z=3")).contains("x=1", "z=3");
        assertThat(start.out()).contains("y='two words'");
    }

    @Test
    void systemPropertyIsAPropertyTooAndDoesNotFork() {
        start.write("base/start.ini", "-Dq=1\n");
        assertThat(start.run("--dry-run=opts,args")).isZero();
        assertThat(start.out()).contains(" -Dq=1 ").contains(" q=1 ");
        assertThat(start.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "foo, 251, 'Unrecognized argument: \"foo\" in <command-line>'",
        "help, 251, Did you mean '--help'?",
        "--dry-run=zork, 251, 'Unrecognized --dry-run=\"zork\" in <command-line> (expected: java, opts'",
        "--dry-run=, 251, '--dry-run= (expected: --dry-run, or some of java'",
        "--skip-create-files=nope, 247, Unknown module='nope' in <command-line>",
        "--modules=, 251, '--modules (expected: --modules=<value>), from <command-line>'",
        "--exec-properties=x.txt, 251, a file name that ends with .properties",
        "--add-config-dir=nowhere, 251, an existing directory",
        "--commands=nowhere, 251, Cannot read file: nowhere",
        "nowhere.properties, 247, 'Cannot read file: nowhere.properties, from <command-line>'",
        "nowhere.xml, 247, 'Cannot read file: nowhere.xml, from <command-line> (looked in'"
    })
    void wrongArgumentIsRefusedWithItsRemedy(String argument, int exitCode, String message) {
        assertThat(start.run("--list-config", argument)).isEqualTo(exitCode);
        assertThat(start.err()).contains("ERROR : ").contains(message).contains("--help  # for more information");
    }

    @Test
    void wrongLineOfAnIniIsRefusedWithFileAndLine() {
        start.write("base/start.d/a.ini", "# comment\n\n  \nfoo bar\n");
        assertThat(start.run("--list-config")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.err()).contains("\"foo bar\" in ${jetty.base}/start.d/a.ini:4");
    }

    @Test
    void optionWithOneDashIsOfTheJvmOrRefusedWithASuggestion() {
        assertThat(start.run("-list-config")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.err())
                .contains("ERROR : Unknown option -list-config in <command-line>. Did you mean '--list-config'?");
        assertThat(start.run("-Xmx32m", "-ea", "--list-config")).isZero();
    }

    @Test
    void valueOfAnOptionThatTakesNoneIsRefused() {
        assertThat(start.run("--stop=now")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.err()).contains("--stop=now in <command-line> (expected: --stop, which takes no value)");
    }

    @Test
    void byteOrderMarkBeforeTheFirstLineIsNotOfIt() {
        start.write("base/start.d/a.ini", "\uFEFFa.b=c\n");
        assertThat(start.run("--list-config")).isZero();
        assertThat(start.out()).contains(" a.b = c");
    }

    @Test
    void misspelledOptionIsRefusedWithASuggestion() {
        assertThat(start.run("--lst-config")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.err())
                .contains("ERROR : Unknown option --lst-config in <command-line>. Did you mean '--list-config'?");
    }

    @Test
    void optionOfTheJvmIsTakenWithAWarning() {
        start.run("--add-opens=java.base/java.lang=ALL-UNNAMED", "-Xmx1g");
        assertThat(start.err())
                .contains("WARN  : JVM arguments without effect, because the server runs in the JVM of start.jar.")
                .contains("Argument: --add-opens=java.base/java.lang=ALL-UNNAMED (from <command-line>)")
                .contains("Argument: -Xmx1g (from <command-line>)");
        assertThat(start.run("-X")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.err()).contains("Unknown option -X in <command-line>");
    }

    @Test
    void commandsFileHoldsMoreArguments() {
        start.write("base/more.txt", "# one\np=1\nq=a b\n");
        assertThat(start.arguments("--commands=more.txt")).contains("p=1");
        assertThat(start.out()).contains("q='a b'");
    }

    @Test
    void configDirLiesBetweenBaseAndHome() {
        start.write("corp/start.d/c.ini", "p=corp\nq=corp\n--include-jetty-dir=../corp2\n")
                .write("corp2/start.ini", "q=corp2\nr=corp2\n")
                .write("corp/etc/a.xml", "")
                .write("home/etc/a.xml", "")
                .write("home/etc/b.xml", "")
                .write("base/start.ini", "p=base\n");
        assertThat(start.arguments("--add-config-dir=../corp", "etc/a.xml", "etc/b.xml"))
                .contains("p=base", "q=corp", "r=corp2", "HOME/etc/b.xml")
                .anyMatch(word -> word.endsWith("/corp/etc/a.xml"));
    }

    @Test
    void bothIniFormsWorkWithAWarning() {
        start.write("base/start.ini", "p=ini\n").write("base/start.d/a.ini", "p=d\n");
        assertThat(start.arguments()).contains("p=d");
        assertThat(start.err()).contains("Use of both ${jetty.base}/start.d and ${jetty.base}/start.ini is deprecated");
    }

    @Test
    void settingsAfterAModuleOfAnEnvironmentBelongToIt() {
        start.module("web", "[environment]\nee10\n")
                .module("core", "[description]\ncore\n")
                .write("base/start.ini", "a=1\n--modules=web\nb=2\nx+=,web\n--modules=core\nc=3\nx=server\n");
        assertThat(start.arguments())
                .containsSubsequence("a=1", "c=3", "x=server", "--env", "ee10", "b=2", "x=server,web");
    }

    @Test
    void envOptionSelectsAnEnvironment() {
        assertThat(start.arguments("a=1", "--env=ee10", "b=2")).containsSubsequence("a=1", "--env", "ee10", "b=2");
    }

    @Test
    void homeAndBaseMustExist() {
        assertThat(start.run("jetty.base=" + start.base + "/nowhere")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err()).contains("jetty.base: BASE/nowhere (expected: an existing directory)");
    }

    @Test
    void quotedValuesSurviveAShell() {
        assertThat(CommandLine.quote("plain/path:a,b=c")).isEqualTo("plain/path:a,b=c");
        assertThat(CommandLine.quote("it's $x")).isEqualTo("'it'\\''s $x'");
        assertThat(CommandLine.quote("a;b")).isEqualTo("'a;b'");
    }

    @Test
    void stopWithoutPortIsRefused() {
        assertThat(start.run("--stop")).isEqualTo(StartException.BAD_STOP_PROPERTIES);
        assertThat(start.run("--stop", "stop.port=70000")).isEqualTo(StartException.BAD_STOP_PROPERTIES);
        assertThat(start.run("--stop", "stop.port=1", "stop.wait=x")).isEqualTo(StartException.BAD_STOP_PROPERTIES);
        assertThat(start.err()).contains("stop.wait: x (expected: a number of seconds)");
    }

    @Test
    void wordBehindAnOptionIsItsValue() {
        start.module("http", "[tags]\nconnector\n[ini-template]\n# jetty.http.port=8080\n");
        assertThat(start.run("--explain", "jetty.http.port")).isZero();
        assertThat(start.out()).contains("Property jetty.http.port");
        assertThat(start.run("--list-modules", "connector")).isZero();
        assertThat(start.out()).contains("Modules [connector]:");
        assertThat(start.run("--dry-run", "args", "--modules", "http", "a=b")).isZero();
        assertThat(start.out()).contains("a=b");
        assertThat(start.run("--strict", "yes")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.run("--explain", "--strict")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.err()).contains("--explain=<value>");
    }

    @Test
    void unknownTagIsToldWithTheNearestOne() {
        start.module("http", "[tags]\nconnector\n");
        assertThat(start.run("--list-modules=conector")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err()).contains("Unknown tag 'conector' in --list-modules. Did you mean 'connector'?");
        assertThat(start.run("--list-modules=-conector")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.run("--list-modules=http")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err()).contains("It is a module: use --show-modules=http");
        assertThat(start.run("--list-modules=-connector")).isZero();
        assertThat(start.run("--list-modules=internal")).isZero();
    }

    @Test
    void updateOfIniFilesNeedsSettings() {
        assertThat(start.run("--update-ini")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.err()).contains("--update-ini changes nothing without settings", "--update-ini name=value");
    }

    @Test
    void helpIsPrinted() {
        assertThat(start.run("--help")).isZero();
        for (String option : Options.NAMES) {
            if (!option.startsWith("--add-to") && !option.endsWith("startd") && !option.equals("--info")) {
                assertThat(start.out()).contains(option.substring(2, Math.min(option.length(), 10)));
            }
        }
    }

    @Test
    void byteOrderMarkOfAPropertiesFileIsNotPartOfTheFirstName() {
        start.write("base/my.properties", "\uFEFFx=1\ny=2\n");
        assertThat(start.arguments("my.properties")).contains("x=1", "y=2");
    }

    @Test
    void fileThatIsNotInUtf8IsRefused() throws Exception {
        start.write("base/start.d/a.ini", "");
        Files.write(start.base.resolve("start.d/a.ini"), "x=\u00fc".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(start.run("--list-config")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err()).contains("start.d/a.ini (expected: text in UTF-8)");
    }

    @Test
    void homeAndBaseAreSetByTheCommandLineAlone() {
        start.write(
                        "base/start.ini",
                        "jetty.base=/elsewhere\n-Djetty.home=/elsewhere\nm.properties\nJetty.Base.Uri?=x\n")
                .write("base/m.properties", "jetty.base=/elsewhere");
        assertThat(start.arguments()).contains("jetty.base=BASE", "jetty.home=HOME");
        assertThat(start.err())
                .contains("jetty.base has no effect here, from ${jetty.base}/start.ini:1")
                .contains("jetty.home has no effect here, from ${jetty.base}/start.ini:2")
                .contains("jetty.base has no effect here, from ${jetty.base}/m.properties");
        assertThat(start.run("--dry-run=opts")).isZero();
        assertThat(start.out()).doesNotContain("elsewhere");
    }

    @Test
    void nameThatIsNoPathIsRefused() {
        assertThat(start.run("--list-config", "a\0.xml")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.err()).contains("ERROR : Not a path: Nul character not allowed: a");
    }

    @Test
    void additionalDirectoryMayBeNamedByProperties() {
        start.write("common/start.d/c.ini", "p=common\n--add-config-dir=${q}/more\nq=base\n")
                .write("common/more/start.ini", "r=more\n")
                .write("base/start.d/a.ini", "--include-jetty-dir=${my.dirs}/common\nmy.dirs=nowhere\n")
                .write("base/start.d/b.ini", "my.dirs=${jetty.base}/..\nq?=${my.dirs}/common\n");
        assertThat(start.arguments()).contains("p=common", "r=more");
        assertThat(start.run("--list-config", "my.dirs=elsewhere")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.err())
                .contains("elsewhere/common (expected: an existing directory), from ${jetty.base}/start.d/a.ini:1");
    }

    @Test
    void fileOfCommandsMayNameAnAdditionalDirectory() {
        start.write("common/start.ini", "p=common\n").write("base/commands", "--add-config-dir=../common\n");
        assertThat(start.arguments("--commands=commands")).contains("p=common");
    }

    @Test
    void filesOfCommandsThatNameEachOtherAreRefused() {
        start.write("base/a", "--commands=b\n").write("base/b", "\n--commands=a\n");
        assertThat(start.run("--list-config", "--commands=a")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.err())
                .contains("--commands=a (expected: a file that does not lead to itself), from ${jetty.base}/b:2");
    }

    @Test
    void iniFileThatIsALinkToNowhereIsRefused() throws Exception {
        start.write("base/start.d/a.ini", "p=1\n");
        Files.createSymbolicLink(start.base.resolve("start.d/b.ini"), start.base.resolve("nowhere"));
        assertThat(start.run("--list-config")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err()).contains("Cannot read file: BASE/start.d/b.ini");
    }

    @Test
    void directoryOfLibrariesMayHaveALinkToItself() throws Exception {
        start.module("m", "[libs]\nlib/**.jar\n").write("base/lib/sub/a.jar", "");
        Files.createSymbolicLink(start.base.resolve("lib/sub/loop"), start.base.resolve("lib"));
        assertThat(start.run("--modules=m", "--dry-run=path")).as(start.err()).isZero();
        assertThat(start.out()).isEqualTo("--class-path BASE/lib/sub/a.jar\n");
    }
}
