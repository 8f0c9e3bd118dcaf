package org.eclipse.jetty.ee10.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.ee10.webapp.MetaInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.maven.ContextXml;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.jspecify.annotations.Nullable;

/**
 * The parameter {@code webApp} of a goal: a web application whose classes and libraries lie where Maven has them. Confined to its
 * goal until it is started.
 */
public class MavenWebAppContext extends WebAppContext {
    /** The attribute with the file that {@code jettyEnvXml} names. */
    private static final String JETTY_ENV_XML = "org.eclipse.jetty.jndi.JettyEnvXml";

    /** The libraries of the plugin in which the standard tag library is looked for. */
    private static final String TAG_LIBRARIES =
            ".*/(jakarta|javax)[.]servlet[.]jsp[.]jstl-[^/]*[.]jar$|.*/taglibs-standard-impl-[^/]*[.]jar$";

    /** What of Maven's own an application must not see. */
    private static final String[] OF_MAVEN = {
        "org.apache.maven.",
        "org.codehaus.plexus.",
        "org.codehaus.classworlds.",
        "org.eclipse.aether.",
        "org.eclipse.sisu.",
        "com.google.inject."
    };

    private List<Path> directories = List.of();
    private List<Resource> configuredClassPath = List.of();
    private @Nullable File classes;
    private @Nullable File testClasses;
    private List<File> webInfLib = List.of();
    private @Nullable String jettyEnvXml;
    private @Nullable String name;

    public MavenWebAppContext() {
        setThrowUnavailableOnStartupException(true);
        setContainerIncludeJarPattern(TAG_LIBRARIES);
        getHiddenClassMatcher().add(OF_MAVEN);
    }

    // what the configuration of a goal sets

    /** Sets the regular expressions, separated by commas, of URIs of server libraries that take part in the application. */
    public void setContainerIncludeJarPattern(String pattern) {
        setAttribute(MetaInfConfiguration.CONTAINER_JAR_PATTERN, pattern);
    }

    public @Nullable String getContainerIncludeJarPattern() {
        return (String) getAttribute(MetaInfConfiguration.CONTAINER_JAR_PATTERN);
    }

    /** Sets the regular expressions, separated by commas, of the application's libraries that are scanned; all by default. */
    public void setWebInfIncludeJarPattern(String pattern) {
        setAttribute(MetaInfConfiguration.WEBINF_JAR_PATTERN, pattern);
    }

    public @Nullable String getWebInfIncludeJarPattern() {
        return (String) getAttribute(MetaInfConfiguration.WEBINF_JAR_PATTERN);
    }

    /** Sets the file with entries of the naming directory, in place of that of WEB-INF. */
    public void setJettyEnvXml(String jettyEnvXml) {
        this.jettyEnvXml = jettyEnvXml;
        Resource file = Objects.requireNonNull(newResource(jettyEnvXml), jettyEnvXml);
        setAttribute(JETTY_ENV_XML, Objects.requireNonNull(file.getURI()).toASCIIString());
    }

    public @Nullable String getJettyEnvXml() {
        return jettyEnvXml;
    }

    // without this, a setter of a list would be taken for the text in the configuration
    @Override
    public void setExtraClasspath(@Nullable String classPath) {
        super.setExtraClasspath(classPath);
        configuredClassPath = getExtraClasspath();
    }

    /** Sets whether the temporary directory stays when the application stops. */
    public void setPersistTempDirectory(boolean persist) {
        setTempDirectoryPersistent(persist);
    }

    /** Sets the directories of the application, by path; the first one that has a file wins. */
    public void setResourceBases(String[] paths) {
        List<Path> list = new ArrayList<>();
        for (String path : paths) {
            Path directory = Path.of(path);
            if (!Files.isDirectory(directory)) {
                throw new IllegalArgumentException("resourceBases: " + path + " (expected: an existing directory)");
            }
            list.add(directory.toAbsolutePath());
        }
        setDirectories(list);
    }

    @Override
    public void setDisplayName(@Nullable String name) {
        super.setDisplayName(name);
        this.name = name;
    }

    // what a goal finds out

    /** Sets the directories of the application, the first of which wins. */
    void setDirectories(List<Path> directories) {
        this.directories = directories;
    }

    /** Whether the configuration says where the files of the application are. */
    boolean hasBase() {
        return !directories.isEmpty() || getBaseResource() != null;
    }

    /** Returns the directory with the classes of the application; null if there is none. */
    public @Nullable File getClasses() {
        return classes;
    }

    public void setClasses(File classes) {
        this.classes = classes;
    }

    /** Returns the directory with the classes of its tests, if they take part; null otherwise. */
    public @Nullable File getTestClasses() {
        return testClasses;
    }

    public void setTestClasses(@Nullable File testClasses) {
        this.testClasses = testClasses;
    }

    /** Returns the libraries beside those of WEB-INF/lib: archives, and directories of modules of the same build. */
    public List<File> getWebInfLib() {
        return webInfLib;
    }

    public void setWebInfLib(List<File> libraries) {
        webInfLib = libraries;
    }

    private List<Path> classPath() {
        List<Path> paths = new ArrayList<>();
        if (testClasses != null && testClasses.isDirectory()) {
            paths.add(testClasses.toPath());
        }
        if (classes != null && classes.isDirectory()) {
            paths.add(classes.toPath());
        }
        webInfLib.forEach(file -> paths.add(file.toPath()));
        return paths;
    }

    /** Sets directories and class path up for a start in this JVM. */
    void prepare() {
        ResourceFactory factory = getResourceFactory();
        if (!directories.isEmpty()) {
            setBaseResource(ResourceFactory.combine(
                    directories.stream().map(factory::newResource).toList()));
        }
        List<Resource> all = new ArrayList<>(configuredClassPath);
        classPath().forEach(path -> all.add(factory.newResource(path)));
        setExtraClasspath(all);
    }

    /**
     * Writes the XML file that makes the same application in another process.
     *
     * @param contextXml a file that is applied to it at the end, or null
     */
    void write(Path file, @Nullable Path contextXml) throws IOException {
        ContextXml xml = new ContextXml(WebAppContext.class.getName());
        xml.set("contextPath", getContextPath()).set("displayName", name);
        xml.set("war", getWarName()).set("extractWAR", isExtractWAR());
        List<Path> bases = new ArrayList<>(directories);
        if (bases.isEmpty() && getBaseResource() != null && getWarName() == null) {
            getBaseResource().forEach(part -> bases.add(part.getPath()));
        }
        xml.base(bases);
        List<Path> paths = new ArrayList<>();
        configuredClassPath.forEach(resource -> paths.add(resource.getPath()));
        paths.addAll(classPath());
        xml.classPath(paths);
        xml.set("descriptor", located(getDescriptor())).set("defaultsDescriptor", located(getDefaultsDescriptor()));
        for (String descriptor : getOverrideDescriptors()) {
            xml.call("addOverrideDescriptor", located(descriptor));
        }
        if (getTempDirectory() != null) {
            xml.set("tempDirectory", getTempDirectory().getAbsolutePath());
        }
        xml.set("tempDirectoryPersistent", isTempDirectoryPersistent());
        xml.set("parentLoaderPriority", isParentLoaderPriority());
        xml.set("throwUnavailableOnStartupException", isThrowUnavailableOnStartupException());
        xml.set("maxFormContentSize", getMaxFormContentSize()).set("maxFormKeys", getMaxFormKeys());
        getInitParams().forEach((key, value) -> xml.call("setInitParameter", key, value));
        for (String key : getAttributeNameSet()) {
            if (getAttribute(key) instanceof String value) {
                xml.call("setAttribute", key, value);
            }
        }
        for (String host : getVirtualHosts()) {
            xml.call("addVirtualHosts", host);
        }
        if (contextXml != null) {
            xml.apply(contextXml);
        }
        xml.write(file);
    }

    private @Nullable String getWarName() {
        return getBaseResource() != null || !directories.isEmpty() ? null : getWar();
    }

    /** What a path of the project is called in another directory. */
    @NullContract("!null -> !null")
    private static @Nullable String located(@Nullable String path) {
        if (path == null || !Files.exists(Path.of(path))) {
            return path;
        }
        return Path.of(path).toAbsolutePath().toString();
    }
}
