package org.eclipse.jetty.start.change;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.eclipse.jetty.start.StartFixture;
import org.eclipse.jetty.start.problems.StartException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaseChangesTest {
    private StartFixture start;

    @BeforeEach
    void prepare(@TempDir Path dir) {
        start = new StartFixture(dir);
        start.module(
                        "http",
                        "[description]\nEnables a connector.\nSecond line.\n[depends]\nserver\n[ini-template]\n"
                                + "# tag::x[]\n### Settings\n\n## The port\n# http.port=8080\n# end::x[]\n")
                .module("server", "[description]\nThe server.\n[ini-template]\n# server.name=x\n[depends]\nplain\n")
                .module("plain", "[description]\nNo template.\n");
    }

    @AfterEach
    void release() {
        start.close();
    }

    @Test
    void addModulesWritesIniFilesWithTheValuesOfTheCommandLine() {
        assertThat(start.run("--add-modules=http", "http.port=9090")).isZero();
        assertThat(start.err())
                .isEqualTo("INFO  : plain           transitively enabled\n"
                        + "INFO  : server          transitively enabled, ini template available with"
                        + " --add-modules=server\n"
                        + "INFO  : http            property set http.port=9090\n"
                        + "INFO  : mkdir ${jetty.base}/start.d\n"
                        + "INFO  : http            initialized in ${jetty.base}/start.d/http.ini\n"
                        + "INFO  : Base directory was modified\n");
        assertThat(start.read("base/start.d/http.ini"))
                .isEqualTo("# --------------------------------------- \n"
                        + "# Module: http\n"
                        + "# Enables a connector.\n"
                        + "# Second line.\n"
                        + "# --------------------------------------- \n"
                        + "--modules=http\n\n"
                        + "### Settings\n\n## The port\nhttp.port=9090\n\n");
        assertThat(start.exists("base/start.d/server.ini")).isFalse();
        assertThat(start.exists("base/start.d/plain.ini")).isFalse();
        assertThat(start.arguments()).contains("http.port=9090");
    }

    @Test
    void addingTwiceChangesNothing() {
        start.run("--add-modules=http");
        assertThat(start.run("--add-modules=http")).isZero();
        assertThat(start.err())
                .isEqualTo("INFO  : http already enabled by [${jetty.base}/start.d/http.ini]\n"
                        + "INFO  : Base directory was not modified\n");
    }

    @Test
    void moduleThatWasOnlyNeededCanBeAddedByName() {
        start.run("--add-modules=http");
        assertThat(start.run("--add-modules=plain")).isZero();
        assertThat(start.err()).contains("plain           initialized in ${jetty.base}/start.d/plain.ini");
    }

    @Test
    void baseWithStartIniGetsItExtended() {
        start.write("base/start.ini", "--modules=plain\n");
        start.run("--add-modules=http");
        assertThat(start.exists("base/start.d")).isFalse();
        assertThat(start.read("base/start.ini")).startsWith("--modules=plain\n").contains("--modules=http\n");
    }

    @Test
    void iniFormsAreTurnedIntoEachOther() {
        start.run("--add-modules=http,server");
        assertThat(start.run("--create-start-ini")).isZero();
        assertThat(start.exists("base/start.d")).isFalse();
        assertThat(start.read("base/start.ini")).contains("--modules=http\n", "--modules=server\n");
        assertThat(start.run("--create-start-d")).isZero();
        assertThat(start.exists("base/start.ini")).isFalse();
        assertThat(start.exists("base/start.d/start.ini")).isTrue();
        assertThat(start.err()).endsWith("INFO  : Base directory was modified\n");
    }

    @Test
    void updateIniSetsCommentedAndSetLines() {
        start.run("--add-modules=http");
        assertThat(start.run("--update-ini", "HTTP.port=1")).isZero();
        assertThat(start.err())
                .contains("INFO  : http            property updated HTTP.port=1\n")
                .contains("INFO  : http            updated ${jetty.base}/start.d/http.ini\n");
        assertThat(start.read("base/start.d/http.ini")).contains("\nHTTP.port=1\n");
        assertThat(start.run("--update-ini", "http.port=1")).isZero();
        assertThat(start.run("--update-ini", "http.port=2")).isZero();
        assertThat(start.read("base/start.d/http.ini"))
                .contains("\nHTTP.port=2\n")
                .contains("## The port\n");
    }

    @Test
    void updateIniKeepsTheLineEndsOfAFile() {
        start.write("base/start.d/http.ini", "--modules=http\r\n# http.port=1\r\nother=2\r\n");
        assertThat(start.run("--update-ini", "http.port=3")).isZero();
        assertThat(start.read("base/start.d/http.ini")).isEqualTo("--modules=http\r\nhttp.port=3\r\nother=2\r\n");
        assertThat(start.run("--update-ini", "http.port=3")).isZero();
        assertThat(start.err()).contains("Base directory was not modified");
    }

    @Test
    void filesOfTheCommandLineAreCreatedWithoutAStart() {
        assertThat(start.run("--files=made/")).isZero();
        assertThat(start.err()).isEqualTo("INFO  : mkdir ${jetty.base}/made\nINFO  : Base directory was modified\n");
        assertThat(start.exists("base/made")).isTrue();
    }

    @Test
    void settingsWithoutAPlaceAreNamedTogetherAndNothingIsWritten() {
        start.module("tls", "[ini-template]\n# tls.port=8443\n");
        start.run("--add-modules=http");
        String before = start.read("base/start.d/http.ini");
        for (String command : new String[] {"--update-ini", "--add-modules=tls,plain"}) {
            boolean adds = command.startsWith("--add");
            assertThat(start.run(command, "http.port=1", "http.prot=2", "lost=3", adds ? "tls.prot=4" : "tls.port=4"))
                    .isEqualTo(StartException.BAD_ARGUMENT);
            assertThat(start.err())
                    .contains(
                            "ERROR : property http.prot=2 was not written, nor was anything else: no ini file of the base"
                                    + " and no template of an enabled module has a line for it. Did you mean 'http.port'?\n")
                    .contains("ERROR : property lost=3 was not written")
                    .contains(
                            adds
                                    ? "Did you mean 'tls.port'?\n"
                                    : "it is a property of the module tls, which is not"
                                            + " enabled. Enable it with --add-modules=tls\n");
            assertThat(start.read("base/start.d/http.ini")).isEqualTo(before);
            assertThat(start.exists("base/start.d/tls.ini")).isFalse();
        }
    }

    @Test
    void settingOfAModuleThatIsEnabledAlreadyIsWrittenToItsFile() {
        start.run("--add-modules=http");
        assertThat(start.run("--add-modules=http", "http.port=18199")).isZero();
        assertThat(start.err()).contains("property updated http.port=18199\n");
        assertThat(start.read("base/start.d/http.ini")).contains("\nhttp.port=18199\n");
    }

    @Test
    void settingOfAModuleThatIsOnlyNeededMakesItsIniFile() {
        assertThat(start.run("--add-modules=http", "server.name=y")).isZero();
        assertThat(start.read("base/start.d/server.ini")).contains("--modules=server\n", "\nserver.name=y\n");
        start.run("--remove-modules=server");
        assertThat(start.run("--update-ini", "server.name=z")).isZero();
        assertThat(start.read("base/start.d/server.ini")).contains("--modules=server\n", "\nserver.name=z\n");
    }

    @Test
    void moduleWhoseFileHoldsOnlySettingsIsAppendedToIt() {
        start.write("base/start.d/http.ini", "http.port=7");
        assertThat(start.run("--add-modules=http")).isZero();
        assertThat(start.read("base/start.d/http.ini"))
                .startsWith("http.port=7\n# ---")
                .contains("--modules=http\n");
    }

    @Test
    void moduleThatWasOnlyNeededIsExchangedForAnother() {
        start.module("pool", "[provides]\npool|default\n[ini-template]\n# pool.max=200\n")
                .module("pool-virtual", "[provides]\npool\n")
                .module("web", "[depends]\npool\n");
        start.run("--add-modules=web");
        assertThat(start.run("--add-modules=pool-virtual")).isZero();
        assertThat(start.exists("base/start.d/pool-virtual.ini")).isTrue();
        start.run("--remove-modules=pool-virtual");
        start.run("--add-modules=pool");
        assertThat(start.run("--add-modules=pool-virtual")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err()).contains("Enable only one of them: remove pool with --remove-modules=pool\n");
    }

    @Test
    void refusedLicenceLeavesTheBaseAlone() {
        start.module("lic", "[license]\nAll rights reserved.\n[files]\nlib/\n");
        System.setIn(new ByteArrayInputStream("n\n".getBytes(StandardCharsets.UTF_8)));
        assertThat(start.run("--add-modules=lic")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err())
                .contains(" Module: lic\n  + All rights reserved.\n", "Proceed (y/N)? \nERROR : ")
                .contains("Exiting: license not acknowledged! Nothing was written.");
        assertThat(start.exists("base/lib")).isFalse();
        assertThat(start.exists("base/start.d")).isFalse();
    }

    @Test
    void acceptedLicenceIsNotAskedAgain() {
        start.module("lic", "[license]\nAll rights reserved.\n");
        System.setIn(new ByteArrayInputStream("Yes\n".getBytes(StandardCharsets.UTF_8)));
        start.run("--add-modules=lic");
        assertThat(start.exists("base/start.d/lic.ini")).isTrue();
        start.run("--add-modules=http");
        assertThat(start.err()).doesNotContain("Proceed");
        start.module("lic2", "[license]\nx\n");
        assertThat(start.run("--add-modules=lic2", "--approve-all-licenses")).isZero();
        assertThat(start.err()).contains("All Licenses Approved via Command Line Option");
    }

    @Test
    void filesAreCreatedAndNeverOverwritten() {
        start.module(
                        "f",
                        "[files]\ndata/logs/\nbasehome:etc/f.conf|conf/f.conf\nbasehome:tree\nbasehome:etc/f.conf|other/\n")
                .write("home/etc/f.conf", "new")
                .write("home/tree/resources/deep/x.txt", "x")
                .write("base/conf/f.conf", "mine");
        assertThat(start.run("--add-modules=f")).isZero();
        assertThat(start.exists("base/data/logs")).isTrue();
        assertThat(start.read("base/conf/f.conf")).isEqualTo("mine");
        assertThat(start.read("base/resources/deep/x.txt")).isEqualTo("x");
        assertThat(start.read("base/other/f.conf")).isEqualTo("new");
        assertThat(start.err())
                .contains("INFO  : mkdir ${jetty.base}/data/logs\n")
                .contains(
                        "INFO  : copy ${jetty.home}/tree/resources/deep/x.txt to ${jetty.base}/resources/deep/x.txt\n");
    }

    @Test
    void skippedModulesGetNoFiles() {
        start.module("f", "[files]\ndata/\n");
        start.run("--add-modules=f", "--skip-create-files=f");
        assertThat(start.exists("base/data")).isFalse();
        start.run("--create-files");
        assertThat(start.exists("base/data")).isTrue();
    }

    @Test
    void failedFilesAreToldTogetherAndTheOthersCreated() {
        start.module(
                "f",
                "[files]\n../out/\nbasehome:nowhere|x\nhttp://localhost/x|from-http\nftp://x/y|z\na|b|c\nmust-exist.txt\nfine/\n"
                        + "maven://only/two|x.jar\n");
        assertThat(start.run("--add-modules=f")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err())
                .contains("Failed to process all file resources.")
                .contains("Not below ${jetty.base}: ../out/", "from ${jetty.home}/modules/f.mod:2")
                .contains("nowhere")
                .contains("Insecure HTTP download not allowed (use --allow-insecure-http-downloads to bypass)")
                .contains("Unknown scheme")
                .contains("with one '|'")
                .contains("must exist already")
                .contains("Not a Maven artifact (expected: maven://group/artifact/version");
        assertThat(start.exists("base/fine")).isTrue();
        assertThat(start.exists("out")).isFalse();
    }

    @Test
    void mavenArtifactComesFromTheLocalRepositoryFirst() {
        start.write("repo/org/example/thing/1.0/thing-1.0.jar", "jar")
                .module(
                        "m",
                        "[files]\nmaven://org.example/thing/1.0|lib/thing.jar\nmaven://org.example/thing/1.0|lib/\n");
        assertThat(start.run("--add-modules=m", "maven.local.repo=" + start.home.getParent() + "/repo"))
                .isZero();
        assertThat(start.read("base/lib/thing.jar")).isEqualTo("jar");
        assertThat(start.read("base/lib/thing-1.0.jar")).isEqualTo("jar");
    }

    @Test
    void mavenSnapshotIsDownloadedByItsMetadata() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/org/example/thing/1.0-SNAPSHOT/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            boolean metadata = path.endsWith("maven-metadata.xml");
            boolean jar = path.endsWith("thing-1.0-20260101.010101-7.jar");
            byte[] body = (metadata
                            ? "<x><timestamp>20260101.010101</timestamp><buildNumber>7</buildNumber></x>"
                            : jar ? "snapshot" : "no")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(metadata || jar ? 200 : 404, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.start();
        try {
            String uri = "http://127.0.0.1:" + server.getAddress().getPort();
            start.module(
                    "m", "[files]\nmaven://org.example/thing/1.0-SNAPSHOT|lib/thing.jar\n" + uri + "/gone|lib/gone\n");
            assertThat(start.run(
                            "--add-modules=m",
                            "--allow-insecure-http-downloads",
                            "maven.local.repo=" + start.home,
                            "maven.repo.uri=" + uri))
                    .isEqualTo(StartException.UNKNOWN);
            assertThat(start.read("base/lib/thing.jar")).isEqualTo("snapshot");
            assertThat(start.err()).contains("Status 404 from " + uri + "/gone");
            assertThat(start.exists("base/lib/gone")).isFalse();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void mavenCoordinatesMayHaveTypeAndClassifier() {
        assertThat(MavenCoordinates.parse("maven://a.b/c/1/war/x").path()).isEqualTo("a/b/c/1/c-1-x.war");
    }

    @Test
    void moduleListIsGroupedByFirstTag() {
        start.module("secret", "[tags]\ninternal\n")
                .module("tagged", "[description]\nOne.\nTwo.\n[tags]\ngroup\nother\n")
                .module("sub/hidden", "[tags]\ngroup\n");
        start.run("--list-modules");
        assertThat(start.out())
                .isEqualTo("\nModules [-internal]:\n====================\n* is enabled\n\n"
                        + "group modules:\n--------------\n  tagged - One.\n\n"
                        + "untagged modules:\n-----------------\n"
                        + "  http   - Enables a connector.\n  plain  - No template.\n  server - The server.\n");
        start.run("--list-modules=other,-internal");
        assertThat(start.out()).contains("tagged").doesNotContain("http");
        start.run("--list-all-modules");
        assertThat(start.out()).contains("internal modules:\n-----------------\n  secret");
    }

    @Test
    void moduleListHasWholeSentencesAndMarksEnabledModules() {
        start.module(
                "long",
                "[description]\nIs described by " + "words ".repeat(20) + "over\ntwo lines. More.\n[tags]\ng\n");
        start.run("--list-modules=g", "--modules=long");
        assertThat(start.out())
                .contains("* long - Is described by words words", "over two lines.\n")
                .doesNotContain("More");
        assertThat(start.out().lines()).allMatch(line -> line.length() <= 100);
    }

    @Test
    void graphIsWritten() {
        start.run("--add-modules=http");
        assertThat(start.run("--write-module-graph=g.dot")).isZero();
        assertThat(start.read("base/g.dot"))
                .startsWith("digraph modules {")
                .contains("\"http\" -> \"server\";", "\"server\" -> \"plain\";");
    }
}
