package org.eclipse.jetty.http.pathmap;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.function.Predicate;

/** A set of path specifications, which tells whether one of them matches a path. Reading is thread-safe. */
public class PathSpecSet extends AbstractSet<String> implements Predicate<String> {
    private final PathMappings<Boolean> specs = new PathMappings<>();

    @Override
    public boolean test(String path) {
        return specs.getMatched(path) != null;
    }

    @Override
    public int size() {
        return specs.size();
    }

    public boolean add(PathSpec pathSpec) {
        return specs.put(pathSpec, Boolean.TRUE) == null;
    }

    @Override
    public boolean add(String pathSpec) {
        return add(PathSpec.from(pathSpec));
    }

    public boolean remove(PathSpec pathSpec) {
        return specs.remove(pathSpec) != null;
    }

    @Override
    public boolean remove(Object o) {
        if (o instanceof PathSpec pathSpec) {
            return remove(pathSpec);
        }
        return o instanceof String text && remove(PathSpec.from(text));
    }

    @Override
    public void clear() {
        specs.reset();
    }

    @Override
    public Iterator<String> iterator() {
        Iterator<MappedResource<Boolean>> i = specs.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return i.hasNext();
            }

            @Override
            public String next() {
                return i.next().getPathSpec().getDeclaration();
            }
        };
    }
}
