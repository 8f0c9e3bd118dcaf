package org.eclipse.jetty.util.component;

import java.io.IOException;
import java.util.Map;

/** Dumps a map with a name. */
public class DumpableMap implements Dumpable {
    private final String name;
    private final Map<?, ?> map;

    public DumpableMap(String name, Map<?, ?> map) {
        this.name = name;
        this.map = map;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObject(out, name + " size=" + (map == null ? 0 : map.size()));
        if (map != null) {
            Dumpable.dumpMapEntries(out, indent, map, true);
        }
    }
}
