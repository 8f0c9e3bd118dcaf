package org.eclipse.jetty.ee10.plus.webapp;

import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.required;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.naming.LinkRef;
import javax.naming.NamingException;
import org.eclipse.jetty.ee10.webapp.DescriptorException;
import org.eclipse.jetty.ee10.webapp.DescriptorMerge;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.plus.jndi.EnvEntry;
import org.eclipse.jetty.xml.XmlParser.Node;
import org.jspecify.annotations.Nullable;

/** Binds settings of descriptors (Jakarta EE platform section 5.4). Guarded by the life cycle. */
final class EnvEntryElements {
    /** The types of settings, as primitive types say them too. */
    private static final Map<String, Class<?>> TYPES = Map.ofEntries(
            Map.entry("java.lang.String", String.class),
            Map.entry("java.lang.Character", Character.class),
            Map.entry("char", Character.class),
            Map.entry("java.lang.Byte", Byte.class),
            Map.entry("byte", Byte.class),
            Map.entry("java.lang.Short", Short.class),
            Map.entry("short", Short.class),
            Map.entry("java.lang.Integer", Integer.class),
            Map.entry("int", Integer.class),
            Map.entry("java.lang.Long", Long.class),
            Map.entry("long", Long.class),
            Map.entry("java.lang.Boolean", Boolean.class),
            Map.entry("boolean", Boolean.class),
            Map.entry("java.lang.Double", Double.class),
            Map.entry("double", Double.class),
            Map.entry("java.lang.Float", Float.class),
            Map.entry("float", Float.class),
            Map.entry("java.lang.Class", Class.class));

    private final ResourceReferences references;
    private final InjectionTargets injections;
    private final Map<String, Object> said = new HashMap<>();

    EnvEntryElements(ResourceReferences references, InjectionTargets injections) {
        this.references = references;
        this.injections = injections;
    }

    void apply(DescriptorMerge merge, Node node) throws NamingException {
        WebAppContext context = merge.context();
        String name = required(node, "env-entry-name");
        List<InjectionTargets.Target> targets = injections.find(context, node);
        Class<?> type = type(context, node, targets);
        injections.add(merge, name, type, targets);
        Object value = value(context, node, name, type);
        if (!merge.sets("env-entry." + name, node, said.get(name), value)) {
            return;
        }
        said.put(name, value);
        // without a value it is whatever the server has for it
        if (value == null) {
            return;
        }
        EnvEntry ofServer = ResourceReferences.entry(context, name, EnvEntry.class);
        if (ofServer == null || !ofServer.isOverrideWebXml()) {
            references.bindObject(name, value);
        }
    }

    /** Returns the type, which the places of injection say where the element does not. */
    private static @Nullable Class<?> type(WebAppContext context, Node node, List<InjectionTargets.Target> targets) {
        String name = node.getString("env-entry-type", false, true);
        if (name == null) {
            return targets.isEmpty() ? null : boxed(targets.get(0).type());
        }
        Class<?> known = TYPES.get(name);
        if (known != null) {
            return known;
        }
        try {
            Class<?> type = Objects.requireNonNull(context.getClassLoader()).loadClass(name);
            if (type.isEnum()) {
                return type;
            }
        } catch (ClassNotFoundException x) {
            // told below, as any other type that is none
        }
        throw new DescriptorException(
                node,
                "<env-entry-type>: " + name
                        + " (expected: String, Class, an enum, or the class of a primitive type, of java.lang)");
    }

    private static @Nullable Class<?> boxed(Class<?> type) {
        return type.isPrimitive() ? TYPES.get(type.getName()) : type;
    }

    private static @Nullable Object value(WebAppContext context, Node node, String name, @Nullable Class<?> type) {
        String text = node.getString("env-entry-value", false, type != String.class);
        if (text == null || text.isEmpty() && type != String.class && type != Character.class) {
            String lookup = node.getString("lookup-name", false, true);
            if (lookup == null) {
                lookup = node.getString("mapped-name", false, true);
            }
            return lookup == null ? null : new LinkRef(lookup);
        }
        if (type == null) {
            throw new DescriptorException(
                    node, "<env-entry> " + name + " has a value but no type (expected: <env-entry-type>)");
        }
        try {
            return convert(context, text, type);
        } catch (RuntimeException | ClassNotFoundException x) {
            throw new DescriptorException(
                    node,
                    "<env-entry-value> of " + name + ": " + text + " (expected: "
                            + (type.isEnum() ? "one of " + Arrays.toString(type.getEnumConstants()) : type.getName())
                            + ")");
        }
    }

    private static Object convert(WebAppContext context, String text, Class<?> type) throws ClassNotFoundException {
        if (type == String.class) {
            return text;
        }
        if (type == Character.class) {
            if (text.length() != 1) {
                throw new IllegalArgumentException("one character");
            }
            return text.charAt(0);
        }
        if (type == Boolean.class) {
            if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
                throw new IllegalArgumentException("true or false");
            }
            return Boolean.valueOf(text);
        }
        if (type == Byte.class) {
            return Byte.valueOf(text);
        }
        if (type == Short.class) {
            return Short.valueOf(text);
        }
        if (type == Integer.class) {
            return Integer.valueOf(text);
        }
        if (type == Long.class) {
            return Long.valueOf(text);
        }
        if (type == Double.class) {
            return Double.valueOf(text);
        }
        if (type == Float.class) {
            return Float.valueOf(text);
        }
        if (type == Class.class) {
            return Objects.requireNonNull(context.getClassLoader()).loadClass(text);
        }
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(text)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("a constant");
    }
}
