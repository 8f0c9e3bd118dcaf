package org.eclipse.jetty.jmx;

import java.lang.reflect.Method;
import javax.management.MBeanException;
import javax.management.MBeanOperationInfo;
import javax.management.ReflectionException;
import org.jspecify.annotations.Nullable;

/**
 * Calls one operation. Thread-safe.
 *
 * @param info what clients see of it
 * @param method the method
 * @param proxied whether it is a method of the MBean
 */
record ManagedOperationAccess(MBeanOperationInfo info, Method method, boolean proxied) {
    @Nullable
    Object invoke(ObjectMBean mbean, Object[] arguments) throws MBeanException, ReflectionException {
        Class<?>[] types = method.getParameterTypes();
        if (types.length != arguments.length) {
            throw new ReflectionException(new NoSuchMethodException(
                    info.getName() + ": " + arguments.length + " arguments (expected: " + types.length + ")"));
        }
        Object[] converted = new Object[arguments.length];
        for (int i = 0; i < converted.length; i++) {
            converted[i] = OpenValues.fromOpen(arguments[i], types[i], mbean.getMBeanContainer());
        }
        Object result = Invocation.invoke(method, proxied ? mbean : mbean.getManagedObject(), converted);
        return OpenValues.toOpen(result, method.getGenericReturnType(), mbean.getMBeanContainer());
    }
}
