package org.eclipse.jetty.util.resource;

import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.StringTokenizer;
import org.eclipse.jetty.util.FileID;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Splits lists of resources. */
final class ResourceSplitter {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceFactory.class);

    private ResourceSplitter() {}

    static List<Resource> split(ResourceFactory factory, String text, String delimiters, boolean unwrap) {
        List<Resource> resources = new ArrayList<>();
        for (StringTokenizer tokens = new StringTokenizer(text, delimiters); tokens.hasMoreTokens(); ) {
            String reference = tokens.nextToken().trim();
            if (reference.isEmpty()) {
                continue;
            }
            if (reference.endsWith("/*") || reference.endsWith("\\*")) {
                glob(factory, reference.substring(0, reference.length() - 2), unwrap, resources);
            } else {
                add(factory, factory.newResource(reference), reference, unwrap, resources);
            }
        }
        return resources;
    }

    private static void glob(ResourceFactory factory, String reference, boolean unwrap, List<Resource> resources) {
        Resource directory = factory.newResource(reference);
        if (!Resources.isReadableDirectory(directory)) {
            LOG.warn("Does not exist, or is not a directory: {}", reference);
            return;
        }
        List<Resource> children = new ArrayList<>(directory.list());
        children.sort(Comparator.comparing(Resource::getFileName));
        for (Resource child : children) {
            if (child.isDirectory() || FileID.isLibArchive(child.getFileName())) {
                add(factory, child, reference, unwrap, resources);
            }
        }
    }

    private static void add(
            ResourceFactory factory,
            @Nullable Resource resource,
            String reference,
            boolean unwrap,
            List<Resource> resources) {
        if (!Resources.exists(resource)) {
            LOG.warn("Does not exist: {}", reference);
            return;
        }
        URI uri = resource.getURI();
        URI jar = uri != null && unwrap && !resource.isDirectory() ? URIUtil.toJarFileUri(uri) : null;
        resources.add(jar == null ? resource : factory.newResource(jar));
    }
}
