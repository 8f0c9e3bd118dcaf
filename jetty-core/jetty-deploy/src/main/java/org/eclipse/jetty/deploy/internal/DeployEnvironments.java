package org.eclipse.jetty.deploy.internal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.deploy.ContextHandlerFactory;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.component.Environment;
import org.jspecify.annotations.Nullable;

/**
 * The environments that can be deployed to, and what each says about its applications.
 *
 * <p>Guarded by the lock of the scanner.
 */
public final class DeployEnvironments {
    /** Those that a module brings: the module is named after the environment. */
    private static final List<String> DEPLOYABLE = List.of("ee11", "ee10", "ee9", "ee8", "core", "static");

    private static final String LAYER = "org.eclipse.jetty.ee";

    private final Map<String, Attributes.Mapped> configured = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private List<String> preferred = List.of();
    private @Nullable Path directory;

    /** The settings of an environment, which can be deployed to from now on. */
    public Attributes configure(String name) {
        return configured.computeIfAbsent(name, key -> new Attributes.Mapped());
    }

    /** The names of the environments, best first: those preferred, then eeN from the newest, then core, then static. */
    public List<String> names() {
        List<String> names = new ArrayList<>(configured.keySet());
        names.sort((a, b) -> {
            int order = Integer.compare(rank(b), rank(a));
            return order == 0 ? a.compareToIgnoreCase(b) : order;
        });
        return names;
    }

    private int rank(String name) {
        for (int i = 0; i < preferred.size(); i++) {
            if (preferred.get(i).equalsIgnoreCase(name)) {
                return Integer.MAX_VALUE - i;
            }
        }
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals("core")) {
            return 2;
        }
        if (lower.equals("static")) {
            return 1;
        }
        if (!lower.startsWith("ee")) {
            return 0;
        }
        try {
            return 100 + Integer.parseInt(lower.substring(2));
        } catch (NumberFormatException e) {
            // a name that only looks like one of Jakarta EE
            return 0;
        }
    }

    /** Environments that are taken before all others, in that order. */
    public void prefer(List<String> names) {
        preferred = List.copyOf(names);
    }

    /** Environments that are taken before all others, in that order. */
    public List<String> preferred() {
        return preferred;
    }

    /** The directory of the files of environments. */
    public @Nullable Path directory() {
        return directory;
    }

    public void directory(@Nullable Path environmentsDirectory) {
        directory = environmentsDirectory;
    }

    /**
     * The environment of an application.
     *
     * @param wanted the name it asks for; null for the default
     * @param place where it asks for it
     */
    String select(@Nullable String wanted, String place) {
        List<String> names = names();
        if (names.isEmpty()) {
            throw new DeployException(
                    "there is no environment. Enable a module such as ee10-deploy, core-deploy or static-deploy");
        }
        if (wanted == null) {
            return names.get(0);
        }
        for (String name : names) {
            if (name.equalsIgnoreCase(wanted)) {
                return name;
            }
        }
        if (wanted.isBlank()) {
            throw new DeployException(place + ": environment is empty (expected: one of " + names + ")");
        }
        throw new DeployException(place + ": unable to deploy to environment " + wanted + ". Available environments: "
                + names + ". " + remedy(wanted));
    }

    private static String remedy(String wanted) {
        for (String name : DEPLOYABLE) {
            if (name.equalsIgnoreCase(wanted)) {
                return "Enable the module " + name + "-deploy, which brings it";
            }
        }
        return "There are modules for " + DEPLOYABLE + " only, named such as ee10-deploy";
    }

    /** The environment that a class of contexts is part of, by its package; null when any may have it. */
    static @Nullable String ofClass(@Nullable String className) {
        if (className == null) {
            return null;
        }
        if (className.startsWith("org.eclipse.jetty.coreapp.")) {
            return "core";
        }
        if (className.startsWith("org.eclipse.jetty.staticapp.")) {
            return "static";
        }
        if (!className.startsWith(LAYER)) {
            return null;
        }
        int end = LAYER.length();
        while (end < className.length() && Character.isDigit(className.charAt(end))) {
            end++;
        }
        boolean whole = end > LAYER.length() && end < className.length() && className.charAt(end) == '.';
        return whole ? className.substring(LAYER.length() - 2, end) : null;
    }

    /** The environment itself; one that was only configured is made with the class loader of the server. */
    Environment get(String name) {
        Environment environment = Environment.get(name);
        return environment == null ? Environment.ensure(name, DeployEnvironments.class) : environment;
    }

    /** The XML files that see the properties of an application: its own, and those of its environment. */
    List<Path> xmls(Path main, String name) {
        List<Path> xmls = new ArrayList<>(EnvironmentFiles.of(directory, name, ".xml"));
        if (WebappUnit.kind(main) == WebappUnit.Kind.XML) {
            xmls.add(main);
        }
        return xmls;
    }

    /** The settings of an environment: those configured, then its properties files; and its XML files. */
    void applyTo(Attributes attributes, String name) {
        Attributes settings = configure(name);
        for (String key : settings.getAttributeNameSet()) {
            attributes.setAttribute(key, settings.getAttribute(key));
        }
        for (Path file : EnvironmentFiles.of(directory, name, ".properties")) {
            DeployProperties.read(file).applyTo(attributes, told);
        }
        attributes.setAttribute(
                ContextHandlerFactory.ENVIRONMENT_XML_PATHS_ATTRIBUTE, EnvironmentFiles.of(directory, name, ".xml"));
    }
}
