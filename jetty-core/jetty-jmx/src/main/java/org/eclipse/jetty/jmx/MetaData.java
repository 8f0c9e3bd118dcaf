package org.eclipse.jetty.jmx;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.eclipse.jetty.util.annotation.ManagedTypes;
import org.eclipse.jetty.util.annotation.Name;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The attributes and operations of a class of components, found by annotations. Thread-safe. */
final class MetaData {
    private static final Logger LOG = LoggerFactory.getLogger(MetaData.class);

    private final Map<String, ManagedAttributeAccess> attributes = new LinkedHashMap<>();
    private final Map<String, ManagedOperationAccess> operations = new LinkedHashMap<>();
    private final Class<?> managedClass;
    private final Class<?> mbeanClass;
    private final MBeanInfo info;

    MetaData(Class<?> managedClass, Class<?> mbeanClass) {
        this.managedClass = managedClass;
        this.mbeanClass = mbeanClass;
        // what the MBean declares itself comes first
        for (Class<?> type : ManagedTypes.of(mbeanClass)) {
            collect(type, true);
        }
        for (Class<?> type : ManagedTypes.of(managedClass)) {
            collect(type, false);
        }
        info = new MBeanInfo(
                managedClass.getName(),
                description(),
                attributes.values().stream().map(ManagedAttributeAccess::info).toArray(MBeanAttributeInfo[]::new),
                null,
                operations.values().stream().map(ManagedOperationAccess::info).toArray(MBeanOperationInfo[]::new),
                null);
    }

    Class<?> mbeanClass() {
        return mbeanClass;
    }

    MBeanInfo info() {
        return info;
    }

    @Nullable
    ManagedAttributeAccess attribute(String name) {
        return attributes.get(name);
    }

    @Nullable
    ManagedOperationAccess operation(String name, String[] signature) {
        return operations.get(key(name, List.of(signature)));
    }

    private static String key(String name, List<String> signature) {
        return name + '(' + String.join(",", signature) + ')';
    }

    private String description() {
        for (Class<?> type : ManagedTypes.of(managedClass)) {
            // the annotation itself is inherited by subclasses, and would hide that of an interface
            ManagedObject annotation = type.getDeclaredAnnotation(ManagedObject.class);
            if (annotation != null) {
                return annotation.value();
            }
        }
        return "";
    }

    private void collect(Class<?> type, boolean ofMBean) {
        Method[] methods = type.getDeclaredMethods();
        // their order is not defined, and differs between JVMs
        Arrays.sort(methods, (a, b) -> a.getName().compareTo(b.getName()));
        for (Method method : methods) {
            if (method.isBridge() || method.isSynthetic()) {
                continue;
            }
            ManagedAttribute attribute = method.getAnnotation(ManagedAttribute.class);
            if (attribute != null) {
                addAttribute(attribute, method, ofMBean);
            }
            ManagedOperation operation = method.getAnnotation(ManagedOperation.class);
            if (operation != null) {
                addOperation(operation, method, ofMBean);
            }
        }
    }

    private void addAttribute(ManagedAttribute annotation, Method annotated, boolean ofMBean) {
        String name = ManagedTypes.attributeName(annotation, annotated);
        if (annotated.getParameterCount() > 0
                || annotated.getReturnType() == void.class
                || attributes.containsKey(name)) {
            return;
        }
        boolean onMBean = ofMBean || annotation.proxied();
        Method getter = callable(annotated, onMBean);
        if (getter == null) {
            return;
        }
        Method setter = annotation.readonly() ? null : setter(annotation, getter, onMBean);
        boolean is = annotated.getName().startsWith("is") && getter.getReturnType() == boolean.class;
        String type = OpenValues.typeName(getter.getGenericReturnType());
        MBeanAttributeInfo described = new MBeanAttributeInfo(name, type, annotation.value(), true, setter != null, is);
        attributes.put(name, new ManagedAttributeAccess(described, getter, setter, onMBean));
    }

    private @Nullable Method setter(ManagedAttribute annotation, Method getter, boolean onMBean) {
        String name = annotation.setter().isEmpty()
                ? "set" + getter.getName().replaceFirst("^(get|is)", "")
                : annotation.setter();
        try {
            Method setter = (onMBean ? mbeanClass : managedClass).getMethod(name, getter.getReturnType());
            return callable(setter, onMBean);
        } catch (NoSuchMethodException x) {
            return null;
        }
    }

    private void addOperation(ManagedOperation annotation, Method annotated, boolean ofMBean) {
        boolean onMBean = ofMBean || annotation.proxied();
        Method method = callable(annotated, onMBean);
        if (method == null) {
            return;
        }
        List<MBeanParameterInfo> parameters = new ArrayList<>();
        List<String> signature = new ArrayList<>();
        for (Parameter parameter : annotated.getParameters()) {
            Name name = parameter.getAnnotation(Name.class);
            String type = OpenValues.parameterTypeName(parameter.getType());
            signature.add(type);
            parameters.add(new MBeanParameterInfo(
                    name == null ? "p" + parameters.size() : name.value(),
                    type,
                    name == null ? "" : name.description()));
        }
        MBeanOperationInfo described = new MBeanOperationInfo(
                annotated.getName(),
                annotation.value(),
                parameters.toArray(new MBeanParameterInfo[0]),
                OpenValues.typeName(annotated.getGenericReturnType()),
                impact(annotation, annotated));
        operations.putIfAbsent(
                key(annotated.getName(), signature), new ManagedOperationAccess(described, method, onMBean));
    }

    private static int impact(ManagedOperation annotation, Method method) {
        return switch (annotation.impact()) {
            case "INFO" -> MBeanOperationInfo.INFO;
            case "ACTION" -> MBeanOperationInfo.ACTION;
            case "ACTION_INFO" -> MBeanOperationInfo.ACTION_INFO;
            case "UNKNOWN" -> MBeanOperationInfo.UNKNOWN;
            default -> {
                LOG.warn(
                        "Impact {} of {} (expected: INFO, ACTION, ACTION_INFO or UNKNOWN)",
                        annotation.impact(),
                        method);
                yield MBeanOperationInfo.UNKNOWN;
            }
        };
    }

    /** The method that is called for an annotated one, or null: that of the MBean if proxied, made accessible. */
    private @Nullable Method callable(Method annotated, boolean onMBean) {
        Method method = annotated;
        if (onMBean && !annotated.getDeclaringClass().isAssignableFrom(mbeanClass)) {
            try {
                method = mbeanClass.getMethod(annotated.getName(), annotated.getParameterTypes());
            } catch (NoSuchMethodException x) {
                LOG.warn("{} has no method for the proxied {}", mbeanClass.getName(), annotated);
                return null;
            }
        }
        if (!Modifier.isPublic(method.getModifiers())) {
            LOG.warn("{} is annotated for management, but is not public", method);
            return null;
        }
        // a public method of a class that is not, or of a package that is not exported
        if (!method.trySetAccessible()) {
            LOG.debug("{} is not accessible", method);
            return null;
        }
        return method;
    }

    @Override
    public String toString() {
        return "MetaData@" + Integer.toHexString(hashCode()) + '[' + managedClass.getName() + ']';
    }
}
