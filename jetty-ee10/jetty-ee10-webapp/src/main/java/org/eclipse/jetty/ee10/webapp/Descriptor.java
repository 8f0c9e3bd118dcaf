package org.eclipse.jetty.ee10.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UnsupportedEncodingException;
import java.net.URI;
import java.util.Objects;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.xml.XmlParser;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** An XML file that describes a web application. Guarded by the life cycle of its web application. */
public abstract class Descriptor {
    private final Resource resource;
    private XmlParser.@Nullable Node root;

    protected Descriptor(Resource resource) {
        this.resource = Objects.requireNonNull(resource);
    }

    /** Reads the file, once; a fault is told with file and line. */
    public void parse(XmlParser parser) throws Exception {
        if (root != null) {
            return;
        }
        try (InputStream in = resource.newInputStream()) {
            InputSource source = new InputSource(in);
            source.setSystemId(getURI());
            root = parser.parse(source);
        } catch (UnsupportedEncodingException x) {
            throw new DescriptorException(
                    getURI() + ": the encoding " + x.getMessage()
                            + " of its XML declaration is unknown (expected: one of" + " this JVM, such as UTF-8)",
                    x);
        } catch (SAXException x) {
            throw new DescriptorException(DescriptorException.reason(x), x);
        } catch (IOException x) {
            throw new DescriptorException("Cannot read " + getURI() + ": " + x.getMessage(), x);
        }
    }

    public String getURI() {
        URI uri = resource.getURI();
        return uri == null ? resource.toString() : uri.toASCIIString();
    }

    public Resource getResource() {
        return resource;
    }

    /** Returns the root element of a descriptor that was parsed. */
    public XmlParser.Node getRoot() {
        return Objects.requireNonNull(root, () -> getURI() + " is not parsed");
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "@" + getURI();
    }
}
