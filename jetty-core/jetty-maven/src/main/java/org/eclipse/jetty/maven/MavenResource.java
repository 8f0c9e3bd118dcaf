package org.eclipse.jetty.maven;

import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.jspecify.annotations.Nullable;

/**
 * A resource that the configuration of a goal names by a path or URL: a parameter of type {@link Resource} takes it by
 * {@code implementation="org.eclipse.jetty.maven.MavenResource"} and {@code <resourceAsString>}. Confined to its goal.
 */
public class MavenResource extends Resource {
    private @Nullable String text;
    private @Nullable Resource resource;

    /** Returns what was set. */
    public @Nullable String getResourceAsString() {
        return text;
    }

    /**
     * Sets the path or URL.
     *
     * @throws IllegalArgumentException when nothing is there
     */
    public void setResourceAsString(String text) {
        this.text = text;
        Resource found = ResourceFactory.root().newResource(text);
        resource = found;
        if (found == null || !found.exists()) {
            throw new IllegalArgumentException(
                    "resourceAsString: " + text + " (expected: an existing file or directory)");
        }
    }

    private Resource resource() {
        Resource set = resource;
        if (set == null) {
            throw new IllegalStateException("MavenResource without <resourceAsString> (expected: a path or URL)");
        }
        return set;
    }

    @Override
    public @Nullable Path getPath() {
        return resource().getPath();
    }

    @Override
    public boolean isDirectory() {
        return resource().isDirectory();
    }

    @Override
    public boolean isReadable() {
        return resource().isReadable();
    }

    @Override
    public @Nullable URI getURI() {
        return resource().getURI();
    }

    @Override
    public @Nullable String getName() {
        return resource().getName();
    }

    @Override
    public @Nullable String getFileName() {
        return resource().getFileName();
    }

    @Override
    public @Nullable Resource resolve(String subUriPath) {
        return resource().resolve(subUriPath);
    }

    @Override
    public List<Resource> list() {
        return resource().list();
    }

    @Override
    public boolean isAlias() {
        return resource().isAlias();
    }

    @Override
    public @Nullable URI getRealURI() {
        return resource().getRealURI();
    }

    @Override
    public Iterator<Resource> iterator() {
        return resource().iterator();
    }

    @Override
    public Collection<Resource> getAllResources() {
        return resource().getAllResources();
    }

    @Override
    public String toString() {
        return String.valueOf(resource == null ? text : resource);
    }
}
