package org.eclipse.jetty.xml;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.util.component.Environment;

/** Builds an environment: a class loader of its class path and module path, whose parent is that of the server. */
public class EnvironmentBuilder {
    private final String name;
    private final List<Path> classPath = new ArrayList<>();
    private final List<Path> modulePath = new ArrayList<>();

    public EnvironmentBuilder(String name) {
        this.name = name;
    }

    /** Adds entries; each may be several ones separated by the path separator. */
    public void addClassPath(String... classPaths) {
        for (String paths : classPaths) {
            add(paths, classPath);
        }
    }

    public void addModulePath(String path) {
        add(path, modulePath);
    }

    private static void add(String paths, List<Path> to) {
        for (String path : paths.split(java.io.File.pathSeparator)) {
            if (!path.isBlank()) {
                to.add(Path.of(path));
            }
        }
    }

    /** Makes the environment, and makes it known by its name. */
    public Environment build() throws IOException {
        Environment environment = Environment.get(name);
        if (environment != null) {
            throw new IllegalStateException("Environment already exists: " + name);
        }
        return Environment.create(name, newClassLoader());
    }

    /** The class loader that the environment is to have. */
    ClassLoader newClassLoader() throws IOException {
        Module module = EnvironmentBuilder.class.getModule();
        ModuleLayer server = module.getLayer();
        List<Path> jars = new ArrayList<>(classPath);
        if (server == null) {
            // the server is on a class path, where no module of an environment finds those of the server
            jars.addAll(modulePath);
        }
        ClassLoader parent = EnvironmentBuilder.class.getClassLoader();
        ClassLoader loader =
                jars.isEmpty() && !modulePath.isEmpty() ? parent : new URLClassLoader(name, urls(jars), parent);
        return server == null || modulePath.isEmpty() ? loader : layer(server, loader);
    }

    private static URL[] urls(List<Path> jars) throws MalformedURLException {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        return urls;
    }

    private ClassLoader layer(ModuleLayer server, ClassLoader parent) {
        EnvironmentModules finder = new EnvironmentModules(name, modulePath, server.configuration());
        Set<String> roots = finder.names();
        Configuration configuration = server.configuration().resolveAndBind(finder, ModuleFinder.of(), roots);
        ModuleLayer layer = server.defineModulesWithOneLoader(configuration, parent);
        return layer.findLoader(roots.iterator().next());
    }
}
