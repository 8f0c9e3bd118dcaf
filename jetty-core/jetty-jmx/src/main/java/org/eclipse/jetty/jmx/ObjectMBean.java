package org.eclipse.jetty.jmx;

import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.RuntimeOperationsException;
import org.eclipse.jetty.util.component.ManagedName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The MBean of a component: its attributes and operations are the methods that carry
 * {@link org.eclipse.jetty.util.annotation.ManagedAttribute} and
 * {@link org.eclipse.jetty.util.annotation.ManagedOperation}, of its class, superclasses and interfaces.
 *
 * <p>A subclass {@code com.acme.jmx.FooMBean} of this class, with a constructor that takes the component, is the MBean of
 * {@code com.acme.Foo} and of its subclasses. Annotated methods of the MBean's class are attributes and operations as well,
 * and methods of the component that are {@code proxied} are called on the MBean instead.
 *
 * <p>A component that is an attribute, a parameter or a result appears as the {@link ObjectName} of its MBean. A value of a
 * class that a remote client may not have appears as text. Methods run with the class loader of the component as the context
 * class loader. Thread-safe.
 */
public class ObjectMBean implements DynamicMBean {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectMBean.class);

    protected final Object _managed;
    private volatile @Nullable MBeanContainer container;
    private volatile @Nullable MetaData metaData;

    /** An MBean of a component, which must not be null. */
    public ObjectMBean(Object managed) {
        if (managed == null) {
            throw new NullPointerException("managed");
        }
        _managed = managed;
    }

    /** The component. */
    public Object getManagedObject() {
        return _managed;
    }

    /** The whole name, when this class is to choose it; null for the usual one. */
    public @Nullable ObjectName getObjectName() {
        return null;
    }

    /** What the component adds to the property {@code context} of its name and of those in it; null for nothing. */
    public @Nullable String getObjectContextBasis() {
        return _managed instanceof ManagedName named ? named.getManagedContext() : null;
    }

    /** The property {@code name} of the object name; null for none. */
    public @Nullable String getObjectNameBasis() {
        return _managed instanceof ManagedName named ? named.getManagedName() : null;
    }

    protected void setMBeanContainer(MBeanContainer container) {
        this.container = container;
    }

    /** The container that made this. */
    public @Nullable MBeanContainer getMBeanContainer() {
        return container;
    }

    void setMetaData(MetaData metaData) {
        this.metaData = metaData;
    }

    private MetaData metaData() {
        MetaData data = metaData;
        if (data == null) {
            data = new MetaData(_managed.getClass(), getClass());
            metaData = data;
        }
        return data;
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return metaData().info();
    }

    @Override
    public @Nullable Object getAttribute(String name)
            throws AttributeNotFoundException, ReflectionException, MBeanException {
        ManagedAttributeAccess attribute = attribute(name);
        if (attribute == null || !attribute.info().isReadable()) {
            throw new AttributeNotFoundException(
                    name + " (of " + _managed.getClass().getName() + ")");
        }
        try (ContextClassLoader ignored = ContextClassLoader.of(_managed)) {
            return attribute.get(this);
        }
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        AttributeList values = new AttributeList(names.length);
        for (String name : names) {
            try {
                values.add(new Attribute(name, getAttribute(name)));
            } catch (JMException | RuntimeException x) {
                // the contract: what cannot be read is missing in the list
                LOG.debug("Unable to read {} of {}", name, _managed, x);
            }
        }
        return values;
    }

    @Override
    public void setAttribute(Attribute value) throws AttributeNotFoundException, ReflectionException, MBeanException {
        if (value == null) {
            throw new RuntimeOperationsException(new IllegalArgumentException("attribute: null"));
        }
        ManagedAttributeAccess attribute = attribute(value.getName());
        if (attribute == null || !attribute.info().isWritable()) {
            throw new AttributeNotFoundException(value.getName() + " (expected: a writable attribute of "
                    + _managed.getClass().getName() + ")");
        }
        try (ContextClassLoader ignored = ContextClassLoader.of(_managed)) {
            attribute.set(this, value.getValue());
        }
    }

    @Override
    public AttributeList setAttributes(AttributeList values) {
        AttributeList written = new AttributeList(values.size());
        for (Attribute value : values.asList()) {
            try {
                setAttribute(value);
                written.add(new Attribute(value.getName(), getAttribute(value.getName())));
            } catch (JMException | RuntimeException x) {
                // the contract: what cannot be written is missing in the list
                LOG.debug("Unable to write {} of {}", value, _managed, x);
            }
        }
        return written;
    }

    @Override
    public @Nullable Object invoke(String name, Object @Nullable [] arguments, String @Nullable [] signature)
            throws ReflectionException, MBeanException {
        ManagedOperationAccess operation = metaData().operation(name, signature == null ? new String[0] : signature);
        if (operation == null) {
            throw new ReflectionException(new NoSuchMethodException(
                    name + '(' + String.join(",", signature == null ? new String[0] : signature) + ')'));
        }
        try (ContextClassLoader ignored = ContextClassLoader.of(_managed)) {
            return operation.invoke(this, arguments == null ? new Object[0] : arguments);
        }
    }

    private @Nullable ManagedAttributeAccess attribute(String name) {
        if (name == null) {
            throw new RuntimeOperationsException(new IllegalArgumentException("attribute: null"));
        }
        return metaData().attribute(name);
    }
}
