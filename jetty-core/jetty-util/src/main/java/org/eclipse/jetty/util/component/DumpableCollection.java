package org.eclipse.jetty.util.component;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Dumps a collection with a name. */
public class DumpableCollection implements Dumpable {
    private final String name;
    private final Collection<?> collection;

    public DumpableCollection(String name, Collection<?> collection) {
        this.name = name;
        this.collection = collection;
    }

    public static DumpableCollection fromArray(String name, Object @Nullable [] array) {
        return new DumpableCollection(name, array == null ? List.of() : Arrays.asList(array));
    }

    public static DumpableCollection from(String name, Object... items) {
        return fromArray(name, items);
    }

    public static DumpableCollection from(String name, @Nullable Collection<?> items) {
        return new DumpableCollection(name, items == null ? List.of() : items);
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, collection.toArray());
    }

    @Override
    public String dumpSelf() {
        return name + " size=" + collection.size();
    }

    @Override
    public String toString() {
        return dumpSelf();
    }
}
