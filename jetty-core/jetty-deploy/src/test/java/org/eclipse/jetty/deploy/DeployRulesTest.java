package org.eclipse.jetty.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failing fast, symbolic links, what asks for a redeployment, and requests in flight. */
class DeployRulesTest {
    @TempDir
    Path dir;

    private DeployFixture deploy;

    @BeforeEach
    void prepare() {
        deploy = new DeployFixture(dir);
    }

    @AfterEach
    void release() throws Exception {
        EchoContext.beforeOld = () -> {};
        deploy.close();
    }

    @Test
    void failFastKeepsTheServerFromStartingAndNamesAllThatFailed() throws Exception {
        deploy.makeDirectory("webapps/good");
        deploy.writeEcho("webapps/a.xml", "fail", "");
        deploy.writeEcho("webapps/b.xml", "b", "<Set name=\"contextPath\">/good</Set>");
        deploy.scanner.setFailFast(true);
        assertThatThrownBy(() -> deploy.start())
                .hasMessageContaining("jetty.deploy.failFast=true")
                .hasMessageContaining(deploy.path("webapps/a.xml").toString())
                .hasMessageContaining(deploy.path("webapps/good").toString())
                .hasMessageNotContaining(deploy.path("webapps/b.xml").toString());
        assertThat(deploy.server.isStarted()).isFalse();
        assertThat(deploy.warnings()).hasSize(2);
    }

    @Test
    void failFastDoesNotConcernLaterDeployments() throws Exception {
        deploy.makeDirectory("webapps/good");
        deploy.scanner.setFailFast(true);
        deploy.start();
        deploy.writeEcho("webapps/a.xml", "fail", "");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("503");
        assertThat(deploy.get("/good/")).isEqualTo("200 echo null");
    }

    @Test
    void failFastOfADeferredScanIsToldToHaveNoEffect() throws Exception {
        deploy.writeEcho("webapps/a.xml", "fail", "");
        deploy.scanner.setFailFast(true);
        deploy.scanner.setDeferInitialScan(true);
        deploy.start();
        assertThat(deploy.server.isStarted()).isTrue();
        assertThat(deploy.warnings()).anyMatch(message -> message.startsWith("failFast has no effect"));
    }

    @Test
    void directoryOfApplicationsMayBeASymbolicLink() throws Exception {
        Files.delete(deploy.path("webapps"));
        Path real = deploy.makeDirectory("real");
        deploy.makeDirectory("real/a");
        Files.createSymbolicLink(deploy.path("webapps"), real);
        deploy.start();
        assertThat(deploy.get("/a/")).isEqualTo("200 echo null");
    }

    @Test
    void applicationThatIsASymbolicLinkIsDeployedAgainWhenItLeadsElsewhere() throws Exception {
        Path link = deploy.path("webapps/a");
        Files.createSymbolicLink(link, deploy.makeDirectory("releases/1"));
        Files.createSymbolicLink(deploy.path("webapps/lost.war"), deploy.path("nowhere.war"));
        deploy.start();
        Object before = deploy.contexts.getHandlers().get(0);
        assertThat(deploy.get("/a/")).isEqualTo("200 echo null");
        Files.delete(link);
        Files.createSymbolicLink(link, deploy.makeDirectory("releases/2"));
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 echo null");
        assertThat(deploy.contexts.getHandlers()).hasSize(1).doesNotContain((Handler) before);
        ContextHandler now = (ContextHandler) deploy.contexts.getHandlers().get(0);
        assertThat(now.getBaseResource().getRealURI().toString()).endsWith("/releases/2/");
        assertThat(deploy.warnings()).isEmpty();
    }

    @Test
    void webXmlOfADirectoryIsNoReasonToDeployAgainAndANewPropertiesFileIs() throws Exception {
        deploy.makeDirectory("webapps/a");
        deploy.write("webapps/a/WEB-INF/web.xml", "<web-app/>");
        deploy.start();
        Object before = deploy.contexts.getHandlers().get(0);
        deploy.write("webapps/a/WEB-INF/web.xml", "<web-app />");
        deploy.scan();
        assertThat(deploy.contexts.getHandlers()).containsExactly((Handler) before);
        deploy.write("webapps/a.properties", "");
        deploy.scan();
        assertThat(deploy.contexts.getHandlers()).hasSize(1).doesNotContain((Handler) before);
    }

    @Test
    void contextStopsWhenItsRequestsInFlightHaveEnded() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        deploy.writeEcho("webapps/a.xml", "old", "");
        deploy.start();
        EchoContext old = (EchoContext) deploy.contexts.getHandlers().get(0);
        EchoContext.beforeOld = () -> {
            entered.countDown();
            release.await();
        };
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> {
            try {
                return deploy.get("/a/");
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        });
        assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
        deploy.deployer.addEventListener(new Deployer.Listener() {
            @Override
            public void onDeployed(ContextHandler context) {
                // the new one serves, and the old one is not stopped yet: it is held by its request
                release.countDown();
            }
        });
        deploy.writeEcho("webapps/a.xml", "new", "");
        deploy.scan();
        assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("200 old null");
        assertThat(old.isStopped()).isTrue();
        assertThat(deploy.get("/a/")).isEqualTo("200 new null");
    }

    @Test
    void requestThatDoesNotEndHoldsUpAContextForTheDrainTimeoutOnly() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        deploy.deployer.setDrainTimeout(1);
        deploy.writeEcho("webapps/a.xml", "old", "");
        deploy.start();
        EchoContext old = (EchoContext) deploy.contexts.getHandlers().get(0);
        EchoContext.beforeOld = () -> {
            entered.countDown();
            release.await();
        };
        CompletableFuture.runAsync(() -> {
            try {
                deploy.get("/a/");
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        });
        assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
        deploy.writeEcho("webapps/a.xml", "new", "");
        deploy.scan();
        assertThat(old.isStopped()).isTrue();
        assertThat(deploy.get("/a/")).isEqualTo("200 new null");
        assertThat(deploy.warnings()).anyMatch(message -> message.contains("after the drain timeout of 1 ms"));
        release.countDown();
    }

    @Test
    void versionsOfAnApplicationHaveTemporaryDirectoriesOfTheirOwn() throws Exception {
        Path temp = dir.resolve("temp");
        deploy.writeEcho("webapps/a.xml", "one", "");
        deploy.write("webapps/a.properties", "jetty.deploy.tempDir=" + temp + "\n");
        deploy.start();
        assertThat(tempOfOnly()).isEqualTo(temp);
        deploy.writeEcho("webapps/a.xml", "two", "");
        deploy.scan();
        assertThat(tempOfOnly()).isEqualTo(dir.resolve("temp-next")).isDirectory();
        assertThat(temp).doesNotExist();
        deploy.writeEcho("webapps/a.xml", "three", "");
        deploy.scan();
        assertThat(tempOfOnly()).isEqualTo(temp).isDirectory();
    }

    private Path tempOfOnly() {
        assertThat(deploy.contexts.getHandlers()).hasSize(1);
        return ((ContextHandler) deploy.contexts.getHandlers().get(0))
                .getTempDirectory()
                .toPath();
    }

    @Test
    void namesOfOnePathInUtf8AndEncodedAreTheSamePlace() throws Exception {
        deploy.makeDirectory("webapps/%C3%BC");
        deploy.makeDirectory("webapps/\u00fc");
        deploy.start();
        assertThat(deploy.get("/%c3%bc/")).isEqualTo("200 echo null");
        assertThat(deploy.warnings())
                .singleElement()
                .asString()
                .contains("webapps/\u00fc: /\u00fc is taken by ")
                .contains("webapps/%C3%BC");
    }

    @Test
    void oneHostInSeveralSpellingsIsTheSamePlace() throws Exception {
        deploy.makeDirectory("webapps/root-Example.org.");
        deploy.makeDirectory("webapps/root-example.org");
        deploy.makeDirectory("webapps/root-b\u00fccher.example");
        deploy.makeDirectory("webapps/root-xn--bcher-kva.example");
        deploy.start();
        assertThat(deploy.warnings())
                .hasSize(2)
                .anyMatch(line -> line.contains("/ of [example.org] is taken by "))
                .anyMatch(line -> line.contains("/ of [xn--bcher-kva.example] is taken by "));
    }

    @Test
    void directoriesThatAppearLaterAreScanned() throws Exception {
        Files.delete(deploy.path("webapps"));
        Files.delete(deploy.path("environments"));
        deploy.start();
        assertThat(deploy.warnings()).containsExactly("Does not exist: " + deploy.path("webapps"));
        deploy.makeDirectory("webapps/a");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 echo null");
        deploy.writeXml(
                "environments/core.xml",
                "<Configure class=\"org.eclipse.jetty.deploy.EchoContext\"><Set name=\"text\">later</Set></Configure>");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 later null");
    }

    @Test
    void contextXmlMayBeInAnyEncoding() throws Exception {
        for (Charset charset : List.of(StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16)) {
            String text = """
                    <?xml version="1.0" encoding="%s"?>
                    <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
                    <Configure class="org.eclipse.jetty.deploy.EchoContext"><Set name="text">gr\u00fcn</Set></Configure>
                    """.formatted(charset.name());
            Files.write(deploy.path("webapps/" + charset.name() + ".xml"), text.getBytes(charset));
        }
        deploy.start();
        assertThat(deploy.warnings()).isEmpty();
        assertThat(deploy.get("/ISO-8859-1/")).startsWith("200 gr");
        assertThat(deploy.get("/UTF-16/")).startsWith("200 gr");
    }

    @Test
    void byteOrderMarkIsNotPartOfTheFirstKey() throws Exception {
        deploy.makeDirectory("webapps/a");
        deploy.write("webapps/a.properties", "\uFEFFjetty.deploy.contextPath=/b\n");
        deploy.makeDirectory("webapps/c");
        Path file = deploy.write("webapps/c.properties", "\uFEFFjetty.deploy.contextPath=c\n");
        deploy.start();
        assertThat(deploy.get("/b/")).isEqualTo("200 echo null");
        assertThat(deploy.warnings()).singleElement().asString().contains(file + ":1: jetty.deploy.contextPath: c");
    }

    @Test
    void nameOfTheMainPathSaysWhereAnApplicationIsMissed() throws Exception {
        deploy.makeDirectory("webapps/Shop");
        deploy.writeXml(
                "webapps/shop.xml", "<Configure class=\"org.eclipse.jetty.deploy.EchoContext\"><Bad/></Configure>");
        deploy.start();
        assertThat(deploy.get("/shop/")).isEqualTo("503");
        assertThat(deploy.get("/Shop/")).isEqualTo("404");
    }

    @Test
    void fileThatCannotBeReadIsReportedAndDeployedWhenItCan() throws Exception {
        deploy.makeDirectory("webapps/a");
        Path file = deploy.write("webapps/a.properties", "jetty.deploy.contextPath=/b\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("-wx-wx-wx"));
        assumeFalse(Files.isReadable(file), "this user reads everything");
        deploy.start();
        assertThat(deploy.warnings()).singleElement().asString().contains("Cannot read " + file);
        assertThat(deploy.get("/a/")).isEqualTo("503");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        deploy.scan();
        assertThat(deploy.get("/b/")).isEqualTo("200 echo null");
        assertThat(deploy.get("/a/")).isEqualTo("404");
    }

    @Test
    void filesOfOneNameInSeveralSpellingsAreWarnedAbout() throws Exception {
        deploy.makeDirectory("webapps/Shop");
        deploy.makeDirectory("webapps/shop");
        deploy.write("webapps/SHOP.properties", "");
        deploy.write("webapps/shop.properties", "");
        deploy.start();
        assertThat(deploy.get("/Shop/")).isEqualTo("200 echo null");
        assertThat(deploy.warnings())
                .singleElement()
                .asString()
                .isEqualTo("No effect have [" + deploy.path("webapps/shop") + ", "
                        + deploy.path("webapps/shop.properties")
                        + "]: names that differ by case alone are of one application, " + deploy.path("webapps/Shop"));
    }
}
