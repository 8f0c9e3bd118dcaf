package org.eclipse.jetty.ee10.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import javax.inject.Inject;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.ToolchainManager;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.jetty.ee.webapp.SharedIndexes;
import org.eclipse.jetty.maven.Arguments;
import org.eclipse.jetty.maven.Deployment;
import org.eclipse.jetty.maven.DistributionDeployment;
import org.eclipse.jetty.maven.EmbeddedDeployment;
import org.eclipse.jetty.maven.ForkedDeployment;
import org.eclipse.jetty.maven.Libraries;
import org.eclipse.jetty.maven.MavenServerConnector;
import org.eclipse.jetty.maven.ProcessDeployment;
import org.eclipse.jetty.maven.ServerSettings;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.xml.XmlConfiguration;
import org.jspecify.annotations.Nullable;

/** What all goals have that start a web application: their parameters, and the server in one of three places. */
public abstract class AbstractWebAppMojo extends AbstractMojo {
    /** The environment of the applications of this plugin. */
    static final String ENVIRONMENT = "ee10";

    /** The property of the project with the port at which the server of a goal listens. */
    static final String LOCAL_PORT = "jetty.local.port";

    /** Where the server runs. */
    public enum DeploymentMode {
        /** In the JVM of Maven. */
        EMBED,
        /** In a JVM of its own, of the libraries of this plugin. */
        FORK,
        /** In a JVM of its own, of the distribution. */
        HOME,
        /** The same as HOME. */
        DISTRO,
        /** The same as HOME. */
        EXTERNAL
    }

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    MavenSession session;

    @Parameter(defaultValue = "${mojoExecution}", readonly = true, required = true)
    MojoExecution execution;

    @Parameter(defaultValue = "${plugin.artifacts}", readonly = true, required = true)
    List<Artifact> pluginArtifacts;

    @Inject
    RepositorySystem repositorySystem;

    @Inject
    ToolchainManager toolchainManager;

    /** Where files of the goal are put: directories of servers, output, state. */
    @Parameter(defaultValue = "${project.build.directory}", readonly = true, required = true)
    File target;

    /** Whether the goal does nothing. */
    @Parameter(property = "jetty.skip", defaultValue = "false")
    boolean skip;

    /** Goals of this plugin that do nothing in this project. */
    @Parameter
    String[] excludedGoals = {};

    /** The packagings of projects for which the goal does something. */
    @Parameter
    List<String> supportedPackagings = List.of("war");

    /** Where the server runs: EMBED in the JVM of Maven, FORK in one of its own, HOME (or EXTERNAL) in one of the distribution. */
    @Parameter(property = "jetty.deployMode", defaultValue = "EMBED")
    DeploymentMode deployMode;

    /** The web application, with the properties of a web application context, such as contextPath. */
    @Parameter
    @Nullable
    MavenWebAppContext webApp;

    /** An XML file that is applied to the web application, after everything else. */
    @Parameter
    @Nullable
    File contextXml;

    /** Where the server listens: host, port (also by the property jetty.http.port), name, idleTimeout. */
    @Parameter
    @Nullable
    MavenServerConnector httpConnector;

    /** XML files that are applied to the server, in order. */
    @Parameter
    List<File> jettyXmls = List.of();

    /** The server, for EMBED; a new one when there is none. */
    @Parameter
    @Nullable
    Server server;

    /** Other contexts beside the web application, for EMBED. */
    @Parameter
    List<ContextHandler> contextHandlers = List.of();

    /** Login services of the server, for EMBED. */
    @Parameter
    List<LoginService> loginServices = List.of();

    /** The log of requests, for EMBED. */
    @Parameter
    @Nullable
    RequestLog requestLog;

    /** System properties, which those of the command line override. */
    @Parameter
    Map<String, String> systemProperties = Map.of();

    /** A file of system properties, which systemProperties override. */
    @Parameter(property = "jetty.systemPropertiesFile")
    @Nullable
    File systemPropertiesFile;

    /** Whether dependencies of the scope "provided" are on the class path of the server. */
    @Parameter(defaultValue = "false")
    boolean useProvidedScope;

    /** Whether dependencies of the scope "test" and classes of tests are on the class path of the application. */
    @Parameter(defaultValue = "false")
    boolean useTestScope;

    /** The port at which the server waits for the command to stop; none unless set. */
    @Parameter(property = "jetty.stopPort", defaultValue = "0")
    int stopPort;

    /** The key of the command to stop. */
    @Parameter(property = "jetty.stopKey")
    @Nullable
    String stopKey;

    /** Arguments of the JVM, for FORK and HOME. */
    @Parameter(property = "jetty.jvmArgs")
    @Nullable
    String jvmArgs;

    /** Variables of the environment, for FORK and HOME. */
    @Parameter
    Map<String, String> env = Map.of();

    /** What a toolchain of the type "jdk" must offer whose JVM is taken, for FORK and HOME. */
    @Parameter
    Map<String, String> jdkToolchain = Map.of();

    /** How many times to look whether the server has started, for FORK and HOME. */
    @Parameter(defaultValue = "300")
    int maxChildStartChecks;

    /** The milliseconds between two looks, for FORK and HOME. */
    @Parameter(defaultValue = "200")
    long maxChildStartCheckMs;

    /** The directory of a distribution, for HOME; without it and jettyHomeZip, that of the version of this plugin is fetched. */
    @Parameter
    @Nullable
    File jettyHome;

    /** The zip file of a distribution, for HOME. */
    @Parameter
    @Nullable
    File jettyHomeZip;

    /** A directory with settings of the server, which is copied, for HOME. */
    @Parameter
    @Nullable
    File jettyBase;

    /** Modules that are enabled beside those of web applications, for HOME. */
    @Parameter
    String[] modules = {};

    /** Properties of modules, for HOME. */
    @Parameter
    Map<String, String> jettyProperties = Map.of();

    /** Other arguments of start.jar, for HOME. */
    @Parameter(property = "jetty.options")
    @Nullable
    String jettyOptions;

    @Override
    public void execute() throws MojoExecutionException {
        if (!isWanted()) {
            return;
        }
        check();
        if (webApp == null) {
            webApp = new MavenWebAppContext();
        }
        if (webApp.getTempDirectory() == null) {
            webApp.setTempDirectory(new File(target, "tmp"));
        }
        configure();
        run();
    }

    /** Whether there is something to do for this project. */
    boolean isWanted() {
        if (skip) {
            getLog().info("Skipped: jetty.skip is true");
            return false;
        }
        if (List.of(excludedGoals).contains(execution.getGoal())) {
            getLog().info("Skipped: excludedGoals has " + execution.getGoal());
            return false;
        }
        if (!supportedPackagings.contains(project.getPackaging())) {
            getLog().info("Skipped: the packaging is " + project.getPackaging() + " (supportedPackagings: "
                    + supportedPackagings + ")");
            return false;
        }
        return true;
    }

    /** Finds where the files of the application are. */
    abstract void configure() throws MojoExecutionException;

    /** Does what the goal is for. */
    abstract void run() throws MojoExecutionException;

    /** Whether the goal ends when the server does. */
    abstract boolean stays();

    private boolean isDistribution() {
        return deployMode != DeploymentMode.EMBED && deployMode != DeploymentMode.FORK;
    }

    private void check() throws MojoExecutionException {
        if (stopPort < 0 || stopPort > 65535) {
            throw new MojoExecutionException("stopPort: " + stopPort + " (expected: 1-65535, or 0 for none)");
        }
        if (stopPort > 0 && (stopKey == null || stopKey.isBlank())) {
            throw new MojoExecutionException("stopPort is " + stopPort + " and stopKey is not set"
                    + " (expected: a stopKey, so that nobody else stops the server)");
        }
        if (maxChildStartChecks < 1 || maxChildStartCheckMs < 1) {
            throw new MojoExecutionException("maxChildStartChecks: " + maxChildStartChecks + ", maxChildStartCheckMs: "
                    + maxChildStartCheckMs + " (expected: positive numbers)");
        }
        boolean embedded = deployMode == DeploymentMode.EMBED;
        only(embedded, "server", server != null, "EMBED", "use jettyXmls");
        only(embedded, "contextHandlers", !contextHandlers.isEmpty(), "EMBED", "use jettyXmls");
        only(embedded, "loginServices", !loginServices.isEmpty(), "EMBED", "use jettyXmls or contextXml");
        only(embedded, "requestLog", requestLog != null, "EMBED", "use jettyXmls");
        only(!embedded, "jvmArgs", jvmArgs != null, "FORK and HOME", "set MAVEN_OPTS");
        only(!embedded, "env", !env.isEmpty(), "FORK and HOME", "set the variables before Maven is started");
        only(!embedded, "jdkToolchain", !jdkToolchain.isEmpty(), "FORK and HOME", "set JAVA_HOME");
        boolean home = isDistribution();
        only(home, "jettyHome", jettyHome != null, "HOME", "remove it");
        only(home, "jettyHomeZip", jettyHomeZip != null, "HOME", "remove it");
        only(home, "jettyBase", jettyBase != null, "HOME", "use jettyXmls");
        only(home, "modules", modules.length > 0, "HOME", "use jettyXmls");
        only(home, "jettyProperties", !jettyProperties.isEmpty(), "HOME", "use jettyXmls");
        only(home, "jettyOptions", jettyOptions != null, "HOME", "use jettyXmls");
        for (File xml : jettyXmls) {
            if (!xml.isFile()) {
                throw new MojoExecutionException("jettyXmls: " + xml + " (expected: an existing XML file)");
            }
        }
        if (contextXml != null && !contextXml.isFile()) {
            throw new MojoExecutionException("contextXml: " + contextXml + " (expected: an existing XML file)");
        }
    }

    private void only(boolean here, String parameter, boolean set, String modes, String remedy)
            throws MojoExecutionException {
        if (set && !here) {
            throw new MojoExecutionException("The parameter " + parameter + " is for the deployMode " + modes
                    + ", and this one is " + deployMode + " (" + remedy + ", or change the deployMode)");
        }
    }

    /** Returns the web application: a new one where the configuration has none. */
    MavenWebAppContext webApp() {
        return Objects.requireNonNull(webApp);
    }

    // the server

    /** Returns the server with the application, which is not started yet. */
    Deployment deployment() throws MojoExecutionException {
        ServerSettings settings = settings();
        Path xml = contextXml == null ? null : contextXml.toPath().toAbsolutePath();
        ProcessDeployment.ContextWriter writer = file -> webApp().write(file, xml);
        if (isDistribution()) {
            return new DistributionDeployment(settings, distribution(), writer);
        }
        if (deployMode == DeploymentMode.FORK) {
            List<Path> classPath = new ArrayList<>(libraries().ofPlugin());
            provided().forEach(file -> classPath.add(file.toPath()));
            return new ForkedDeployment(settings, writer, classPath, project.getBasedir());
        }
        settings.systemProperties().forEach(System::setProperty);
        EmbeddedDeployment.Parts parts =
                new EmbeddedDeployment.Parts(server, contextHandlers, loginServices, requestLog);
        return new EmbeddedDeployment(settings, parts, webApp(), this::prepareEmbedded, containerLoader());
    }

    /** Sets the application up for a start in this JVM. */
    void prepareEmbedded(Server server) throws Exception {
        SharedIndexes.keep(server, target.toPath().resolve("jetty-index"));
        webApp().prepare();
        if (contextXml != null) {
            XmlConfiguration xml = new XmlConfiguration(
                    Objects.requireNonNull(ResourceFactory.root().newResource(contextXml.toPath())));
            xml.setJettyStandardIdsAndProperties(server, contextXml.toPath());
            xml.configure(webApp());
        }
    }

    private ServerSettings settings() throws MojoExecutionException {
        MavenServerConnector connector = httpConnector == null ? new MavenServerConnector() : httpConnector;
        try {
            String port = session.getUserProperties().getProperty(MavenServerConnector.PORT_SYSPROPERTY);
            if (port == null) {
                port = project.getProperties()
                        .getProperty(
                                MavenServerConnector.PORT_SYSPROPERTY,
                                System.getProperty(MavenServerConnector.PORT_SYSPROPERTY));
            }
            connector.setDefaultPort(port);
        } catch (IllegalArgumentException x) {
            throw new MojoExecutionException(x.getMessage(), x);
        }
        List<Path> xmls =
                jettyXmls.stream().map(file -> file.toPath().toAbsolutePath()).toList();
        Path output = stays() ? null : target.toPath().resolve("jetty.out");
        return new ServerSettings(
                connector,
                xmls,
                stopPort,
                stopKey,
                target.toPath().toAbsolutePath(),
                output,
                java(),
                Arguments.split("jvmArgs", jvmArgs),
                allSystemProperties(),
                env,
                maxChildStartChecks,
                maxChildStartCheckMs);
    }

    private String java() throws MojoExecutionException {
        if (!jdkToolchain.isEmpty()) {
            return toolchainManager.getToolchains(session, "jdk", jdkToolchain).stream()
                    .map(toolchain -> toolchain.findTool("java"))
                    .filter(java -> java != null)
                    .findFirst()
                    .orElseThrow(() -> new MojoExecutionException("jdkToolchain: " + jdkToolchain
                            + " (expected: what a toolchain of the type jdk in toolchains.xml offers)"));
        }
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private Map<String, String> allSystemProperties() throws MojoExecutionException {
        Map<String, String> all = new LinkedHashMap<>();
        if (systemPropertiesFile != null) {
            Properties properties = new Properties();
            try (InputStream in = Files.newInputStream(systemPropertiesFile.toPath())) {
                properties.load(in);
            } catch (IOException x) {
                throw new MojoExecutionException(
                        "systemPropertiesFile: " + systemPropertiesFile + " (expected: a readable file of properties)",
                        x);
            }
            properties.stringPropertyNames().forEach(name -> all.put(name, properties.getProperty(name)));
        }
        all.putAll(systemProperties);
        session.getUserProperties().stringPropertyNames().stream()
                .filter(all::containsKey)
                .forEach(name -> all.put(name, session.getUserProperties().getProperty(name)));
        return all;
    }

    private DistributionDeployment.Parts distribution() throws MojoExecutionException {
        Path home = jettyHome != null
                ? jettyHome.toPath().toAbsolutePath()
                : libraries().unpackDistribution(jettyHomeZip, target.toPath().toAbsolutePath());
        return new DistributionDeployment.Parts(
                home,
                jettyBase == null ? null : jettyBase.toPath(),
                ENVIRONMENT,
                List.of(modules),
                jettyProperties,
                Arguments.split("jettyOptions", jettyOptions));
    }

    private Libraries libraries() {
        return new Libraries(repositorySystem, session, project, pluginArtifacts);
    }

    // the class path

    /** Returns the libraries of the application among the dependencies of the project. */
    List<File> dependencies() {
        List<File> files = new ArrayList<>();
        Set<String> scopes = useTestScope
                ? Set.of(Artifact.SCOPE_COMPILE, Artifact.SCOPE_RUNTIME, Artifact.SCOPE_TEST)
                : Set.of(Artifact.SCOPE_COMPILE, Artifact.SCOPE_RUNTIME);
        for (Artifact artifact : project.getArtifacts()) {
            if (scopes.contains(artifact.getScope()) && isLibrary(artifact)) {
                files.add(artifact.getFile());
            }
        }
        return files;
    }

    private static boolean isLibrary(Artifact artifact) {
        return artifact.getFile() != null
                && !artifact.getType().equals("war")
                && !artifact.getType().equals("pom")
                && artifact.getArtifactHandler().isAddedToClasspath();
    }

    /** Returns the dependencies of the scope "provided", if they are wanted, but for those that the plugin has itself. */
    private List<File> provided() {
        List<File> files = new ArrayList<>();
        if (useProvidedScope) {
            for (Artifact artifact : project.getArtifacts()) {
                if (Artifact.SCOPE_PROVIDED.equals(artifact.getScope())
                        && isLibrary(artifact)
                        && pluginArtifacts.stream().noneMatch(own -> own.getDependencyConflictId()
                                .equals(artifact.getDependencyConflictId()))) {
                    files.add(artifact.getFile());
                }
            }
        }
        return files;
    }

    /** Returns the loader of the server's classes. */
    private ClassLoader containerLoader() throws MojoExecutionException {
        List<File> provided = provided();
        ClassLoader own = getClass().getClassLoader();
        if (provided.isEmpty()) {
            return own;
        }
        try {
            URL[] urls = new URL[provided.size()];
            for (int i = 0; i < urls.length; i++) {
                urls[i] = provided.get(i).toURI().toURL();
            }
            return new URLClassLoader(urls, own);
        } catch (IOException x) {
            throw new MojoExecutionException("Dependencies of the scope provided: " + x.getMessage(), x);
        }
    }
}
