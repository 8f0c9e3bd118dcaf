package org.eclipse.jetty.jmx;

import java.lang.reflect.Method;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.ReflectionException;

/**
 * Reads and writes one attribute. Thread-safe.
 *
 * @param info what clients see of it
 * @param getter the method that reads it
 * @param setter the method that writes it, or null
 * @param proxied whether both are methods of the MBean
 */
record ManagedAttributeAccess(MBeanAttributeInfo info, Method getter, Method setter, boolean proxied) {
    Object get(ObjectMBean mbean) throws MBeanException, ReflectionException {
        Object value = Invocation.invoke(getter, proxied ? mbean : mbean.getManagedObject());
        return OpenValues.toOpen(value, getter.getGenericReturnType(), mbean.getMBeanContainer());
    }

    void set(ObjectMBean mbean, Object value) throws MBeanException, ReflectionException {
        Object argument = OpenValues.fromOpen(value, setter.getParameterTypes()[0], mbean.getMBeanContainer());
        Invocation.invoke(setter, proxied ? mbean : mbean.getManagedObject(), argument);
    }
}
