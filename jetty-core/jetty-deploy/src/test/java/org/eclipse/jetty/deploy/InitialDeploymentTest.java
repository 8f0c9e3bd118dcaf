package org.eclipse.jetty.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.component.Environment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class InitialDeploymentTest {
    private DeployFixture deploy;

    @BeforeEach
    void prepare(@TempDir Path dir) {
        deploy = new DeployFixture(dir);
    }

    @AfterEach
    void release() throws Exception {
        deploy.close();
    }

    @Test
    void directoryIsDeployedAtItsName() throws Exception {
        deploy.makeDirectory("webapps/Shop");
        deploy.start();
        assertThat(deploy.get("/Shop/")).isEqualTo("200 echo null");
        assertThat(deploy.get("/shop/")).isEqualTo("404");
    }

    @Test
    void xmlFileComesBeforeArchiveAndDirectoryOfTheSameName() throws Exception {
        deploy.makeDirectory("webapps/a");
        deploy.write("webapps/A.war", "");
        deploy.writeEcho("webapps/a.xml", "xml", "");
        deploy.start();
        assertThat(deploy.get("/a/")).isEqualTo("200 xml null");
        assertThat(deploy.contexts.getHandlers()).hasSize(1);
    }

    @Test
    void applicationsAreStartedAtATime() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);
        EchoContext.atStart = path -> {
            try {
                both.await(20, TimeUnit.SECONDS);
            } catch (Exception x) {
                throw new IllegalStateException("started alone", x);
            }
        };
        for (String name : List.of("a", "b", "c", "d")) {
            deploy.makeDirectory("webapps/" + name);
        }
        deploy.scanner.setStartThreads(2);
        deploy.start();
        assertThat(deploy.warnings()).isEmpty();
        for (String name : List.of("a", "b", "c", "d")) {
            assertThat(deploy.get("/" + name + "/")).isEqualTo("200 echo null");
        }
    }

    @Test
    void directoryThatGoesWhileAnotherContextIsMadeIsNotDeployed() throws Exception {
        deploy.makeDirectory("others/a");
        Path going = deploy.makeDirectory("others/b");
        ContextHandlerFactory factory = new StandardContextHandlerFactory() {
            @Override
            public ContextHandler newContextHandler(
                    Server server, Environment environment, Path mainPath, Set<Path> otherPaths, Attributes attributes)
                    throws Exception {
                Files.delete(going);
                return super.newContextHandler(server, environment, mainPath, otherPaths, attributes);
            }
        };
        DeploymentScanner scanner = new DeploymentScanner(deploy.server, deploy.deployer, factory);
        scanner.addWebappsDirectory(deploy.path("others"));
        scanner.configureEnvironment("core").setDefaultContextHandlerClass(EchoContext.class);
        deploy.server.addBean(scanner);
        deploy.start();
        assertThat(deploy.get("/a/")).isEqualTo("200 echo null");
        assertThat(deploy.get("/b/")).isEqualTo("404");
        assertThat(deploy.warnings()).isEmpty();
    }

    @Test
    void withOneThreadApplicationsAreStartedInTheOrderOfTheirNames() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        EchoContext.atStart = order::add;
        for (String name : List.of("d", "a", "c", "b")) {
            deploy.makeDirectory("webapps/" + name);
        }
        deploy.scanner.setStartThreads(1);
        deploy.start();
        assertThat(order).containsExactly("/a", "/b", "/c", "/d");
    }

    @Test
    void oneThatFailsWhileOthersAreStartedDoesNotTouchThem() throws Exception {
        for (int i = 0; i < 20; i++) {
            deploy.writeEcho("webapps/a" + i + ".xml", i % 3 == 0 ? "fail" : "ok", "");
        }
        deploy.scanner.setStartThreads(4);
        deploy.start();
        for (int i = 0; i < 20; i++) {
            assertThat(deploy.get("/a" + i + "/")).isEqualTo(i % 3 == 0 ? "503" : "200 ok null");
        }
        assertThat(deploy.warnings()).hasSize(7);
    }

    @Test
    void rootIsAtTheRootAndRootHostAtThatHost() throws Exception {
        deploy.writeEcho("webapps/ROOT.xml", "root", "");
        deploy.writeEcho("webapps/root-example.org.xml", "host", "");
        deploy.start();
        assertThat(deploy.get("/")).isEqualTo("200 root null");
        assertThat(deploy.get("/", "example.org")).isEqualTo("200 host null");
    }

    @Test
    void hiddenFilesOtherFilesAndDotDDirectoriesDoNotCount() throws Exception {
        deploy.makeDirectory("webapps/conf.d");
        deploy.makeDirectory("webapps/.git");
        deploy.write("webapps/note.txt", "");
        deploy.write("webapps/.hidden.xml", "");
        deploy.makeDirectory("webapps/a");
        deploy.makeDirectory("webapps/a.d");
        deploy.start();
        assertThat(deploy.contexts.getHandlers()).hasSize(1);
        assertThat(deploy.warnings()).isEmpty();
    }

    @Test
    void contextPathOfThePropertiesHasTheLastWord() throws Exception {
        deploy.writeEcho("webapps/a.xml", "a", "<Set name=\"contextPath\">/xml</Set>");
        deploy.writeEcho("webapps/b.xml", "b", "<Set name=\"contextPath\">/xml</Set>");
        deploy.write("webapps/a.properties", "jetty.deploy.contextPath=/props\n");
        deploy.start();
        assertThat(deploy.get("/props/")).isEqualTo("200 a null");
        assertThat(deploy.get("/xml/")).isEqualTo("200 b null");
    }

    @Test
    void propertiesOfServerEnvironmentAndApplicationReachTheXmlFile() throws Exception {
        deploy.write("environments/core.properties", "one=env\ntwo=env\njetty.deploy.attribute.color=env\n");
        deploy.write("environments/core-more.properties", "two=more\nthree=more\n");
        deploy.write("webapps/a.properties", "three=app\njetty.deploy.attribute.color=red\n");
        deploy.writeEcho(
                "webapps/a.xml",
                "<Property name=\"one\"/>-<Property name=\"two\"/>-<Property name=\"three\"/>",
                "<Call name=\"setDisplayName\"><Arg><Property name=\"jetty.webapps\"/></Arg></Call>");
        deploy.makeDirectory("webapps/b");
        deploy.start();
        assertThat(deploy.get("/a/")).isEqualTo("200 env-more-app red");
        assertThat(deploy.get("/b/")).isEqualTo("200 echo env");
    }

    @Test
    void idsAndPropertiesOfTheFilesOfTheServerReachTheXmlFile(@TempDir Path other) throws Exception {
        Path web = java.nio.file.Files.createDirectories(other.resolve("web"));
        java.nio.file.Files.writeString(web.resolve("a.xml"), """
                <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
                <Configure class="org.eclipse.jetty.deploy.EchoContext">
                  <Set name="text"><Property name="greeting"/></Set>
                  <Call name="setAttribute"><Arg>color</Arg><Arg><Ref refid="paint"/></Arg></Call>
                </Configure>
                """);
        Path server = java.nio.file.Files.writeString(other.resolve("server.xml"), """
                <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
                <Configure id="Server" class="org.eclipse.jetty.server.Server">
                  <Set name="handler">
                    <New id="Contexts" class="org.eclipse.jetty.server.handler.ContextHandlerCollection"/>
                  </Set>
                  <New id="paint" class="java.lang.String"><Arg>blue</Arg></New>
                  <Call name="addBean">
                    <Arg>
                      <New class="org.eclipse.jetty.deploy.DeploymentScanner">
                        <Arg><Ref refid="Server"/></Arg>
                        <Call name="addWebappsDirectory">
                          <Arg>
                            <Call class="java.nio.file.Paths" name="get">
                              <Arg><Call class="java.net.URI" name="create"><Arg>%s</Arg></Call></Arg>
                            </Call>
                          </Arg>
                        </Call>
                        <Call name="configureEnvironment">
                          <Arg>core</Arg>
                          <Set name="defaultContextHandlerClassName">org.eclipse.jetty.deploy.EchoContext</Set>
                        </Call>
                      </New>
                    </Arg>
                  </Call>
                  <Call class="org.eclipse.jetty.deploy.InitialDeploymentTest" name="remember">
                    <Arg><Ref refid="Server"/></Arg>
                  </Call>
                </Configure>
                """.formatted(web.toUri()));
        org.eclipse.jetty.xml.XmlConfiguration.main("greeting=hello", server.toString());
        try {
            EchoContext context = remembered.getDescendant(EchoContext.class);
            assertThat(context.getText()).isEqualTo("hello");
            assertThat(context.getAttribute("color")).isEqualTo("blue");
        } finally {
            remembered.stop();
        }
    }

    private static Server remembered;

    public static void remember(Server server) {
        remembered = server;
    }

    @Test
    void xmlFilesOfTheEnvironmentAreAppliedBeforeThatOfTheApplication() throws Exception {
        deploy.writeEcho("environments/core.xml", "env", "");
        deploy.writeEcho("environments/core-later.xml", "later", "");
        deploy.writeEcho("environments/static.xml", "static", "");
        deploy.makeDirectory("webapps/a");
        deploy.writeEcho("webapps/b.xml", "own", "");
        deploy.makeDirectory("webapps/c");
        deploy.write("webapps/c.properties", "environment=static\n");
        deploy.start();
        assertThat(deploy.get("/a/")).isEqualTo("200 later null");
        assertThat(deploy.get("/b/")).isEqualTo("200 own null");
        assertThat(deploy.get("/c/")).isEqualTo("200 static null");
    }

    @Test
    void newestEnvironmentIsTheDefault() throws Exception {
        deploy.scanner.configureEnvironment("ee9").setDefaultContextHandlerClass(EchoContext.class);
        deploy.scanner.configureEnvironment("ee10").setDefaultContextHandlerClass(EchoContext.class);
        deploy.write("environments/ee10.properties", "jetty.deploy.attribute.color=ten\n");
        deploy.makeDirectory("webapps/a");
        deploy.start();
        assertThat(deploy.get("/a/")).isEqualTo("200 echo ten");
    }

    @Test
    void classOfTheXmlFileSaysTheEnvironment() throws Exception {
        deploy.scanner.configureEnvironment("ee10").setDefaultContextHandlerClass(EchoContext.class);
        deploy.scanner.configureEnvironment("ee9").setDefaultContextHandlerClass(EchoContext.class);
        deploy.writeXml("webapps/nine.xml", "<Configure class=\"org.eclipse.jetty.ee9.webapp.WebAppContext\"/>");
        deploy.writeXml("webapps/eight.xml", "<Configure class=\"org.eclipse.jetty.ee8.webapp.WebAppContext\"/>");
        deploy.writeXml("webapps/both.xml", "<Configure class=\"org.eclipse.jetty.ee9.webapp.WebAppContext\"/>");
        deploy.write("webapps/both.properties", "environment=ee10\n");
        deploy.makeDirectory("webapps/seven");
        deploy.write("webapps/seven.properties", "environment=ee7\n");
        deploy.makeDirectory("webapps/good");
        deploy.start();
        assertThat(deploy.get("/good/")).isEqualTo("200 echo null");
        // the layer itself is not on the class path of this test: that the right one is asked for it is what counts
        assertThat(deploy.warnings())
                .hasSize(4)
                .anyMatch(message ->
                        message.contains("The environment ee9 has no class org.eclipse.jetty.ee9.webapp.WebAppContext"))
                .anyMatch(
                        message -> message.contains(
                                deploy.path("webapps/eight.xml") + ": unable to deploy to environment"
                                        + " ee8. Available environments: [ee10, ee9, core, static]. Enable the module ee8-deploy"))
                .anyMatch(message -> message.contains(deploy.path("webapps/both.properties")
                        + ":1: environment: ee10 (expected: ee9, because " + deploy.path("webapps/both.xml")
                        + " is of the class org.eclipse.jetty.ee9.webapp.WebAppContext)"))
                .anyMatch(message -> message.contains("environment ee7.")
                        && message.contains("There are modules for [ee11, ee10, ee9, ee8, core, static] only"));
    }

    @Test
    void fileOfAnOlderVersionIsToldTheClassToName() throws Exception {
        deploy.scanner.configureEnvironment("ee9").setDefaultContextHandlerClass(EchoContext.class);
        deploy.writeXml("webapps/old.xml", "<Configure class=\"org.eclipse.jetty.webapp.WebAppContext\"/>");
        deploy.makeDirectory("webapps/good");
        deploy.start();
        assertThat(deploy.get("/good/")).isEqualTo("200 echo null");
        assertThat(deploy.warnings())
                .singleElement()
                .asString()
                .endsWith("The environment ee9 has no class org.eclipse.jetty.webapp.WebAppContext,"
                        + " its applications are usually of " + EchoContext.class.getName());
    }

    @Test
    void emptyEnvironmentIsNoneAndNotTheDefault() throws Exception {
        deploy.makeDirectory("webapps/empty");
        deploy.write("webapps/empty.properties", "environment=\n");
        deploy.start();
        assertThat(deploy.warnings())
                .singleElement()
                .asString()
                .endsWith(deploy.path("webapps/empty.properties")
                        + ":1: environment is empty (expected: one of [core, static])");
    }

    @Test
    void brokenApplicationsFailAloneAndAnswer503() throws Exception {
        deploy.makeDirectory("webapps/good");
        deploy.write("webapps/xml.xml", "<Configure");
        deploy.writeXml("webapps/class.xml", "<Configure class=\"org.example.Missing\"/>");
        deploy.writeXml("webapps/type.xml", "<Configure class=\"java.lang.Object\"/>");
        deploy.makeDirectory("webapps/env");
        deploy.write("webapps/env.properties", "# where\nenvironment=nope\njetty.deploy.contextPath=/where\n");
        deploy.makeDirectory("webapps/bool");
        deploy.write("webapps/bool.properties", "a=b\n\njetty.deploy.extractWars = perhaps\n");
        deploy.writeEcho("webapps/start.xml", "fail", "<Set name=\"contextPath\">/started</Set>");
        deploy.start();
        assertThat(deploy.server.isStarted()).isTrue();
        assertThat(deploy.get("/good/")).isEqualTo("200 echo null");
        for (String path : new String[] {"/xml/", "/xml", "/class/", "/type/x", "/where/", "/bool/", "/started/"}) {
            assertThat(deploy.get(path)).as(path).isEqualTo("503");
        }
        assertThat(deploy.get("/start/")).isEqualTo("404");
        assertThat(deploy.warnings()).hasSize(6).allMatch(message -> message.startsWith("Unable to "));
        assertThat(deploy.warnings())
                .anyMatch(message -> message.endsWith("xml.properties:0") || message.contains("xml.xml"))
                .anyMatch(message -> message.contains("The environment core has no class org.example.Missing"))
                .anyMatch(message ->
                        message.contains("makes a java.lang.Object") || message.contains("expected: a subclass of"))
                .anyMatch(message -> message.contains(deploy.path("webapps/env.properties")
                        + ":2: unable to deploy to environment nope. Available environments: [core, static]"))
                .anyMatch(message -> message.contains(deploy.path("webapps/bool.properties")
                        + ":3: jetty.deploy.extractWars: perhaps (expected: true or false)"))
                .anyMatch(message -> message.equals("Unable to start " + deploy.path("webapps/start.xml")
                        + ": java.lang.IllegalStateException: wanted failure of /started"));
    }

    @Test
    void secondApplicationAtAPathIsRefused() throws Exception {
        deploy.writeEcho("webapps/a.xml", "a", "<Set name=\"contextPath\">/same</Set>");
        deploy.writeEcho("webapps/b.xml", "b", "<Set name=\"contextPath\">/same</Set>");
        deploy.start();
        assertThat(deploy.get("/same/")).isEqualTo("200 a null");
        assertThat(deploy.warnings())
                .singleElement()
                .asString()
                .contains("webapps/b.xml: /same is taken by ")
                .contains("jetty.deploy.contextPath in b.properties");
        assertThat(deploy.contexts.getHandlers()).hasSize(1);
    }

    @Test
    void unknownKeyIsWarnedAboutWithItsPlace() throws Exception {
        deploy.makeDirectory("webapps/a");
        deploy.write("webapps/a.properties", "jetty.deploy.extractWar=true\nmy.own=fine\n");
        deploy.start();
        assertThat(deploy.get("/a/")).startsWith("200");
        assertThat(deploy.warnings())
                .singleElement()
                .asString()
                .contains("a.properties:1: unknown key jetty.deploy.extractWar");
    }

    @Test
    void unknownKeyOfAnEnvironmentIsWarnedAboutOnceForAllItsApplications() throws Exception {
        deploy.write("environments/core.properties", "jetty.deploy.extractWar=true\njetty.deploy.tmpDir=x\n");
        deploy.writeEcho("webapps/a.xml", "a", "");
        deploy.writeEcho("webapps/b.xml", "b", "");
        for (String name : new String[] {"a", "b"}) {
            deploy.write("webapps/" + name + ".properties", "environment=core\n");
        }
        deploy.start();
        assertThat(deploy.get("/a/")).startsWith("200");
        assertThat(deploy.get("/b/")).startsWith("200");
        assertThat(deploy.warnings()).hasSize(2);
        assertThat(deploy.warnings())
                .anyMatch(w -> w.contains("core.properties:1: unknown key jetty.deploy.extractWar: did you mean"))
                .anyMatch(w -> w.contains("core.properties:2: unknown key jetty.deploy.tmpDir"));
    }

    @Test
    void propertiesAloneAreWarnedAbout() throws Exception {
        deploy.write("webapps/lone.properties", "a=b\n");
        deploy.start();
        assertThat(deploy.warnings()).singleElement().asString().contains("Nothing to deploy for [");
        assertThat(deploy.get("/lone/")).isEqualTo("404");
    }

    @Test
    void missingDirectoryIsWarnedAboutAndTheServerStarts() throws Exception {
        deploy.scanner.addWebappsDirectory(deploy.path("nowhere"));
        deploy.start();
        assertThat(deploy.warnings()).containsExactly("Does not exist: " + deploy.path("nowhere"));
    }

    @Test
    void deferredScanWaitsForTheStartOfTheServer() throws Exception {
        deploy.scanner.setDeferInitialScan(true);
        deploy.makeDirectory("webapps/a");
        boolean[] early = new boolean[1];
        deploy.deployer.addEventListener(new Deployer.Listener() {
            @Override
            public void onDeploying(org.eclipse.jetty.server.handler.ContextHandler context) {
                early[0] |= !deploy.server.isStarted();
            }
        });
        deploy.start();
        assertThat(deploy.get("/a/")).startsWith("200");
        assertThat(early[0]).isFalse();
    }

    @Test
    void restartedServerDeploysAgain() throws Exception {
        deploy.makeDirectory("webapps/a");
        deploy.start();
        deploy.server.stop();
        assertThat(deploy.contexts.getHandlers()).isEmpty();
        deploy.server.start();
        assertThat(deploy.get("/a/")).startsWith("200");
        assertThat(deploy.contexts.getHandlers()).hasSize(1);
    }

    @Test
    void contextsAreStoppedWithTheServer() throws Exception {
        deploy.makeDirectory("webapps/a");
        deploy.start();
        EchoContext context = (EchoContext) deploy.contexts.getHandlers().get(0);
        deploy.server.stop();
        assertThat(context.isStopped()).isTrue();
    }

    @Test
    void applicationWithConstructorArgumentsIsMadeByItsFile() throws Exception {
        deploy.writeXml(
                "webapps/moved.xml",
                "<Configure class=\"org.eclipse.jetty.server.handler.ContextHandler\">\n<Arg>/elsewhere</Arg>\n</Configure>");
        deploy.start();
        assertThat(deploy.contexts.getContextPaths()).contains("/elsewhere");
    }

    @Test
    void serverWithoutCollectionOfContextsIsRefused() {
        assertThatThrownBy(() -> new DeploymentScanner(new Server()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The server has no ContextHandlerCollection");
        assertThatThrownBy(() -> deploy.scanner.setScanInterval(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
