package org.eclipse.jetty.ee10.jspc.plugin;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the pages of a web application into servlets, and writes their mappings into a descriptor, so that they are served without a
 * compiler. The WAR plugin packs the descriptor if its parameter webXml names it.
 */
@Mojo(
        name = "jspc",
        defaultPhase = LifecyclePhase.PROCESS_CLASSES,
        requiresDependencyResolution = ResolutionScope.COMPILE_PLUS_RUNTIME,
        threadSafe = true)
public class JspcMojo extends AbstractMojo {
    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    MavenProject project;

    @Parameter(defaultValue = "${plugin.artifacts}", readonly = true, required = true)
    List<Artifact> pluginArtifacts;

    /** Whether the goal does nothing. */
    @Parameter(property = "jspc.skip", defaultValue = "false")
    boolean skip;

    /** The directory of the pages, and of WEB-INF. */
    @Parameter(defaultValue = "${project.basedir}/src/main/webapp")
    File webAppSourceDirectory;

    /** The pages that are compiled, as patterns of paths below that directory, separated by commas. */
    @Parameter(defaultValue = "**/*.jsp, **/*.jspx")
    String includes;

    /** The pages that are not. */
    @Parameter(defaultValue = "**/.svn/**")
    String excludes;

    /** The classes of the application, which pages use. */
    @Parameter(defaultValue = "${project.build.outputDirectory}")
    File classesDirectory;

    /** Where the classes of the pages are put. */
    @Parameter(defaultValue = "${project.build.outputDirectory}")
    File generatedClasses;

    /** Whether the Java sources of the pages stay beside their classes. */
    @Parameter(defaultValue = "false")
    boolean keepSources;

    /** The file of the servlets and mappings of the pages, as elements without a root. */
    @Parameter(defaultValue = "${project.build.directory}/webfrag.xml")
    File webXmlFragment;

    /** Whether these are put into a copy of the descriptor, which is the file web.xml beside the fragment. */
    @Parameter(defaultValue = "true")
    boolean mergeFragment;

    /** The descriptor of the application. */
    @Parameter(defaultValue = "${project.basedir}/src/main/webapp/WEB-INF/web.xml")
    File webXml;

    /** A text in the descriptor in the place of which the fragment is put; unset for the end. */
    @Parameter
    @Nullable
    String insertionMarker;

    /** Whether dependencies of scope provided are on the class path of the pages, beside those that this plugin has itself. */
    @Parameter(defaultValue = "false")
    boolean useProvidedScope;

    /** The jars in which tag libraries are looked for, as a regular expression of their paths; beside those of the application. */
    @Parameter(defaultValue = ".*taglibs[^/]*\\.jar|.*jstl[^/]*\\.jar$")
    String tldJarNamePatterns;

    /** Whether tag libraries are looked for in directories of the class path, which modules of the same build may be. */
    @Parameter(defaultValue = "true")
    boolean scanAllDirectories;

    /** The version of Java of scriptlets, such as 17; unset for that of the JSP engine. Some engines take 1.8 alone. */
    @Parameter
    @Nullable
    String sourceVersion;

    /** The version of Java of the class files of pages; unset for that of the JSP engine. */
    @Parameter
    @Nullable
    String targetVersion;

    /** The compiler of pages, with its properties, such as trimSpaces. */
    @Parameter
    @Nullable
    JettyJspC jspc;

    @Override
    public void execute() throws MojoExecutionException {
        if (skip) {
            getLog().info("Skipped: jspc.skip is set");
            return;
        }
        List<String> pages = pages();
        if (pages.isEmpty()) {
            getLog().info("No pages in " + webAppSourceDirectory + " match " + includes);
        } else {
            compile(pages);
        }
        if (mergeFragment) {
            merge(pages.isEmpty());
        }
    }

    private List<String> pages() throws MojoExecutionException {
        try {
            return new Pages(webAppSourceDirectory.toPath(), includes, excludes).find();
        } catch (IOException x) {
            throw new MojoExecutionException("webAppSourceDirectory: " + webAppSourceDirectory + ": " + x, x);
        }
    }

    private void compile(List<String> pages) throws MojoExecutionException {
        Set<Path> application = applicationPath();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(urls(application), JspcMojo.class.getClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            Files.createDirectories(generatedClasses.toPath());
            Files.createDirectories(webXmlFragment.getAbsoluteFile().toPath().getParent());
            JettyJspC compiler = jspc == null ? new JettyJspC() : jspc;
            compiler.setLoader(loader);
            compiler.setTagLibraries(
                    new TagLibraries(tldJarNamePatterns, scanAllDirectories).find(application, pluginPaths()));
            compiler.setClassPath(join(application));
            compiler.setUriroot(webAppSourceDirectory.getAbsolutePath());
            compiler.setOutputDir(generatedClasses.getAbsolutePath());
            compiler.setWebXmlInclude(webXmlFragment.getAbsolutePath());
            compiler.setCompile(true);
            compiler.setFailOnError(true);
            setVersions(compiler);
            compiler.setJspFiles(String.join(",", pages));
            compiler.execute();
            getLog().info("Compiled " + pages.size() + " pages into " + generatedClasses);
            if (!keepSources) {
                deleteSources();
            }
        } catch (IOException | RuntimeException x) {
            throw new MojoExecutionException("The pages cannot be compiled: " + x.getMessage(), x);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private void setVersions(JettyJspC compiler) {
        if (sourceVersion != null) {
            compiler.setCompilerSourceVM(sourceVersion);
        }
        if (targetVersion != null) {
            compiler.setCompilerTargetVM(targetVersion);
        }
    }

    /** The class path of the application: its classes, and its dependencies. */
    private Set<Path> applicationPath() {
        Set<Path> paths = new LinkedHashSet<>();
        paths.add(classesDirectory.toPath());
        for (Artifact artifact : project.getArtifacts()) {
            boolean provided = Artifact.SCOPE_PROVIDED.equals(artifact.getScope());
            if (artifact.getFile() != null && (useProvidedScope || !provided) && !"pom".equals(artifact.getType())) {
                paths.add(artifact.getFile().toPath());
            }
        }
        return paths;
    }

    private List<Path> pluginPaths() {
        List<Path> paths = new ArrayList<>();
        pluginArtifacts.forEach(artifact -> paths.add(artifact.getFile().toPath()));
        return paths;
    }

    /** The compiler knows jars by this path, and not by class loaders: those of the plugin come last. */
    private String join(Set<Path> application) {
        Set<Path> all = new LinkedHashSet<>(application);
        all.addAll(pluginPaths());
        return all.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static URL[] urls(Set<Path> paths) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path path : paths) {
            urls.add(path.toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    private void deleteSources() throws IOException {
        Path root = generatedClasses.toPath().resolve("org/apache/jsp");
        if (!Files.isDirectory(root)) {
            return;
        }
        try (var files = Files.walk(root)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                Files.delete(file);
            }
        }
    }

    private void merge(boolean none) throws MojoExecutionException {
        Path merged = webXmlFragment.getAbsoluteFile().toPath().resolveSibling("web.xml");
        try {
            String fragment = none ? "" : Files.readString(webXmlFragment.toPath());
            Files.createDirectories(merged.getParent());
            Files.writeString(merged, new MergedDescriptor(webXml, insertionMarker).with(fragment));
            getLog().info("Wrote " + merged);
        } catch (IOException x) {
            throw new MojoExecutionException("The descriptor cannot be merged: " + x.getMessage(), x);
        }
    }
}
