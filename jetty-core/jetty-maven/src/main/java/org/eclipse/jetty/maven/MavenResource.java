package org.eclipse.jetty.maven;

import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;

/**
 * A resource that the configuration of a goal names by a path or URL: a parameter of type {@link Resource} takes it by
 * {@code implementation="org.eclipse.jetty.maven.MavenResource"} and {@code <resourceAsString>}. Confined to its goal.
 */
public class MavenResource extends Resource {
    private String text;
    private Resource resource;

    /** Returns what was set. */
    public String getResourceAsString() {
        return text;
    }

    /**
     * Sets the path or URL.
     *
     * @throws IllegalArgumentException when nothing is there
     */
    public void setResourceAsString(String text) {
        this.text = text;
        resource = ResourceFactory.root().newResource(text);
        if (resource == null || !resource.exists()) {
            throw new IllegalArgumentException(
                    "resourceAsString: " + text + " (expected: an existing file or directory)");
        }
    }

    private Resource resource() {
        if (resource == null) {
            throw new IllegalStateException("MavenResource without <resourceAsString> (expected: a path or URL)");
        }
        return resource;
    }

    @Override
    public Path getPath() {
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
    public URI getURI() {
        return resource().getURI();
    }

    @Override
    public String getName() {
        return resource().getName();
    }

    @Override
    public String getFileName() {
        return resource().getFileName();
    }

    @Override
    public Resource resolve(String subUriPath) {
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
    public URI getRealURI() {
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
