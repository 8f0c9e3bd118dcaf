package org.eclipse.jetty.ee10.plus.webapp;

import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.required;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.naming.NamingException;
import org.eclipse.jetty.ee10.webapp.DescriptorException;
import org.eclipse.jetty.ee10.webapp.DescriptorMerge;
import org.eclipse.jetty.xml.XmlParser.Node;
import org.jspecify.annotations.Nullable;

/** Binds references of descriptors to resources (Jakarta EE platform sections 5.7 to 5.9). Guarded by the life cycle. */
final class ReferenceElements {
    private final ResourceReferences references;
    private final InjectionTargets injections;
    private final Map<String, Object> said = new HashMap<>();

    ReferenceElements(ResourceReferences references, InjectionTargets injections) {
        this.references = references;
        this.injections = injections;
    }

    /**
     * Binds a reference.
     *
     * @param nameTag the child with the name
     * @param typeTag the child with the type of the resource
     */
    void apply(DescriptorMerge merge, Node node, String nameTag, String typeTag) throws NamingException {
        String name = required(node, nameTag);
        List<InjectionTargets.Target> targets = injections.find(merge.context(), node);
        Class<?> type = type(merge, node, typeTag, targets);
        injections.add(merge, name, type, targets);
        String typeName = type == null ? node.getString(typeTag, false, true) : type.getName();
        String mapping = node.getString("lookup-name", false, true);
        if (mapping == null) {
            mapping = node.getString("mapped-name", false, true);
        }
        String value = typeName + (mapping == null ? "" : " " + mapping);
        if (!merge.sets(node.getTag() + "." + name, node, said.get(name), value)) {
            return;
        }
        said.put(name, value);
        if (!references.bind(name, typeName, mapping)) {
            throw new DescriptorException(
                    node,
                    "<" + node.getTag() + "> " + name + (typeName == null ? "" : " (" + typeName + ")")
                            + ": there is no such resource; make it in the server, the environment or "
                            + EnvConfiguration.JETTY_EE_ENV_XML_NAME + ", or say its <lookup-name>");
        }
    }

    /** Returns the type, as far as the application can have it: a reference alone does not need its class. */
    private static @Nullable Class<?> type(
            DescriptorMerge merge, Node node, String tag, List<InjectionTargets.Target> targets) {
        String name = node.getString(tag, false, true);
        if (name == null) {
            return targets.isEmpty() ? null : targets.get(0).type();
        }
        try {
            return Objects.requireNonNull(merge.context().getClassLoader()).loadClass(name);
        } catch (ClassNotFoundException x) {
            if (targets.isEmpty()) {
                return null;
            }
            throw new DescriptorException(node, "<" + tag + ">: " + name + " (expected: a class)");
        }
    }
}
