package org.eclipse.jetty.jmx;

import java.lang.reflect.Method;
import java.util.Objects;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.ReflectionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes one attribute. Thread-safe.
 *
 * @param info what clients see of it
 * @param getter the method that reads it
 * @param setter the method that writes it
 * @param proxied whether both are methods of the MBean
 */
record ManagedAttributeAccess(
        MBeanAttributeInfo info, Method getter, @Nullable Method setter, boolean proxied) {
    @Nullable
    Object get(ObjectMBean mbean) throws MBeanException, ReflectionException {
        Object value = Invocation.invoke(getter, proxied ? mbean : mbean.getManagedObject());
        return OpenValues.toOpen(value, getter.getGenericReturnType(), mbean.getMBeanContainer());
    }

    void set(ObjectMBean mbean, @Nullable Object value) throws MBeanException, ReflectionException {
        Method method = Objects.requireNonNull(setter, "the attribute is not writable");
        Object argument = OpenValues.fromOpen(value, method.getParameterTypes()[0], mbean.getMBeanContainer());
        Invocation.invoke(method, proxied ? mbean : mbean.getManagedObject(), argument);
    }
}
