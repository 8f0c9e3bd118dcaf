package org.eclipse.jetty.start.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.eclipse.jetty.start.StartFixture;
import org.eclipse.jetty.start.problems.StartException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --remove-modules} takes out of a base, and what it leaves. */
class ModuleRemovalTest {
    private StartFixture start;

    @BeforeEach
    void prepare(@TempDir Path dir) {
        start = new StartFixture(dir);
        start.module("https", "[depends]\nssl\n[ini-template]\n# https.x=1\n")
                .module("http", "[depends]\nserver\n[ini-template]\n# http.port=8080\n")
                .module("ssl", "[depends]\nserver\n[files]\nkeys/\n[ini-template]\n# ssl.port=8443\n")
                .module("server", "[description]\nThe server.\n[depends]\npool\n")
                .module("pool", "[provides]\npool|default\n")
                .module("pool-virtual", "[provides]\npool\n");
    }

    @AfterEach
    void release() {
        start.close();
    }

    @Test
    void moduleGoesWithWhatItAloneNeeded() {
        start.run("--add-modules=http,https");
        assertThat(start.run("--remove-modules=https")).isZero();
        assertThat(start.err())
                .isEqualTo("INFO  : https           removed, with ${jetty.base}/start.d/https.ini\n"
                        + "INFO  : No longer enabled, because nothing else needs them: ssl\n"
                        + "INFO  : Files that stay: ${jetty.base}/keys\n"
                        + "INFO  : Base directory was modified\n");
        assertThat(start.exists("base/start.d/https.ini")).isFalse();
        start.run("--list-config");
        assertThat(start.out()).contains(" http ", " server ").doesNotContain("ssl", "https");
    }

    @Test
    void neededModuleWithAnIniFileGoesUnlessItWasChanged() {
        start.run("--add-modules=https,ssl");
        assertThat(start.run("--remove-modules=https")).isZero();
        assertThat(start.exists("base/start.d/ssl.ini")).isFalse();
        start.run("--add-modules=https", "ssl.port=1");
        assertThat(start.run("--remove-modules=https")).isZero();
        assertThat(start.exists("base/start.d/ssl.ini")).isTrue();
        assertThat(start.err())
                .contains("ssl stays enabled by ${jetty.base}/start.d/ssl.ini, which has settings of its own."
                        + " Remove it with --remove-modules=ssl\n");
    }

    @Test
    void choiceOfAnotherProviderStays() {
        start.run("--add-modules=http,pool-virtual");
        start.run("--remove-modules=http");
        assertThat(start.exists("base/start.d/pool-virtual.ini")).isTrue();
    }

    @Test
    void settingsThatGoWithAModuleAreNamed() {
        start.run("--add-modules=http", "http.port=81");
        start.run("--remove-modules=http");
        assertThat(start.err()).contains("INFO  :   its setting http.port=81 is gone\n");
    }

    @Test
    void moduleThatOthersNeedStaysAndThatIsReported() {
        start.run("--add-modules=http,server");
        assertThat(start.run("--remove-modules=server")).isZero();
        assertThat(start.err()).contains("WARN  : server stays enabled, because other modules of the base need it\n");
        assertThat(start.run("--remove-modules=server")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err())
                .contains("Module server cannot be removed: it is enabled by no ini file of the base, but as"
                        + " [transitive provider of server for http]");
    }

    @Test
    void removingTwiceChangesNothing() {
        start.run("--add-modules=http,https");
        start.run("--remove-modules=https");
        assertThat(start.run("--remove-modules=https")).isZero();
        assertThat(start.err()).isEqualTo("INFO  : https is not enabled\nINFO  : Base directory was not modified\n");
    }

    @Test
    void onlyThePartOfTheModuleGoesFromAStartIni() {
        start.write("base/start.ini", "# mine\nmy.own=1\n");
        start.run("--add-modules=http,https", "https.x=2");
        String before = start.read("base/start.ini");
        assertThat(start.run("--remove-modules=https")).isZero();
        assertThat(start.read("base/start.ini"))
                .startsWith("# mine\nmy.own=1\n")
                .contains("--modules=http\n", "# http.port=8080")
                .doesNotContain("https");
        assertThat(before).contains("https.x=2");
    }

    @Test
    void nameGoesFromALineThatWasWrittenByHand() {
        start.write("base/start.d/mine.ini", "--modules=http,https\nhttp.port=81\n--modules=pool-virtual\n");
        assertThat(start.run("--remove-modules=https,pool-virtual")).isZero();
        assertThat(start.read("base/start.d/mine.ini")).isEqualTo("--modules=http\nhttp.port=81\n");
    }

    @Test
    void oneOfTwoModulesThatExcludeEachOtherIsRemoved() {
        start.write("base/start.d/x.ini", "--modules=http\n")
                .write("base/start.d/pool.ini", "--modules=pool\n")
                .write("base/start.d/pool-virtual.ini", "--modules=pool-virtual\n");
        assertThat(start.run("--list-config")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.run("--remove-modules=pool")).isZero();
        assertThat(start.run("--list-config")).isZero();
    }

    @Test
    void unknownModulesAndBothCommandsAtOnceAreRefused() {
        assertThat(start.run("--remove-modules=htpp,htps")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err()).contains("Did you mean 'http'?", "Did you mean 'https'?");
        assertThat(start.run("--remove-modules=http", "--add-modules=https")).isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.exists("base/start.d")).isFalse();
    }
}
