package org.eclipse.jetty.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HotDeploymentTest {
    @TempDir
    Path dir;

    private DeployFixture deploy;

    @BeforeEach
    void prepare() {
        deploy = new DeployFixture(dir);
    }

    @AfterEach
    void release() throws Exception {
        deploy.close();
    }

    @Test
    void newApplicationIsDeployedAndRemovedOneUndeployed() throws Exception {
        deploy.start();
        deploy.writeEcho("webapps/a.xml", "a", "");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 a null");
        deploy.delete("webapps/a.xml");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("404");
        assertThat(deploy.contexts.getHandlers()).isEmpty();
    }

    @Test
    void changeOfXmlOrPropertiesDeploysAgain() throws Exception {
        deploy.writeEcho("webapps/a.xml", "one", "");
        deploy.start();
        deploy.writeEcho("webapps/a.xml", "two", "");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 two null");
        deploy.write("webapps/a.properties", "jetty.deploy.attribute.color=red\n");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 two red");
        deploy.delete("webapps/a.properties");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 two null");
        assertThat(deploy.contexts.getHandlers()).hasSize(1);
    }

    @Test
    void changeInsideOfADirectoryDoesNotDeployAgain() throws Exception {
        deploy.makeDirectory("webapps/a");
        deploy.start();
        ContextHandler before = (ContextHandler) deploy.contexts.getHandlers().get(0);
        deploy.write("webapps/a/new.txt", "x");
        deploy.scan();
        assertThat(deploy.contexts.getHandlers()).containsExactly(before);
    }

    @Test
    void changeOfAnEnvironmentFileDeploysItsApplicationsAgain() throws Exception {
        deploy.makeDirectory("webapps/a");
        deploy.makeDirectory("webapps/s");
        deploy.write("webapps/s.properties", "environment=static\n");
        deploy.start();
        Object untouched = deploy.contexts.getHandlers().stream()
                .filter(handler -> ((ContextHandler) handler).getContextPath().equals("/s"))
                .findAny()
                .orElseThrow();
        deploy.writeEcho("environments/core-x.xml", "env", "");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 env null");
        assertThat(deploy.get("/s/")).isEqualTo("200 echo null");
        assertThat(deploy.contexts.getHandlers()).anyMatch(handler -> handler == untouched);
    }

    @Test
    void brokenApplicationServesAfterItsRepair() throws Exception {
        deploy.writeEcho("webapps/a.xml", "fail", "");
        deploy.start();
        assertThat(deploy.get("/a/")).isEqualTo("503");
        deploy.writeEcho("webapps/a.xml", "fine", "");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 fine null");
        assertThat(deploy.contexts.getHandlers()).hasSize(1);
    }

    @Test
    void brokenReplacementLeavesTheOldApplicationServing() throws Exception {
        deploy.writeEcho("webapps/a.xml", "old", "");
        deploy.start();
        deploy.writeEcho("webapps/a.xml", "fail", "");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 old null");
        deploy.write("webapps/a.xml", "<Configure");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 old null");
        assertThat(deploy.warnings())
                .hasSize(2)
                .allMatch(message -> message.endsWith("what was deployed before goes on"));
        deploy.writeEcho("webapps/a.xml", "new", "");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 new null");
        assertThat(deploy.contexts.getHandlers()).hasSize(1);
    }

    @Test
    void replacementThatKeepsItsFailureToItselfLeavesTheOldApplicationServing() throws Exception {
        deploy.writeEcho("webapps/a.xml", "old", "");
        deploy.start();
        deploy.writeEcho("webapps/a.xml", "unavailable", "");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 old null");
        assertThat(deploy.contexts.getHandlers()).hasSize(1);
        assertThat(deploy.warnings())
                .singleElement()
                .asString()
                .contains("Unable to start", "wanted unavailability of /a - what was deployed before goes on");
        deploy.writeEcho("webapps/a.xml", "new", "");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 new null");
    }

    @Test
    void replacementOfAnApplicationThatIsUnavailableIsDeployedWhateverBecomesOfIt() throws Exception {
        deploy.writeEcho("webapps/a.xml", "unavailable", "");
        deploy.start();
        ContextHandler first = (ContextHandler) deploy.contexts.getHandlers().get(0);
        deploy.writeEcho("webapps/a.xml", "unavailable", "<!-- changed -->");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("503");
        assertThat(deploy.contexts.getHandlers()).hasSize(1).doesNotContain(first);
    }

    @Test
    void applicationThatIsSetUnavailableReplacesTheOldOne() throws Exception {
        deploy.writeEcho("webapps/a.xml", "old", "");
        deploy.start();
        deploy.writeEcho("webapps/a.xml", "maintained", "<Set name=\"available\">false</Set>");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("503");
    }

    @Test
    void replacementWhosePathIsTakenLeavesTheOldApplicationServing() throws Exception {
        deploy.writeEcho("webapps/a.xml", "a", "");
        deploy.writeEcho("webapps/b.xml", "old", "");
        deploy.start();
        deploy.writeEcho("webapps/b.xml", "new", "<Set name=\"contextPath\">/a</Set>");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 a null");
        assertThat(deploy.get("/b/")).isEqualTo("200 old null");
        assertThat(deploy.warnings()).singleElement().asString().contains("as does what was deployed before");
        deploy.delete("webapps/a.xml");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 new null");
        assertThat(deploy.get("/b/")).isEqualTo("404");
        assertThat(deploy.contexts.getHandlers()).hasSize(1);
    }

    @Test
    void misspeltKeysOfPropertiesAreWarnedAbout() throws Exception {
        deploy.writeEcho("webapps/a.xml", "a", "<Set name=\"text\"><Property name=\"my.text\"/></Set>");
        deploy.write("webapps/a.properties", "enviroment=core\nmy.text=mine\n\ncom.example.other=1\nenv.name=x\n");
        deploy.writeXml(
                "environments/core.xml",
                "<Configure class=\"org.eclipse.jetty.deploy.EchoContext\"><Set name=\"displayName\">"
                        + "<Property name=\"env.name\"/></Set></Configure>");
        deploy.start();
        assertThat(deploy.get("/a/")).isEqualTo("200 mine null");
        assertThat(deploy.warnings())
                .containsExactly(
                        deploy.path("webapps/a.properties") + ":1: unknown key enviroment: did you mean environment?");
    }

    @Test
    void withoutAtomicRedeploymentABrokenReplacementAnswers503() throws Exception {
        deploy.close();
        deploy = new DeployFixture(dir, false);
        deploy.writeEcho("webapps/a.xml", "old", "");
        deploy.start();
        deploy.writeEcho("webapps/a.xml", "fail", "");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("503");
        deploy.writeEcho("webapps/a.xml", "new", "");
        deploy.scan();
        assertThat(deploy.get("/a/")).isEqualTo("200 new null");
    }

    @Test
    void refusedApplicationIsDeployedWhenItsPathIsFree() throws Exception {
        deploy.writeEcho("webapps/a.xml", "a", "<Set name=\"contextPath\">/same</Set>");
        deploy.writeEcho("webapps/b.xml", "b", "<Set name=\"contextPath\">/same</Set>");
        deploy.start();
        assertThat(deploy.get("/same/")).isEqualTo("200 a null");
        deploy.delete("webapps/a.xml");
        deploy.scan();
        assertThat(deploy.get("/same/")).isEqualTo("200 b null");
    }

    @Test
    void renamedApplicationKeepsItsPath() throws Exception {
        deploy.writeEcho("webapps/a.xml", "one", "<Set name=\"contextPath\">/app</Set>");
        deploy.start();
        deploy.delete("webapps/a.xml");
        deploy.writeEcho("webapps/b.xml", "two", "<Set name=\"contextPath\">/app</Set>");
        deploy.scan();
        assertThat(deploy.get("/app/")).isEqualTo("200 two null");
        assertThat(deploy.warnings()).isEmpty();
    }

    @Test
    void atomicRedeploymentStartsTheNewBeforeItStopsTheOld() throws Exception {
        List<String> events = new ArrayList<>();
        deploy.deployer.addEventListener(new Recorder(events));
        deploy.writeEcho("webapps/a.xml", "one", "");
        deploy.start();
        assertThat(events)
                .containsExactly("created one", "deploying one", "starting one", "started one", "deployed one");
        events.clear();
        deploy.writeEcho("webapps/a.xml", "two", "");
        deploy.scan();
        assertThat(events)
                .startsWith("created two", "deploying two", "starting two", "started two", "undeploying one")
                .containsSubsequence("started two", "stopping one", "stopped one", "undeployed one", "removed one")
                .containsOnlyOnce("deployed two", "stopping one", "removed one")
                .endsWith("removed one");
    }

    @Test
    void failureIsToldToListenersAndAFailingListenerDoesNoHarm() throws Exception {
        List<String> events = new ArrayList<>();
        deploy.deployer.addEventListener(new Recorder(events) {
            @Override
            public void onDeploying(ContextHandler context) {
                throw new IllegalStateException("listener");
            }
        });
        deploy.writeEcho("webapps/a.xml", "fail", "");
        deploy.start();
        assertThat(events).contains("failure fail: wanted failure of /a");
        assertThat(deploy.get("/a/")).isEqualTo("503");
    }

    private static class Recorder implements Deployer.Listener {
        private final List<String> events;

        Recorder(List<String> events) {
            this.events = events;
        }

        private void add(String event, ContextHandler context) {
            if (context instanceof EchoContext echo) {
                events.add(event + " " + echo.getText());
            }
        }

        @Override
        public void onCreated(ContextHandler context) {
            add("created", context);
        }

        @Override
        public void onDeploying(ContextHandler context) {
            add("deploying", context);
        }

        @Override
        public void onStarting(ContextHandler context) {
            add("starting", context);
        }

        @Override
        public void onStarted(ContextHandler context) {
            add("started", context);
        }

        @Override
        public void onDeployed(ContextHandler context) {
            add("deployed", context);
        }

        @Override
        public void onUndeploying(ContextHandler context) {
            add("undeploying", context);
        }

        @Override
        public void onStopping(ContextHandler context) {
            add("stopping", context);
        }

        @Override
        public void onStopped(ContextHandler context) {
            add("stopped", context);
        }

        @Override
        public void onUndeployed(ContextHandler context) {
            add("undeployed", context);
        }

        @Override
        public void onFailure(ContextHandler context, Throwable failure) {
            if (context instanceof EchoContext echo) {
                events.add("failure " + echo.getText() + ": " + failure.getMessage());
            }
        }

        @Override
        public void onRemoved(ContextHandler context) {
            add("removed", context);
        }
    }
}
