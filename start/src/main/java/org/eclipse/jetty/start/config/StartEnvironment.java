package org.eclipse.jetty.start.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.start.problems.Origin;

/**
 * What is put in one class loader: the server's own ({@code Jetty}), or that of an environment such as {@code ee10}.
 *
 * <p>Confined to the main thread.
 */
public final class StartEnvironment {
    /** A library or XML file as written, and where. */
    public record Reference(String text, Origin origin) {}

    private final String name;
    private final StartProperties properties;
    private final List<Reference> extraLibs = new ArrayList<>();
    private final List<Reference> extraXmls = new ArrayList<>();
    private final Set<Path> classPath = new LinkedHashSet<>();
    private final Set<Path> xmls = new LinkedHashSet<>();

    StartEnvironment(String name, StartProperties parent) {
        this.name = name;
        this.properties = new StartProperties(parent);
    }

    public String name() {
        return name;
    }

    public StartProperties properties() {
        return properties;
    }

    /** Libraries named by {@code --libs}. */
    public List<Reference> extraLibs() {
        return extraLibs;
    }

    /** XML files named on the command line or in an ini file. */
    public List<Reference> extraXmls() {
        return extraXmls;
    }

    /** The resolved jars and directories, without repetition, in order. */
    public Set<Path> classPath() {
        return classPath;
    }

    /** The resolved XML files, without repetition, in order. */
    public Set<Path> xmls() {
        return xmls;
    }
}
