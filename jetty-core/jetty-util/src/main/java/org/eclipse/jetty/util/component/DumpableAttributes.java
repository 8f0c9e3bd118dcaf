package org.eclipse.jetty.util.component;

import java.io.IOException;
import org.eclipse.jetty.util.Attributes;

/** Dumps attributes with a name. */
public class DumpableAttributes implements Dumpable {
    private final String name;
    private final Attributes attributes;

    public DumpableAttributes(String name, Attributes attributes) {
        this.name = name;
        this.attributes = attributes;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        new DumpableMap(name, attributes.asAttributeMap()).dump(out, indent);
    }
}
