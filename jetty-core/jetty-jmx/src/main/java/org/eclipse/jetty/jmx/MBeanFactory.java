package org.eclipse.jetty.jmx;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the MBeans of components, and keeps what it found out about their classes. Thread-safe. */
final class MBeanFactory {
    private static final Logger LOG = LoggerFactory.getLogger(MBeanFactory.class);

    private final ClassValue<MBeanType> types = new ClassValue<>() {
        @Override
        protected MBeanType computeValue(Class<?> type) {
            return find(type);
        }
    };
    private final boolean keepAll;

    /** Whether classes of other class loaders than that of this class are kept, too. */
    MBeanFactory(boolean keepAll) {
        this.keepAll = keepAll;
    }

    /** How MBeans of a class are made: the constructor of a class of its own, if it has one; the metadata are null if it is not for management. */
    private record MBeanType(
            Optional<Constructor<?>> constructor, @Nullable MetaData metaData) {}

    boolean isKeepAll() {
        return keepAll;
    }

    /** The MBean of a component; null when neither its class is annotated nor an MBean class exists for it. */
    @Nullable
    Object newMBean(Object component) {
        if (component instanceof ObjectMBean mbean) {
            return mbean;
        }
        Class<?> type = component.getClass();
        MBeanType found =
                keepAll || type.getClassLoader() == getClass().getClassLoader() ? types.get(type) : find(type);
        MetaData metaData = found.metaData();
        if (metaData == null) {
            return null;
        }
        Object mbean = found.constructor()
                .map(constructor -> create(constructor, component))
                .orElse(null);
        if (mbean == null) {
            mbean = new ObjectMBean(component);
        }
        if (mbean instanceof ObjectMBean objectMBean && objectMBean.getClass() == metaData.mbeanClass()) {
            objectMBean.setMetaData(metaData);
        }
        return mbean;
    }

    private static @Nullable Object create(Constructor<?> constructor, Object component) {
        try {
            return constructor.newInstance(component);
        } catch (InvocationTargetException x) {
            LOG.warn("Unable to make the MBean of {}", component, x.getCause());
        } catch (ReflectiveOperationException x) {
            LOG.warn("Unable to make the MBean of {}", component, x);
        }
        return null;
    }

    private static MBeanType find(Class<?> type) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            Constructor<?> constructor = constructor(c, type);
            if (constructor != null) {
                return new MBeanType(Optional.of(constructor), new MetaData(type, constructor.getDeclaringClass()));
            }
        }
        boolean managed = OpenValues.isComponent(type);
        return new MBeanType(Optional.empty(), managed ? new MetaData(type, ObjectMBean.class) : null);
    }

    /** The constructor of {@code p.jmx.FooMBean}, for components of this class or a subclass of {@code p.Foo}. */
    private static @Nullable Constructor<?> constructor(Class<?> type, Class<?> component) {
        if (type.isHidden() || type.isArray() || type.getPackageName().isEmpty() || type.getClassLoader() == null) {
            return null;
        }
        String name = type.getPackageName() + ".jmx"
                + type.getName().substring(type.getPackageName().length()) + "MBean";
        try {
            Class<?> mbean = Class.forName(name, true, type.getClassLoader());
            for (Constructor<?> constructor : mbean.getConstructors()) {
                if (constructor.getParameterCount() == 1
                        && constructor.getParameterTypes()[0].isAssignableFrom(component)) {
                    return constructor;
                }
            }
            LOG.warn("{} has no public constructor that takes a {}", name, component.getName());
        } catch (ClassNotFoundException x) {
            LOG.trace("no {}", name);
        } catch (LinkageError x) {
            LOG.warn("Unable to load {}", name, x);
        }
        return null;
    }
}
