package org.eclipse.jetty.start.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.eclipse.jetty.start.StartFixture;
import org.eclipse.jetty.start.files.ProductVersion;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.Suggestion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModuleGraphTest {
    private StartFixture start;

    @BeforeEach
    void prepare(@TempDir Path dir) {
        start = new StartFixture(dir);
    }

    @AfterEach
    void release() {
        start.close();
    }

    private String enabled(String modules) {
        assertThat(start.run("--list-config", "--modules=" + modules))
                .as(start.err())
                .isZero();
        String report = start.out();
        StringBuilder names = new StringBuilder();
        for (String line : report.substring(0, report.indexOf("JVM Version")).split("\n")) {
            int bracket = line.indexOf(") ");
            if (bracket > 0 && bracket < 5) {
                names.append(line.substring(bracket + 2).split(" ")[0]).append(' ');
            }
        }
        return names.toString().trim();
    }

    @Test
    void dependenciesComeFirst() {
        start.module("a", "[depends]\nz\nb\n").module("b", "[depend]\nz\n").module("z", "");
        assertThat(enabled("a")).isEqualTo("z b a");
    }

    @Test
    void beforeAndAfterOrderWithoutEnabling() {
        start.module("a", "[after]\nc\nabsent\n").module("b", "[before]\na\n").module("c", "[optional]\nb\n");
        assertThat(enabled("a")).isEqualTo("a");
        assertThat(enabled("a,b,c")).isEqualTo("b c a");
    }

    @Test
    void defaultProviderIsTakenOnlyWhenNobodyElseProvides() {
        start.module("server", "[depends]\nlog\n")
                .module("log-a", "[provides]\nlog|default\n")
                .module("log-b", "[provides]\nlog\n[depends]\nextra\n")
                .module("extra", "");
        assertThat(enabled("server")).isEqualTo("log-a server");
        assertThat(enabled("server,log-b")).isEqualTo("extra log-b server");
    }

    @Test
    void moduleIsTheDefaultProviderOfItsOwnName() {
        start.module("server", "[depends]\npool\n").module("pool", "").module("pool-2", "[provides]\npool\n");
        assertThat(enabled("server")).isEqualTo("pool server");
        assertThat(enabled("server,pool-2")).isEqualTo("pool-2 server");
    }

    @Test
    void twoProvidersOfOneNameAreRefused() {
        start.module("p1", "[provides]\nvirt\n").module("p2", "[provides]\nvirt\n");
        assertThat(start.run("--dry-run", "--modules=p1,p2")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err())
                .contains("Module p2 provides virt, which is already provided by p1 enabled in [<command-line>]");
    }

    @Test
    void severalProvidersWithoutDefaultAreNamed() {
        start.module("u", "[depends]\nvirt\n")
                .module("p1", "[provides]\nvirt\n")
                .module("p2", "[provides]\nvirt\n");
        assertThat(start.run("--dry-run", "--modules=u")).isEqualTo(StartException.UNSATISFIED);
        assertThat(start.err()).contains("Module [u] requires a module providing [virt] from one of [p1, p2]");
    }

    @Test
    void missingDependencyIsToldWithPlaceAndSuggestion() {
        start.module("a", "[description]\nx\n\n[depends]\nhttp2\n").module("http2c", "");
        assertThat(start.run("--dry-run", "--modules=a")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err())
                .contains("No module found to provide http2 for a{enabled}, from ${jetty.home}/modules/a.mod:5."
                        + " Did you mean 'http2c'?");
    }

    @Test
    void optionalDependencyMayBeMissing() {
        start.module("a", "[depends]\n?b\n?absent\n").module("b", "");
        assertThat(enabled("a")).isEqualTo("b a");
    }

    @Test
    void unknownModuleIsToldWithPlaceAndSuggestion() {
        start.module("http2c", "").write("base/start.d/x.ini", "--modules=htp2c\n");
        assertThat(start.run("--dry-run")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err())
                .contains("Unknown module='htp2c' in ${jetty.base}/start.d/x.ini:1. Did you mean 'http2c'?"
                        + " List available with --list-modules");
    }

    @Test
    void allMistakesOfACommandAreNamedAtOnce() {
        start.module("http", "").module("ee10-deploy", "").write("base/start.d/x.ini", "--modules=ssll\nfoo bar\n");
        assertThat(start.run("--add-modules=htp,ee10-deploy,ee10deploy", "--lst-config"))
                .isEqualTo(StartException.BAD_ARGUMENT);
        assertThat(start.err())
                .contains("ERROR : Unrecognized argument: \"foo bar\" in ${jetty.base}/start.d/x.ini:2")
                .contains("ERROR : Unknown option --lst-config in <command-line>. Did you mean '--list-config'?")
                .contains("ERROR : Unknown module='ssll' in ${jetty.base}/start.d/x.ini:1.")
                .contains("ERROR : Unknown module='htp' in <command-line>. Did you mean 'http'?")
                .contains("ERROR : Unknown module='ee10deploy' in <command-line>. Did you mean 'ee10-deploy'?")
                .containsOnlyOnce("Usage:");
        assertThat(start.exists("base/start.d/ee10-deploy.ini")).isFalse();
    }

    @Test
    void familyOfModulesThatIsLeftOutHasOneReason() {
        start.module("http", "").write("home/modules/deprecated.properties", "http3*: left out\n");
        start.run("--add-modules=http3-quiche");
        assertThat(start.err()).contains("Unknown module='http3-quiche' in <command-line>. (left out)");
    }

    @Test
    void vanishedModuleIsToldWithItsReason() {
        start.module("a", "").write("home/modules/deprecated.properties", "spdy : use http2 instead\n");
        assertThat(start.run("--modules=spdy")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err()).contains("Unknown module='spdy' in <command-line>. (use http2 instead)");
    }

    @Test
    void cycleIsToldWithItsPath() {
        start.module("a", "[depends]\nb\n").module("b", "[depends]\nc\n").module("c", "[after]\na\n");
        assertThat(start.run("--dry-run", "--modules=a")).isEqualTo(StartException.BAD_GRAPH);
        assertThat(start.err()).contains("Modules are cyclic at a: a -> b -> c -> a");
    }

    @Test
    void newerVersionIsRefused() {
        start.module("a", "[version]\n99.1\n").module("b", "[version]\n0.5\n").module("c", "[version]\n12.1\n");
        assertThat(enabled("b")).isEqualTo("b");
        assertThat(enabled("c")).isEqualTo("c");
        assertThat(start.run("--dry-run", "--modules=a")).isEqualTo(StartException.BAD_GRAPH);
        assertThat(start.err()).contains("Module [a] specifies jetty version [99.1] which is newer");
    }

    @Test
    void unknownSectionFailsTheStartEvenWhenUnused() {
        start.module("a", "[description]\nfine\n[dependz]\nx\n");
        assertThat(start.run("--dry-run")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err())
                .contains("Unrecognized module section: [dependz] in ${jetty.home}/modules/a.mod:3."
                        + " Did you mean 'depend'?");
    }

    @Test
    void dependencyNameMayComeFromAProperty() {
        start.module("store", "[depends]\nstore/${kind}\n[ini]\nkind?=file\n")
                .module("store/file", "")
                .module("store/db", "");
        assertThat(enabled("store")).isEqualTo("store/file store");
        assertThat(start.out()).contains("dynamic dependency of store");
        start.write("base/start.ini", "kind=db\n");
        assertThat(enabled("store")).isEqualTo("store/db store");
    }

    @Test
    void iniOfAModuleIsOnlyADefault() {
        start.module("a", "[ini]\np=module\nq=module\nlist+=,a\n").module("b", "[ini]\nlist+=,b\n");
        assertThat(start.arguments("--modules=a,b", "p=mine")).contains("p=mine", "q=module", "list=a,b");
    }

    @Test
    void deprecatedModuleWarns() {
        start.module("old", "[deprecated]\nUse module new instead.\n");
        enabled("old");
        assertThat(start.err()).contains("WARN  : Use module new instead, from <command-line>");
    }

    @Test
    void moduleOfTheBaseHidesThatOfHome() {
        start.module("a", "[xml]\netc/home.xml\n")
                .write("base/modules/a.mod", "[xml]\netc/base.xml\n")
                .write("base/etc/base.xml", "");
        assertThat(start.arguments("--modules=a")).contains("BASE/etc/base.xml");
    }

    @Test
    void sectionHeadersAndAliasesAreCaseInsensitiveAndTextBeforeThemIsIgnored() {
        start.module("a", "some licence text\n[DESCRIPTION]\nan a\n# no\n[Tag]\nx y, z\n[ENV]\nee9\n[Defaults]\np=1\n");
        assertThat(start.run("--show-modules=a")).isZero();
        assertThat(start.out()).contains("           : an a\n", "Environment: ee9\n", "       Tags: x, y, z\n");
    }

    @Test
    void versionsCompareByNumber() {
        assertThat(ProductVersion.compare("9.4", "10.0")).isNegative();
        assertThat(ProductVersion.compare("12.1.5", "12.1")).isPositive();
        assertThat(ProductVersion.compare("1.0.0-SNAPSHOT", "1.0")).isZero();
    }

    @Test
    void distanceCountsSwapsOnce() {
        assertThat(Suggestion.distance("htpp", "http")).isEqualTo(1);
        assertThat(Suggestion.distance("ab", "ba")).isEqualTo(1);
        assertThat(Suggestion.distance("", "abc")).isEqualTo(3);
        assertThat(Suggestion.didYouMean("zzzz", java.util.List.of("http"))).isEmpty();
    }

    @Test
    void optionalDependencyOnOneOfSeveralProvidersIsLeftToTheOperator() {
        start.module("v1", "[provides]\nv\n").module("v2", "[provides]\nv\n").module("a", "[depends]\n?v\n");
        assertThat(enabled("a")).isEqualTo("a");
        assertThat(enabled("a,v2")).isEqualTo("v2 a");
    }

    @Test
    void hiddenFilesAreNoModules() {
        start.module("a", "")
                .write("home/modules/._a.mod", "[nonsense]\n")
                .write("home/modules/.x/b.mod", "[nonsense]\n");
        assertThat(enabled("a")).isEqualTo("a");
    }
}
