package org.eclipse.jetty.ee10.webapp;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.api.ServletVersion;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.xml.XmlParser;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A web.xml: what it says about itself, besides what processors read (Servlet section 14). */
public class WebDescriptor extends Descriptor {
    /** Stands, in an absolute ordering, for all libraries that are not named. */
    static final String OTHERS = "@@-OTHER-@@";

    private static final Logger LOG = LoggerFactory.getLogger(WebDescriptor.class);
    private static final List<String> VERSIONS =
            List.of("2.2", "2.3", "2.4", "2.5", "3.0", "3.1", "4.0", "5.0", "6.0", "6.1");

    private final List<String> ordering = new ArrayList<>();
    private @Nullable Boolean metaDataComplete;
    private boolean ordered;
    private boolean distributable;
    private int majorVersion = ServletVersion.MAJOR;
    private int minorVersion = ServletVersion.MINOR;

    public WebDescriptor(Resource resource) {
        super(resource);
    }

    /** Whether a descriptor excludes fragments and annotations. */
    public static boolean isMetaDataComplete(@Nullable WebDescriptor descriptor) {
        return descriptor != null && descriptor.metaDataComplete == Boolean.TRUE;
    }

    /** Returns a parser that nothing else uses at this time. */
    static XmlParser newParser() {
        return new XmlParser();
    }

    @Override
    public void parse(XmlParser parser) throws Exception {
        super.parse(parser);
        String tag = getRoot().getTag();
        if (!rootTag().equals(tag)) {
            throw new DescriptorException(getRoot(), "unknown root element " + tag + " (expected: " + rootTag() + ")");
        }
        DescriptorNamespaces.removeForeign(getRoot());
        processVersion(parser.getDTD());
        processOrdering();
        distributable = getRoot().get("distributable") != null;
    }

    /** The name of the root element. */
    String rootTag() {
        return "web-app";
    }

    /** The version is an attribute since 2.4, and part of the DTD before; anything older than 2.5 is complete. */
    private void processVersion(@Nullable String dtd) {
        String version = getRoot().getAttribute("version");
        if (version == null && dtd != null) {
            version = dtd.contains("web-app_2_2") ? "2.2" : "2.3";
        }
        if (version != null) {
            String[] parts = version.trim().split("\\.", 2);
            try {
                majorVersion = Integer.parseInt(parts[0]);
                minorVersion = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
            } catch (NumberFormatException x) {
                throw new DescriptorException(getRoot(), "version: " + version + " (expected: such as 3.1)");
            }
            if (!VERSIONS.contains(majorVersion + "." + minorVersion)) {
                LOG.warn(
                        "{}: no Servlet specification has version {} (expected: one of {}); what is known of it is read",
                        getRoot().getLocation(),
                        version,
                        VERSIONS);
            }
        }
        String complete = getRoot().getAttribute("metadata-complete");
        if (majorVersion < 2 || majorVersion == 2 && minorVersion < 5) {
            metaDataComplete = Boolean.TRUE;
        } else if (complete != null) {
            // a boolean of XML Schema, which may be a digit
            metaDataComplete = "1".equals(complete.trim()) || Boolean.parseBoolean(complete.trim());
        }
    }

    /** Reads absolute-ordering (Servlet section 8.2.2). */
    void processOrdering() {
        XmlParser.Node absolute = getRoot().get("absolute-ordering");
        if (absolute == null) {
            return;
        }
        ordered = true;
        for (Object child : absolute) {
            if (!(child instanceof XmlParser.Node node)) {
                continue;
            }
            if ("others".equals(node.getTag())) {
                ordering.add(OTHERS);
            } else if ("name".equals(node.getTag())) {
                ordering.add(node.toString(false, true));
            }
        }
    }

    /** Returns whether this is complete; null when it does not say. */
    public @Nullable Boolean getMetaDataComplete() {
        return metaDataComplete;
    }

    public int getMajorVersion() {
        return majorVersion;
    }

    public int getMinorVersion() {
        return minorVersion;
    }

    public boolean isDistributable() {
        return distributable;
    }

    /** Whether this has an absolute ordering, even an empty one. */
    public boolean isOrdered() {
        return ordered;
    }

    /** Returns the names of the absolute ordering. */
    public List<String> getOrdering() {
        return ordering;
    }
}
