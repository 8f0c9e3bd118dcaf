package org.eclipse.jetty.deploy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.deploy.internal.ContextPaths;
import org.eclipse.jetty.deploy.internal.ContextXml;
import org.eclipse.jetty.deploy.internal.DeployException;
import org.eclipse.jetty.deploy.internal.DeployKeys;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.component.Environment;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.thread.ThreadClassLoaderScope;
import org.jspecify.annotations.Nullable;

/**
 * Makes a context in this order: its class, the defaults from its base name, the properties, the XML files of the
 * environment, its own XML file, and the context path of the properties, which has the last word.
 *
 * <p>Thread-safe.
 */
public class StandardContextHandlerFactory implements ContextHandlerFactory {
    @Override
    public ContextHandler newContextHandler(
            Server server, Environment environment, Path mainPath, Set<Path> otherPaths, Attributes deployAttributes)
            throws Exception {
        try (ThreadClassLoaderScope scope = new ThreadClassLoaderScope(environment.getClassLoader())) {
            Attributes.Mapped attributes = new Attributes.Mapped();
            for (String name : deployAttributes.getAttributeNameSet()) {
                attributes.setAttribute(name, deployAttributes.getAttribute(name));
            }
            attributes.setAttribute(DeployKeys.MAIN_PATH, mainPath);
            attributes.setAttribute(DeployKeys.OTHER_PATHS, otherPaths);
            ContextHandler context = newContext(server, environment, mainPath, attributes);
            if (attributes.getAttribute(DeployKeys.CONTEXT_PATH) instanceof String path) {
                context.setContextPath(path);
            }
            return context;
        }
    }

    private ContextHandler newContext(Server server, Environment environment, Path main, Attributes attributes)
            throws Exception {
        ContextXml xml = new ContextXml(server, environment, attributes);
        if (!main.toString().toLowerCase(Locale.ROOT).endsWith(".xml")) {
            ContextHandler context = newInstance(className(environment, attributes), environment, attributes);
            initializeContextHandler(context, main, attributes);
            xml.apply(environmentXmls(attributes), context);
            return context;
        }
        if (ContextXml.hasArguments(main)) {
            // only the file itself can make this object, so the files of the environment come late
            ContextHandler context = asContext(xml.configure(main), main.toString());
            if (context.getContextPath() == null || context.getContextPath().equals("/")) {
                initializeContextPath(context, main, attributes);
            }
            xml.apply(environmentXmls(attributes), context);
            return context;
        }
        String named = ContextXml.className(main);
        ContextHandler context =
                newInstance(named == null ? className(environment, attributes) : named, environment, attributes);
        initializeContextHandler(context, main, attributes);
        ClassLoader loader = context.getClassLoader();
        try (ThreadClassLoaderScope scope =
                new ThreadClassLoaderScope(loader == null ? environment.getClassLoader() : loader)) {
            xml.apply(environmentXmls(attributes), context);
            return asContext(xml.apply(main, context), main.toString());
        }
    }

    private static List<Path> environmentXmls(Attributes attributes) {
        if (!(attributes.getAttribute(ENVIRONMENT_XML_PATHS_ATTRIBUTE) instanceof List<?> paths)) {
            return List.of();
        }
        return paths.stream().map(Path.class::cast).toList();
    }

    private static String className(Environment environment, Attributes attributes) {
        Object name = attributes.getAttribute(DeployKeys.CONTEXT_HANDLER_CLASS);
        if (name == null) {
            name = attributes.getAttribute(DEFAULT_CONTEXT_HANDLER_CLASS_ATTRIBUTE);
        }
        if (name instanceof Class<?> type) {
            return type.getName();
        }
        if (name == null) {
            throw new DeployException("The environment " + environment.getName()
                    + " does not say what its contexts are made of: set " + DEFAULT_CONTEXT_HANDLER_CLASS_ATTRIBUTE);
        }
        return name.toString();
    }

    private static ContextHandler newInstance(String className, Environment environment, Attributes attributes)
            throws Exception {
        try {
            Class<?> type = Class.forName(className, true, environment.getClassLoader());
            return asContext(type.getConstructor().newInstance(), className);
        } catch (ClassNotFoundException e) {
            throw new DeployException(
                    "The environment " + environment.getName() + " has no class " + className
                            + usualInstead(className, attributes),
                    e);
        } catch (NoSuchMethodException e) {
            throw new DeployException(className + " has no public constructor without arguments", e);
        } catch (InvocationTargetException e) {
            throw new DeployException("Unable to make a " + className + ": " + e.getCause(), e.getCause());
        }
    }

    /** What a file that was written for another version has to name. */
    private static String usualInstead(String className, Attributes attributes) {
        Object usual = attributes.getAttribute(DEFAULT_CONTEXT_HANDLER_CLASS_ATTRIBUTE);
        if (usual == null) {
            return "";
        }
        String name = usual instanceof Class<?> type ? type.getName() : usual.toString();
        return name.equals(className) ? "" : ", its applications are usually of " + name;
    }

    private static ContextHandler asContext(@Nullable Object made, String source) {
        if (made instanceof ContextHandler context) {
            return context;
        }
        throw new DeployException(
                source + " makes a " + (made == null ? null : made.getClass().getName()) + " (expected: a subclass of "
                        + ContextHandler.class.getName() + ")");
    }

    /** Sets what follows from the main path and the properties, before XML files are applied. */
    protected void initializeContextHandler(ContextHandler context, Path mainPath, Attributes attributes)
            throws IOException {
        initializeContextPath(context, mainPath, attributes);
        ResourceFactory resources = ResourceFactory.of(context);
        String lower = mainPath.getFileName().toString().toLowerCase(Locale.ROOT);
        boolean archive = lower.endsWith(".war") && Files.isRegularFile(mainPath);
        if (archive) {
            attributes.setAttribute(DeployKeys.WAR, mainPath.toString());
        }
        if (attributes.getAttribute(DeployKeys.BASE_RESOURCE) instanceof String text) {
            context.setBaseResource(existing(resources.newResource(text), text));
        } else if (Files.isDirectory(mainPath) || archive && !setWar(context, mainPath)) {
            context.setBaseResource(resources.newResource(mainPath));
        } else if (!archive) {
            setSiblingDirectory(context, attributes);
        }
        context.initializeDefaults(attributes);
    }

    /** Hands the archive to a context that can unpack it: web applications of all environments have this method. */
    private static boolean setWar(ContextHandler context, Path archive) {
        try {
            context.getClass().getMethod("setWar", String.class).invoke(context, archive.toString());
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        } catch (ReflectiveOperationException e) {
            throw new DeployException(
                    "Unable to set the WAR of " + context.getClass().getName(), e);
        }
    }

    /** The files of an application whose main path is an XML file; web applications name theirs in that file. */
    private static void setSiblingDirectory(ContextHandler context, Attributes attributes) {
        for (java.lang.reflect.Method method : context.getClass().getMethods()) {
            if (method.getName().equals("setWar")) {
                return;
            }
        }
        if (!(attributes.getAttribute(DeployKeys.OTHER_PATHS) instanceof Set<?> others)) {
            return;
        }
        for (Object other : others) {
            if (other instanceof Path path && Files.isDirectory(path)) {
                context.setBaseResource(ResourceFactory.of(context).newResource(path));
            }
        }
    }

    private static Resource existing(@Nullable Resource resource, String text) {
        if (resource != null && resource.exists()) {
            return resource;
        }
        throw new DeployException(
                DeployKeys.BASE_RESOURCE + ": " + text + " (expected: an existing file or directory)");
    }

    /** Sets the context path and virtual host that follow from the base name, unless the properties have a default. */
    protected void initializeContextPath(ContextHandler context, Path mainPath, Attributes attributes) {
        ContextPaths place = ContextPaths.of(baseName(mainPath));
        Object path = attributes.getAttribute(DeployKeys.DEFAULT_CONTEXT_PATH);
        if (path == null) {
            path = place.contextPath();
            attributes.setAttribute(DeployKeys.DEFAULT_CONTEXT_PATH, path);
        }
        context.setContextPath(path.toString());
        if (!place.virtualHosts().isEmpty()) {
            context.setVirtualHosts(place.virtualHosts());
        }
    }

    private static String baseName(Path path) {
        String name = path.getFileName().toString();
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".xml") || lower.endsWith(".war") ? name.substring(0, name.length() - 4) : name;
    }
}
