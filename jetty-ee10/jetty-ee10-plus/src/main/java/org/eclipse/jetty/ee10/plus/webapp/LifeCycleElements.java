package org.eclipse.jetty.ee10.plus.webapp;

import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.required;

import org.eclipse.jetty.plus.annotation.LifeCycleCallback;
import org.eclipse.jetty.plus.annotation.LifeCycleCallbackCollection;
import org.eclipse.jetty.plus.annotation.PostConstructCallback;
import org.eclipse.jetty.plus.annotation.PreDestroyCallback;
import org.eclipse.jetty.xml.XmlParser.Node;

/** Applies post-construct and pre-destroy of descriptors (Servlet section 14.4). Guarded by the life cycle. */
final class LifeCycleElements {
    private final LifeCycleCallbackCollection callbacks;

    LifeCycleElements(LifeCycleCallbackCollection callbacks) {
        this.callbacks = callbacks;
    }

    void apply(Node node) {
        String type = required(node, "lifecycle-callback-class");
        String method = required(node, "lifecycle-callback-method");
        LifeCycleCallback callback = "post-construct".equals(node.getTag())
                ? new PostConstructCallback(type, method)
                : new PreDestroyCallback(type, method);
        callbacks.add(callback);
    }
}
