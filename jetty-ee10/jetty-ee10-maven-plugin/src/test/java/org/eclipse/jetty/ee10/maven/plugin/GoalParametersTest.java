package org.eclipse.jetty.ee10.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.maven.artifact.DefaultArtifact;
import org.apache.maven.artifact.handler.DefaultArtifactHandler;
import org.apache.maven.execution.DefaultMavenExecutionRequest;
import org.apache.maven.execution.DefaultMavenExecutionResult;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Build;
import org.apache.maven.model.Model;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.descriptor.MojoDescriptor;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.jetty.maven.MavenServerConnector;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What goals do with their parameters, as Maven sets them; and what is said of wrong ones. */
class GoalParametersTest {
    @TempDir
    Path directory;

    private final JettyStartMojo goal = new JettyStartMojo();

    @BeforeEach
    void configureAsMavenDoes() {
        Model model = new Model();
        model.setPackaging("war");
        model.setBuild(new Build());
        MavenProject project = new MavenProject(model);
        project.setFile(directory.resolve("pom.xml").toFile());
        project.setArtifacts(java.util.Set.of());
        project.setArtifact(new DefaultArtifact("g", "a", "1", null, "war", null, new DefaultArtifactHandler("war")));
        goal.project = project;
        goal.session = session();
        MojoDescriptor descriptor = new MojoDescriptor();
        descriptor.setGoal("start");
        goal.execution = new MojoExecution(descriptor);
        goal.pluginArtifacts = List.of();
        goal.target = directory.resolve("target").toFile();
        goal.deployMode = AbstractWebAppMojo.DeploymentMode.EMBED;
        goal.maxChildStartChecks = 1;
        goal.maxChildStartCheckMs = 1;
        goal.classesDirectory = directory.resolve("target/classes").toFile();
        goal.testClassesDirectory = directory.resolve("target/test-classes").toFile();
        goal.webAppSourceDirectory = directory.resolve("src").toFile();
        goal.httpConnector = new MavenServerConnector();
        goal.httpConnector.setPort(0);
        goal.setPluginContext(new HashMap<>());
    }

    @SuppressWarnings("deprecation")
    private static MavenSession session() {
        return new MavenSession(
                null,
                (RepositorySystemSession) null,
                new DefaultMavenExecutionRequest(),
                new DefaultMavenExecutionResult());
    }

    static Stream<Arguments> wrong() {
        var fork = AbstractWebAppMojo.DeploymentMode.FORK;
        var home = AbstractWebAppMojo.DeploymentMode.EXTERNAL;
        return Stream.of(
                wrong(g -> g.stopPort = 70_000, "stopPort: 70000 (expected: 1-65535, or 0 for none)"),
                wrong(g -> g.stopPort = 4444, "stopPort is 4444 and stopKey is not set"),
                wrong(g -> g.maxChildStartChecks = 0, "maxChildStartChecks: 0, maxChildStartCheckMs: 1"),
                wrong(
                        g -> g.jettyXmls = List.of(new File("no.xml")),
                        "jettyXmls: no.xml (expected: an existing XML file)"),
                wrong(g -> g.contextXml = new File("no.xml"), "contextXml: no.xml (expected: an existing XML file)"),
                wrong(g -> g.webXml = new File("no.xml"), "webXml: no.xml (expected: an existing descriptor)"),
                wrong(
                        g -> g.systemPropertiesFile = new File("no"),
                        "systemPropertiesFile: no (expected: a readable file"),
                wrong(g -> g.jvmArgs = "-Xmx1g", "jvmArgs is for the deployMode FORK and HOME, and this one is EMBED"),
                wrong(g -> g.env = Map.of("A", "b"), "The parameter env is for the deployMode FORK and HOME"),
                wrong(g -> g.jettyProperties = Map.of("a", "b"), "jettyProperties is for the deployMode HOME"),
                wrong(g -> g.jettyBase = new File("base"), "jettyBase is for the deployMode HOME"),
                wrong(
                        in(fork, g -> g.modules = new String[] {"x"}),
                        "The parameter modules is for the deployMode HOME"),
                wrong(
                        in(fork, g -> g.server = new Server()),
                        "server is for the deployMode EMBED, and this one is FORK"),
                wrong(in(home, g -> g.requestLog = new CustomRequestLog()), "requestLog is for the deployMode EMBED"),
                wrong(in(home, g -> g.jettyHome = new File("/none")), "jettyHome: /none (expected: the directory of a"),
                wrong(in(home, g -> g.jettyHomeZip = new File("/none")), "jettyHomeZip: /none (expected: the zip file"),
                wrong(in(home, g -> g.jvmArgs = "a 'b"), "jvmArgs: a 'b (expected: a second ' for the first)"));
    }

    private static Arguments wrong(Consumer<JettyStartMojo> change, String message) {
        return Arguments.of(change, message);
    }

    private static Consumer<JettyStartMojo> in(
            AbstractWebAppMojo.DeploymentMode mode, Consumer<JettyStartMojo> change) {
        return goal -> {
            goal.deployMode = mode;
            change.accept(goal);
        };
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void wrongParameterIsSaidWithWhatIsExpected(Consumer<JettyStartMojo> change, String message) {
        change.accept(goal);
        assertThatThrownBy(goal::execute)
                .isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining(message);
        assertThat(Background.take(goal.getPluginContext())).isNull();
    }

    @Test
    void projectOfAnotherPackagingIsLeftAlone() throws Exception {
        goal.supportedPackagings = List.of("jar");
        goal.execute();
        goal.supportedPackagings = List.of("war");
        goal.excludedGoals = new String[] {"start"};
        goal.execute();
        goal.excludedGoals = new String[0];
        goal.skip = true;
        goal.execute();
        assertThat(Background.take(goal.getPluginContext())).isNull();
    }

    @Test
    void startedServerIsFoundByItsPortUntilItIsStopped() throws Exception {
        Files.createDirectories(directory.resolve("src"));
        Files.writeString(directory.resolve("src/page.txt"), "a page");
        goal.systemProperties = Map.of("of.the.goal", "1");
        goal.execute();
        JettyStopMojo stop = new JettyStopMojo();
        stop.setPluginContext(goal.getPluginContext());
        try {
            String port = goal.project.getProperties().getProperty("jetty.local.port");
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/page.txt"))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(request, HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("a page");
            assertThat(System.getProperty("of.the.goal")).isEqualTo("1");
            assertThatThrownBy(goal::execute).hasMessageContaining("is running already");
        } finally {
            System.clearProperty("of.the.goal");
            stop.execute();
        }
        assertThatThrownBy(stop::execute).hasMessageContaining("no goal of this build has started one");
    }

    @Test
    void warThatDoesNotExistIsSaidWithTheRemedy() {
        MavenWebAppContext webApp = new MavenWebAppContext();
        assertThatThrownBy(() ->
                        ProjectWar.configure(webApp, directory.resolve("no.war").toFile(), goal.project))
                .isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining("the phase package makes that of the project");
    }

    @Test
    void wrongScanIsSaid() {
        assertThatThrownBy(() -> new Stay(goal.project, goal.getLog(), -2).run(null, null))
                .isInstanceOf(MojoExecutionException.class)
                .hasMessage("scan: -2 (expected: seconds; 0 to redeploy by the Enter key, -1 for never)");
    }
}
