package org.eclipse.jetty.plus.annotation;

import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A field or setter of a class, and the name of the resource that goes there. Immutable. */
public class Injection {
    private static final Set<Class<?>> VALUE_TYPES = Set.of(
            String.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Boolean.class,
            Double.class,
            Float.class,
            char.class,
            byte.class,
            short.class,
            int.class,
            long.class,
            boolean.class,
            double.class,
            float.class);

    private final Class<?> targetClass;
    private final Member target;
    private final Class<?> resourceClass;
    private final String resourceName;
    private final @Nullable String mappingName;

    public Injection(
            Class<?> targetClass,
            Field field,
            Class<?> resourceClass,
            String resourceName,
            @Nullable String mappingName) {
        this(targetClass, (Member) field, resourceClass, resourceName, mappingName);
    }

    public Injection(
            Class<?> targetClass,
            Method setter,
            Class<?> resourceClass,
            String resourceName,
            @Nullable String mappingName) {
        this(targetClass, (Member) setter, resourceClass, resourceName, mappingName);
    }

    private Injection(
            Class<?> targetClass,
            Member target,
            Class<?> resourceClass,
            String resourceName,
            @Nullable String mappingName) {
        this.targetClass = Objects.requireNonNull(targetClass);
        this.target = Objects.requireNonNull(target);
        this.resourceClass = resourceClass;
        this.resourceName = Objects.requireNonNull(resourceName);
        this.mappingName = mappingName;
    }

    public Class<?> getTargetClass() {
        return targetClass;
    }

    public Class<?> getResourceClass() {
        return resourceClass;
    }

    public Member getTarget() {
        return target;
    }

    public boolean isField() {
        return target instanceof Field;
    }

    public boolean isMethod() {
        return target instanceof Method;
    }

    /** Returns the name, relative to the application's. */
    public String getJndiName() {
        return resourceName;
    }

    /** Returns the name that the server knows it by. */
    public @Nullable String getMappingName() {
        return mappingName;
    }

    /** Whether this is a plain value, which stays as it is when nobody sets it. */
    public boolean isOptional() {
        return resourceClass != null && (VALUE_TYPES.contains(resourceClass) || resourceClass.isEnum());
    }

    /** Puts a resource in its place. */
    public void inject(Object instance, Object resource) throws ReflectiveOperationException {
        try {
            if (target instanceof Field field) {
                field.setAccessible(true);
                field.set(instance, resource);
            } else {
                Method method = (Method) target;
                method.setAccessible(true);
                method.invoke(instance, resource);
            }
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(
                    this + " got a " + resource.getClass().getName() + ", which does not fit", x);
        }
    }

    @Override
    public String toString() {
        return "resource " + resourceName + " of " + targetClass.getName() + "." + target.getName()
                + (resourceClass == null ? "" : " (" + resourceClass.getName() + ")");
    }
}
