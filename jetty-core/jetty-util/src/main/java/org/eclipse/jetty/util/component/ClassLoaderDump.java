package org.eclipse.jetty.util.component;

import java.io.IOException;
import java.net.URLClassLoader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Dumps a class loader, its URLs, and its parents. */
public class ClassLoaderDump implements Dumpable {
    private final @Nullable ClassLoader loader;

    public ClassLoaderDump(@Nullable ClassLoader loader) {
        this.loader = loader;
    }

    @Override
    public String dump() {
        return Dumpable.dump(this);
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        if (loader == null) {
            out.append("No ClassLoader").append(System.lineSeparator());
            return;
        }
        if (loader instanceof Dumpable dumpable) {
            dumpable.dump(out, indent);
            return;
        }
        Object parent = loader.getParent() == null ? null : new ClassLoaderDump(loader.getParent());
        Object urls = loader instanceof URLClassLoader url ? Arrays.asList(url.getURLs()) : null;
        if (parent == null) {
            if (urls == null) {
                Dumpable.dumpObject(out, loader);
            } else {
                Dumpable.dumpObjects(out, indent, loader, urls);
            }
        } else if (urls == null) {
            Dumpable.dumpObjects(out, indent, loader, parent);
        } else {
            Dumpable.dumpObjects(out, indent, loader, urls, parent);
        }
    }
}
