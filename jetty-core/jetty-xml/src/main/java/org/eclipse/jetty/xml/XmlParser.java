package org.eclipse.jetty.xml;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URL;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.ext.DefaultHandler2;

/**
 * Parses XML to a small tree, whose nodes know their place in the file.
 *
 * <p>Nothing is ever fetched: an external entity or DTD is empty, unless it is redirected to something local. The document
 * is not validated. At most 1,000 entities of 1,000,000 characters together are expanded. Not thread-safe.
 */
public class XmlParser {
    private static final Logger LOG = LoggerFactory.getLogger(XmlParser.class);
    private static final String MAX_ENTITY_EXPANSIONS = "1000";
    private static final String MAX_ENTITY_SIZE = "1000000";

    private final Map<String, URL> redirects = new HashMap<>();
    private @Nullable SAXParser parser;
    private @Nullable String dtd;

    /** Makes a parser, which costs something only when it meets a document that this JVM does not know yet. */
    public XmlParser() {}

    private static SAXParser newParser() {
        try {
            // that of the JDK: a search for others takes time in every start, and would open all libraries of the
            // application whose files these are; and they may not know the limits of entities
            SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setNamespaceAware(true);
            factory.setValidating(false);
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            return factory.newSAXParser();
        } catch (ParserConfigurationException | SAXException x) {
            throw new IllegalStateException("no XML parser", x);
        }
    }

    /** Reads the entity of this public or system id (or the last part of that) from there. */
    public void redirectEntity(String name, @Nullable URL entity) {
        if (entity != null) {
            redirects.put(name, entity);
        }
    }

    /** The system id, or else the public id, of the DOCTYPE of the document that was parsed last; null when it had none. */
    public @Nullable String getDTD() {
        return dtd;
    }

    public Node parse(InputSource source) throws IOException, SAXException {
        if (!KnownDocuments.isUsed() || source.getByteStream() == null || source.getCharacterStream() != null) {
            return parseAnew(source).root();
        }
        byte[] octets = source.getByteStream().readAllBytes();
        // where an encoding is given, the octets are not all that counts
        KnownDocuments.Document known =
                source.getEncoding() == null ? KnownDocuments.find(octets, source.getSystemId()) : null;
        if (known != null) {
            dtd = known.dtd();
            return known.root();
        }
        source.setByteStream(new ByteArrayInputStream(octets));
        Handler handler = parseAnew(source);
        if (handler.isAlone && source.getEncoding() == null) {
            KnownDocuments.record(octets, handler.root(), dtd);
        }
        return handler.root();
    }

    private Handler parseAnew(InputSource source) throws IOException, SAXException {
        dtd = null;
        Handler handler = new Handler(source.getSystemId());
        if (parser == null) {
            parser = newParser();
        } else {
            parser.reset();
        }
        parser.setProperty("http://xml.org/sax/properties/lexical-handler", handler);
        limitEntities(parser);
        parser.parse(source, handler);
        return handler;
    }

    /** A document of a few lines must not expand to gigabytes: limits of the JDK's parser. */
    private static void limitEntities(SAXParser parser) throws SAXException {
        parser.setProperty("http://www.oracle.com/xml/jaxp/properties/entityExpansionLimit", MAX_ENTITY_EXPANSIONS);
        parser.setProperty("http://www.oracle.com/xml/jaxp/properties/totalEntitySizeLimit", MAX_ENTITY_SIZE);
    }

    /** Parses the document of this URI. */
    public Node parse(String uri) throws IOException, SAXException {
        return parse(new InputSource(uri));
    }

    public Node parse(File file) throws IOException, SAXException {
        return parse(new InputSource(file.toURI().toASCIIString()));
    }

    public Node parse(InputStream in) throws IOException, SAXException {
        return parse(new InputSource(in));
    }

    private final class Handler extends DefaultHandler2 {
        private final @Nullable String systemId;
        private @Nullable Locator locator;
        private @Nullable Node root;
        private @Nullable Node current;
        /** Nothing but the octets of the document has an influence on what is read. */
        private boolean isAlone = true;

        private Handler(@Nullable String systemId) {
            this.systemId = systemId;
        }

        /** The root: a document without one is refused by the parser. */
        private Node root() {
            return Objects.requireNonNull(root);
        }

        @Override
        public void setDocumentLocator(Locator locator) {
            this.locator = locator;
        }

        @Override
        public void startDTD(String name, String publicId, @Nullable String dtdSystemId) {
            dtd = dtdSystemId == null ? publicId : dtdSystemId;
        }

        @Override
        public void startElement(String uri, String localName, String qName, Attributes attributes) {
            Node node = new Node(
                    current,
                    uri,
                    localName.isEmpty() ? qName : localName,
                    Node.attributes(attributes),
                    new Place(
                            systemId,
                            locator == null ? -1 : locator.getLineNumber(),
                            locator == null ? -1 : locator.getColumnNumber()));
            if (current == null) {
                root = node;
            } else {
                current.append(node);
            }
            current = node;
        }

        @Override
        public void endElement(String uri, String localName, String qName) {
            current = Objects.requireNonNull(current).parent;
        }

        @Override
        public void characters(char[] buf, int offset, int length) {
            if (current != null) {
                current.append(new String(buf, offset, length));
            }
        }

        @Override
        public void ignorableWhitespace(char[] buf, int offset, int length) {
            characters(buf, offset, length);
        }

        @Override
        public void warning(SAXParseException x) {
            isAlone = false;
            LOG.debug("{}", place(x), x);
        }

        @Override
        public void error(SAXParseException x) throws SAXException {
            throw new SAXException(place(x), x);
        }

        @Override
        public void fatalError(SAXParseException x) throws SAXException {
            throw new SAXException(place(x), x);
        }

        private String place(SAXParseException x) {
            return new Place(systemId, x.getLineNumber(), x.getColumnNumber()) + ": " + x.getMessage();
        }

        @Override
        public @Nullable InputSource getExternalSubset(String name, String baseURI) {
            return null;
        }

        @Override
        public InputSource resolveEntity(String name, String publicId, String baseURI, String entity) {
            return resolveEntity(publicId, entity);
        }

        @Override
        public InputSource resolveEntity(@Nullable String publicId, @Nullable String entity) {
            isAlone = false;
            URL url = publicId == null ? null : redirects.get(publicId);
            if (url == null && entity != null) {
                url = redirects.get(entity);
            }
            if (url == null && entity != null) {
                url = redirects.get(entity.substring(entity.lastIndexOf('/') + 1));
            }
            if (url == null) {
                LOG.debug("external entity is not fetched: {} {}", publicId, entity);
                InputSource empty = new InputSource(new StringReader(""));
                empty.setSystemId(entity);
                return empty;
            }
            try {
                InputSource source = new InputSource(url.openStream());
                source.setSystemId(entity);
                return source;
            } catch (IOException x) {
                throw new IllegalStateException("Unable to read " + url + " for " + entity, x);
            }
        }
    }

    /** A name and a value. */
    public static class Attribute {
        private final String name;
        private final String value;

        Attribute(String name, String value) {
            this.name = name;
            this.value = value;
        }

        public String getName() {
            return name;
        }

        public String getValue() {
            return value;
        }
    }

    /** A place in a document; line and column are -1 when unknown. */
    record Place(@Nullable String systemId, int line, int column) {
        /** file:line:column. */
        @Override
        public String toString() {
            return (systemId == null ? "XML" : systemId) + ":" + line + ":" + column;
        }
    }

    /** An element: a list of texts and nodes. */
    public static class Node extends AbstractList<Object> {
        private final @Nullable Node parent;
        private final String namespace;
        private final String tag;
        private final Attribute[] attributes;
        private final List<Object> children = new ArrayList<>(4);
        private final Place place;

        Node(@Nullable Node parent, @Nullable String namespace, String tag, Attribute[] attributes, Place place) {
            this.parent = parent;
            this.namespace = namespace == null ? "" : namespace;
            this.tag = tag;
            this.attributes = attributes;
            this.place = place;
        }

        private static Attribute[] attributes(Attributes attributes) {
            Attribute[] all = new Attribute[attributes.getLength()];
            for (int i = 0; i < all.length; i++) {
                String name = attributes.getLocalName(i);
                if (name == null || name.isEmpty()) {
                    name = attributes.getQName(i);
                }
                all[i] = new Attribute(name, attributes.getValue(i));
            }
            return all;
        }

        void append(Object child) {
            int last = children.size() - 1;
            // the parser may tell a text in pieces
            if (child instanceof String text && last >= 0 && children.get(last) instanceof String before) {
                children.set(last, before + text);
            } else {
                children.add(child);
            }
        }

        public @Nullable Node getParent() {
            return parent;
        }

        /** The URI of its namespace; empty when it has none. */
        public String getNamespace() {
            return namespace;
        }

        public String getTag() {
            return tag;
        }

        /** The tags from the root, each after a slash. */
        public String getPath() {
            return (parent == null ? "" : parent.getPath()) + "/" + tag;
        }

        public Attribute[] getAttributes() {
            return attributes.clone();
        }

        public @Nullable String getAttribute(String name) {
            return getAttribute(name, null);
        }

        @NullContract("_, !null -> !null")
        public @Nullable String getAttribute(String name, @Nullable String dft) {
            for (Attribute attribute : attributes) {
                if (attribute.name.equals(name)) {
                    return attribute.value;
                }
            }
            return dft;
        }

        /** Where its start tag ends; -1 when unknown. */
        public int getLineNumber() {
            return place.line();
        }

        public int getColumnNumber() {
            return place.column();
        }

        /** file:line:column. */
        public String getLocation() {
            return place.toString();
        }

        @Override
        public int size() {
            return children.size();
        }

        @Override
        public Object get(int i) {
            return children.get(i);
        }

        /** The first element of this tag. */
        public @Nullable Node get(String tag) {
            for (Object child : children) {
                if (child instanceof Node node && node.tag.equals(tag)) {
                    return node;
                }
            }
            return null;
        }

        @Override
        public void add(int i, Object o) {
            children.add(i, o);
        }

        @Override
        public Object remove(int i) {
            return children.remove(i);
        }

        @Override
        public void clear() {
            children.clear();
        }

        /**
         * The content of the first element of this tag; null when there is none, or it is empty.
         *
         * @param tags whether to write out the tags in it
         * @param trim whether to remove white space around
         */
        public @Nullable String getString(String tag, boolean tags, boolean trim) {
            Node node = get(tag);
            if (node == null) {
                return null;
            }
            String text = node.toString(tags, trim);
            return text.isEmpty() ? null : text;
        }

        @Override
        public String toString() {
            return toString(true, false);
        }

        /** The element, with or without its own tag. */
        public String toString(boolean tag) {
            return toString(tag, false);
        }

        public String toString(boolean tag, boolean trim) {
            StringBuilder text = new StringBuilder();
            append(text, tag);
            return trim ? text.toString().trim() : text.toString();
        }

        private void append(StringBuilder text, boolean withTag) {
            if (withTag) {
                text.append('<').append(tag);
                for (Attribute attribute : attributes) {
                    text.append(' ')
                            .append(attribute.name)
                            .append("=\"")
                            .append(attribute.value)
                            .append('"');
                }
                text.append(children.isEmpty() ? "/>" : ">");
            }
            for (Object child : children) {
                if (child instanceof Node node) {
                    node.append(text, withTag);
                } else {
                    text.append(child);
                }
            }
            if (withTag && !children.isEmpty()) {
                text.append("</").append(tag).append('>');
            }
        }

        /** The elements of this tag. */
        public Iterator<Node> iterator(String tag) {
            List<Node> nodes = new ArrayList<>();
            for (Object child : children) {
                if (child instanceof Node node && node.tag.equals(tag)) {
                    nodes.add(node);
                }
            }
            return nodes.iterator();
        }

        /** An element is equal to itself only: two of the same content are in different places. */
        @Override
        public boolean equals(Object o) {
            return this == o;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }
}
