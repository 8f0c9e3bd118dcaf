package org.eclipse.jetty.jmx;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import javax.management.MBeanException;
import javax.management.ReflectionException;
import org.jspecify.annotations.Nullable;

/** Calls methods, with the exceptions of JMX. */
final class Invocation {
    private Invocation() {}

    static @Nullable Object invoke(Method method, Object target, @Nullable Object... arguments)
            throws MBeanException, ReflectionException {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException x) {
            Throwable cause = x.getTargetException();
            // a client need not have the class of the exception: its text is sent
            throw new MBeanException(new Exception(cause.toString()), method.getName() + ": " + cause);
        } catch (IllegalAccessException | IllegalArgumentException x) {
            throw new ReflectionException(x, method.getName() + ": " + x.getMessage());
        }
    }
}
