package org.eclipse.jetty.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators take applications out of service, deploy them again, and go back to earlier versions. */
class KeptVersionsTest {
    @TempDir
    Path dir;

    private DeployFixture deploy;

    @BeforeEach
    void prepare() {
        deploy = new DeployFixture(dir);
        deploy.scanner.setVersionsDirectory(dir.resolve("versions"));
        deploy.scanner.setKeptVersions(2);
    }

    @AfterEach
    void release() throws Exception {
        deploy.close();
    }

    private DeployedApplication only() {
        List<DeployedApplication> all = deploy.scanner.getApplications();
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private DeployedApplication rollBack() throws Exception {
        return deploy.scanner.rollBack(only().id(), only().before(), null);
    }

    @Test
    void versionBeforeComesBackAndIsNotDeployedTwice() throws Exception {
        deploy.writeEcho("webapps/a.xml", "one", "");
        deploy.write("webapps/a.properties", "jetty.deploy.attribute.color=red\n");
        deploy.start();
        assertThat(only().before()).isNull();
        deploy.delete("webapps/a.properties");
        deploy.writeEcho("webapps/a.xml", "two", "");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 two null");

        assertThat(rollBack().state()).isEqualTo("DEPLOYED");
        assertThat(deploy.get("/a/")).isEqualTo("200 one red");
        assertThat(dir.resolve("webapps/a.properties")).hasContent("jetty.deploy.attribute.color=red");
        Object restored = deploy.contexts.getHandlers().get(0);
        deploy.scan();
        assertThat(deploy.contexts.getHandlers()).containsExactly((ContextHandler) restored);

        // and forth again
        rollBack();
        assertThat(deploy.get("/a/")).isEqualTo("200 two null");
        assertThat(dir.resolve("webapps/a.properties")).doesNotExist();
        deploy.writeEcho("webapps/a.xml", "three", "");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 three null");
    }

    @Test
    void brokenReplacementIsKeptWhenItIsRolledBack() throws Exception {
        deploy.writeEcho("webapps/a.xml", "one", "");
        deploy.start();
        deploy.writeEcho("webapps/a.xml", "fail", "");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 one null");
        assertThat(only().failure()).contains("wanted failure of /a");
        assertThat(only().state()).isEqualTo("DEPLOYED");

        rollBack();
        assertThat(deploy.get("/a/")).isEqualTo("200 one null");
        assertThat(only().failure()).isNull();
        assertThat(Files.readString(dir.resolve("webapps/a.xml"))).contains("one");
        String replaced = only().versions().stream()
                .filter(name -> name.endsWith("-replaced"))
                .findAny()
                .orElseThrow();
        assertThat(only().before()).isNull();
        deploy.scanner.rollBack(only().id(), replaced, null);
        assertThat(Files.readString(dir.resolve("webapps/a.xml"))).contains("fail");
        assertThat(deploy.get("/a/")).isEqualTo("200 one null");
    }

    @Test
    void applicationThatFailsAtTheStartComesBackToo() throws Exception {
        deploy.writeEcho("webapps/a.xml", "one", "");
        deploy.start();
        deploy.server.stop();
        deploy.writeEcho("webapps/a.xml", "fail", "");
        deploy.server.start();
        assertThat(deploy.get("/a/")).isEqualTo("503");
        assertThat(only().state()).isEqualTo("FAILED");
        assertThat(only().available()).isFalse();
        rollBack();
        assertThat(deploy.get("/a/")).isEqualTo("200 one null");
    }

    @Test
    void noMoreVersionsAreKeptThanConfigured() throws Exception {
        deploy.writeEcho("webapps/a.xml", "0", "");
        deploy.start();
        for (int i = 1; i < 5; i++) {
            deploy.writeEcho("webapps/a.xml", "v" + i, "");
            deploy.scan();
        }
        assertThat(only().versions()).hasSize(3);
        deploy.scanner.rollBack(only().id(), only().versions().get(2), null);
        assertThat(deploy.get("/a/")).isEqualTo("200 v2 null");
    }

    @Test
    void symbolicLinkGoesBackToItsTarget() throws Exception {
        deploy.writeEcho("one.xml", "one", "");
        deploy.writeEcho("two.xml", "two", "");
        deploy.makeDirectory("webapps");
        Path link = dir.resolve("webapps/a.xml");
        Files.createSymbolicLink(link, Path.of("../one.xml"));
        deploy.start();
        Files.delete(link);
        Files.createSymbolicLink(link, Path.of("../two.xml"));
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 two null");
        rollBack();
        assertThat(deploy.get("/a/")).isEqualTo("200 one null");
        assertThat(Files.readSymbolicLink(link)).isEqualTo(Path.of("../one.xml"));
    }

    @Test
    void directoriesAreNotKept() throws Exception {
        deploy.makeDirectory("webapps/a");
        deploy.start();
        assertThat(only().versions()).isEmpty();
        assertThat(dir.resolve("versions")).doesNotExist();
        deploy.scanner.redeploy(only().id(), null);
        assertThat(deploy.get("/a/")).isEqualTo("200 echo null");
    }

    @Test
    void applicationThatWasUndeployedComesWithItsNextChange() throws Exception {
        deploy.writeEcho("webapps/a.xml", "one", "");
        deploy.start();
        assertThat(deploy.scanner.undeploy(only().id(), null).state()).isEqualTo("UNDEPLOYED");
        assertThat(deploy.get("/a/")).isEqualTo("404");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("404");
        deploy.scanner.redeploy(only().id(), null);
        assertThat(deploy.get("/a/")).isEqualTo("200 one null");
        deploy.scanner.undeploy(only().id(), null);
        deploy.writeEcho("webapps/a.xml", "two", "");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 two null");
    }

    @Test
    void unknownApplicationAndVersionAreRefused() throws Exception {
        deploy.writeEcho("webapps/a.xml", "one", "");
        deploy.start();
        assertThatThrownBy(() -> deploy.scanner.redeploy("../a", null))
                .hasMessageStartingWith("application: ../a (expected: one of ");
        assertThatThrownBy(() -> deploy.scanner.rollBack(only().id(), "../../webapps", null))
                .hasMessageStartingWith("version: ../../webapps (expected: one of ");
    }

    @Test
    void versionsThatCannotBeWrittenDoNotHinderTheDeployment() throws Exception {
        deploy.write("versions", "a file");
        deploy.writeEcho("webapps/a.xml", "one", "");
        deploy.start();
        assertThat(deploy.get("/a/")).isEqualTo("200 one null");
        assertThat(deploy.warnings())
                .singleElement()
                .asString()
                .startsWith("Unable to keep this version of a in " + dir.resolve("versions"));
    }

    @Test
    void classLoaderOfARetiredContextIsListedWhileItIsInMemory() throws Exception {
        deploy.writeEcho("webapps/a.xml", "one", "");
        deploy.start();
        try (URLClassLoader loader = new URLClassLoader(new URL[0])) {
            ContextHandler context = new ContextHandler("/b");
            context.setClassLoader(loader);
            deploy.deployer.deploy(context);
            assertThat(deploy.deployer.getRetiredContexts()).isEmpty();
            deploy.deployer.undeploy(context);
            assertThat(deploy.deployer.getRetiredContexts()).singleElement().satisfies(retired -> {
                assertThat(retired.contextPath()).isEqualTo("/b");
                assertThat(retired.loader().refersTo(loader)).isTrue();
            });
        }
    }
}
