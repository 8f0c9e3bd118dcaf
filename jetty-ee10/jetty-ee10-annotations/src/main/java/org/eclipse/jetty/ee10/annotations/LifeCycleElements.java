package org.eclipse.jetty.ee10.annotations;

import java.util.Iterator;
import org.eclipse.jetty.ee10.webapp.Descriptor;
import org.eclipse.jetty.ee10.webapp.DescriptorException;
import org.eclipse.jetty.ee10.webapp.DescriptorProcessor;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.plus.annotation.LifeCycleCallbackCollection;
import org.eclipse.jetty.plus.annotation.PostConstructCallback;
import org.eclipse.jetty.plus.annotation.PreDestroyCallback;
import org.eclipse.jetty.xml.XmlParser.Node;

/** Applies post-construct and pre-destroy of descriptors (Servlet section 14.4). Guarded by the life cycle. */
final class LifeCycleElements implements DescriptorProcessor {
    private final LifeCycleCallbackCollection callbacks;

    LifeCycleElements(LifeCycleCallbackCollection callbacks) {
        this.callbacks = callbacks;
    }

    @Override
    public void process(WebAppContext context, Descriptor descriptor) {
        for (Iterator<Node> nodes = descriptor.getRoot().iterator("post-construct"); nodes.hasNext(); ) {
            Node node = nodes.next();
            callbacks.add(new PostConstructCallback(className(node), method(node)));
        }
        for (Iterator<Node> nodes = descriptor.getRoot().iterator("pre-destroy"); nodes.hasNext(); ) {
            Node node = nodes.next();
            callbacks.add(new PreDestroyCallback(className(node), method(node)));
        }
    }

    private static String className(Node node) {
        String name = node.getString("lifecycle-callback-class", false, true);
        if (name == null)
            throw new DescriptorException(node, "<" + node.getTag() + "> without <lifecycle-callback-class>");
        return name;
    }

    private static String method(Node node) {
        String name = node.getString("lifecycle-callback-method", false, true);
        if (name == null)
            throw new DescriptorException(node, "<" + node.getTag() + "> without <lifecycle-callback-method>");
        return name;
    }
}
