package org.eclipse.jetty.ee10.plus.webapp;

import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.all;
import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.required;

import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.ee10.webapp.DescriptorException;
import org.eclipse.jetty.ee10.webapp.DescriptorMerge;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.plus.annotation.Injection;
import org.eclipse.jetty.plus.annotation.InjectionCollection;
import org.eclipse.jetty.xml.XmlParser.Node;
import org.jspecify.annotations.Nullable;

/**
 * The places that descriptors inject into: a setter of the name's property, or else a field of that name (Jakarta EE
 * platform section 5.2.5). Those of fragments count where web.xml has none for the resource (Servlet section 8.2.3).
 * Guarded by the life cycle.
 */
final class InjectionTargets {
    private final InjectionCollection injections;
    private final Set<String> decided = new HashSet<>();

    InjectionTargets(InjectionCollection injections) {
        this.injections = injections;
    }

    /** A place, and the type that it takes. */
    record Target(Class<?> owner, Member member, Class<?> type) {}

    /** Returns the places that an element has. */
    List<Target> find(WebAppContext context, Node element) {
        List<Target> targets = new ArrayList<>();
        for (Node node : all(element, "injection-target")) {
            String className = required(node, "injection-target-class");
            String name = required(node, "injection-target-name");
            Class<?> owner;
            try {
                owner = Objects.requireNonNull(context.getClassLoader()).loadClass(className);
            } catch (ClassNotFoundException x) {
                throw new DescriptorException(
                        node, "<injection-target-class>: " + className + " (expected: a class of the application)");
            }
            Target target = setter(owner, name);
            if (target == null) {
                target = field(owner, name);
            }
            if (target == null) {
                throw new DescriptorException(
                        node,
                        "<injection-target-name>: " + className + " has neither a setter nor a field for " + name
                                + " (expected: one that is not static)");
            }
            targets.add(target);
        }
        return targets;
    }

    private static @Nullable Target setter(Class<?> owner, String property) {
        String name = "set" + Character.toUpperCase(property.charAt(0)) + property.substring(1);
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name)
                        && method.getParameterCount() == 1
                        && !method.isBridge()
                        && !Modifier.isStatic(method.getModifiers())) {
                    return new Target(owner, method, method.getParameterTypes()[0]);
                }
            }
        }
        return null;
    }

    private static @Nullable Target field(Class<?> owner, String name) {
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)
                        && !Modifier.isStatic(field.getModifiers())
                        && !Modifier.isFinal(field.getModifiers())) {
                    return new Target(owner, field, field.getType());
                }
            }
        }
        return null;
    }

    /**
     * Adds the places of a resource.
     *
     * @param name the name of the resource, relative to java:comp/env
     * @param type the type that the element says; null for that of each place
     */
    void add(DescriptorMerge merge, String name, @Nullable Class<?> type, List<Target> targets) {
        if (targets.isEmpty()) {
            return;
        }
        if (merge.isFragment()) {
            if (decided.contains(name)) {
                return;
            }
        } else {
            decided.add(name);
        }
        for (Target target : targets) {
            Class<?> resource = type == null || target.type().isPrimitive() ? target.type() : type;
            Injection injection = target.member() instanceof Field field
                    ? new Injection(target.owner(), field, resource, name, null)
                    : new Injection(target.owner(), (Method) target.member(), resource, name, null);
            injections.add(injection);
        }
    }
}
