package org.eclipse.jetty.ee10.apache.jsp;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.jasper.JasperException;
import org.apache.jasper.compiler.TldCache;
import org.apache.tomcat.util.descriptor.tld.TaglibXml;
import org.apache.tomcat.util.descriptor.tld.TldResourcePath;
import org.xml.sax.SAXException;

/** The engine's cache of tag libraries, with those that are parsed when a page uses them. Thread-safe. */
final class IndexedTldCache extends TldCache {
    private final Map<TldResourcePath, TaglibXml> parsed = new ConcurrentHashMap<>();
    private final TldCache cache;
    private final IndexedTldScanner scanner;

    IndexedTldCache(ServletContext context, TldCache cache, IndexedTldScanner scanner) {
        super(context, Map.of(), Map.of());
        this.cache = cache;
        this.scanner = scanner;
    }

    @Override
    public TldResourcePath getTldResourcePath(String uri) {
        return cache.getTldResourcePath(uri);
    }

    @Override
    public TaglibXml getTaglibXml(TldResourcePath path) throws JasperException {
        if (!scanner.isUnparsed(path)) {
            return cache.getTaglibXml(path);
        }
        TaglibXml known = parsed.get(path);
        if (known != null) {
            return known;
        }
        try {
            known = scanner.parse(path);
        } catch (IOException | SAXException x) {
            throw new JasperException("Cannot read the tag library descriptor " + path.toExternalForm() + ": " + x, x);
        }
        TaglibXml before = parsed.putIfAbsent(path, known);
        return before == null ? known : before;
    }
}
