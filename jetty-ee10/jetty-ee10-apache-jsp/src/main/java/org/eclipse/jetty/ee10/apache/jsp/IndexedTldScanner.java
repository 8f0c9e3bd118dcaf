package org.eclipse.jetty.ee10.apache.jsp;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.jasper.servlet.TldScanner;
import org.apache.tomcat.util.descriptor.tld.TaglibXml;
import org.apache.tomcat.util.descriptor.tld.TldParser;
import org.apache.tomcat.util.descriptor.tld.TldResourcePath;
import org.eclipse.jetty.ee.webapp.TagLibrary;
import org.eclipse.jetty.ee10.webapp.MetaInfConfiguration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xml.sax.SAXException;

/**
 * Finds the tag libraries of libraries in what the application's configuration knows of them: name and listeners of each,
 * so that no archive is opened and no descriptor parsed before a page uses it.
 *
 * <p>The engine itself reads what is not known, such as a descriptor that is not XML, and all that is to be validated.
 * Confined to the start of one application, but for {@link #parse}, which is thread-safe.
 */
final class IndexedTldScanner extends TldScanner {
    private static final Logger LOG = LoggerFactory.getLogger(IndexedTldScanner.class);

    private final ServletContext context;
    private final boolean namespaceAware;
    private final boolean validate;
    private final boolean blockExternal;
    private final Set<TldResourcePath> unparsed = new HashSet<>();

    IndexedTldScanner(ServletContext context, boolean namespaceAware, boolean validate, boolean blockExternal) {
        super(context, namespaceAware, validate, blockExternal);
        this.context = context;
        this.namespaceAware = namespaceAware;
        this.validate = validate;
        this.blockExternal = blockExternal;
    }

    @Override
    public void scanJars() {
        if (!(context.getAttribute(JettyJasperInitializer.TLDS) instanceof Collection<?> urls)) {
            return;
        }
        Map<?, ?> known = context.getAttribute(MetaInfConfiguration.METAINF_TAG_LIBRARIES) instanceof Map<?, ?> map
                ? map
                : Map.of();
        for (Object url : urls) {
            add((URL) url, (TagLibrary) known.get(((URL) url).toExternalForm()));
        }
    }

    private void add(URL url, @Nullable TagLibrary known) {
        try {
            TldResourcePath path = path(url);
            if (known == null || !known.readable() || validate) {
                parseTld(path);
                return;
            }
            LOG.debug("{} has {}", context.getContextPath(), known);
            // the first one of a name wins (JSP section 7.3.4)
            if (known.uri() != null) {
                getUriTldResourcePathMap().putIfAbsent(known.uri(), path);
            }
            getListeners().addAll(known.listeners());
            unparsed.add(path);
        } catch (IOException | SAXException x) {
            throw new IllegalStateException("Cannot read the tag library descriptor " + url + ": " + x.getMessage(), x);
        }
    }

    private static TldResourcePath path(URL url) throws MalformedURLException {
        if (!"jar".equals(url.getProtocol())) {
            return new TldResourcePath(url, null);
        }
        // the engine makes a URL of both parts again, so that the entry stays encoded
        String text = url.getPath();
        int end = text.lastIndexOf("!/");
        return new TldResourcePath(new URL(text.substring(0, end)), null, text.substring(end + 2));
    }

    /** Whether this descriptor is known, but was not parsed. */
    boolean isUnparsed(TldResourcePath path) {
        return unparsed.contains(path);
    }

    TaglibXml parse(TldResourcePath path) throws IOException, SAXException {
        TldParser parser = new TldParser(namespaceAware, validate, blockExternal);
        parser.setClassLoader(context.getClassLoader());
        return parser.parse(path);
    }
}
