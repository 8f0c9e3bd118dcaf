package org.eclipse.jetty.jmx;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.component.Destroyable;
import org.eclipse.jetty.util.component.Dumpable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers the components of a container, and of all containers in it, as MBeans.
 *
 * <pre>
 * MBeanContainer mbeans = new MBeanContainer(ManagementFactory.getPlatformMBeanServer());
 * server.addBean(mbeans);
 * </pre>
 *
 * <p>Registered are components whose class, superclass or interface is a {@link ManagedObject}, and those that have an MBean
 * class ({@link ObjectMBean}). The object name is
 * {@code PACKAGE:type=CLASS[,name=NAME],context=CONTEXT,id=N}: the class in lower case; the contexts of the component and of
 * what it is in, separated by slashes; and the lowest number that is free. A component that is removed from its container is
 * unregistered. Thread-safe.
 */
@ManagedObject("The component that registers beans as MBeans")
public class MBeanContainer implements Container.InheritedListener, Dumpable, Destroyable {
    private static final Logger LOG = LoggerFactory.getLogger(MBeanContainer.class);
    private static final int MAX_DEPTH = 64;

    private final MBeanServer mbeanServer;
    private final MBeanFactory factory;
    private final Map<Identity, Registration> components = new ConcurrentHashMap<>();
    private final Map<ObjectName, Object> byName = new ConcurrentHashMap<>();
    private volatile @Nullable String domain;

    /** Registers at an MBean server, and keeps what it finds out about classes of all class loaders. */
    public MBeanContainer(MBeanServer server) {
        this(server, true);
    }

    /**
     * Registers at an MBean server.
     *
     * @param cacheOtherClassLoaders whether what is found out about classes of other class loaders, as of applications, is kept
     */
    public MBeanContainer(MBeanServer server, boolean cacheOtherClassLoaders) {
        if (server == null) {
            throw new NullPointerException("server");
        }
        mbeanServer = server;
        factory = new MBeanFactory(cacheOtherClassLoaders);
    }

    /** A component as a key: two that are equal are two. */
    private record Identity(Object component) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Identity identity && identity.component == component;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(component);
        }
    }

    /** Where a component was added first, and the name of its MBean, if it has one. */
    private static final class Registration {
        private final @Nullable Container parent;
        private final @Nullable Object mbean;
        private volatile @Nullable ObjectName name;

        private Registration(@Nullable Container parent, @Nullable Object mbean) {
            this.parent = parent;
            this.mbean = mbean;
        }
    }

    public MBeanServer getMBeanServer() {
        return mbeanServer;
    }

    @ManagedAttribute("Whether metadata of classes of other class loaders are kept")
    public boolean isUseCacheForOtherClassLoaders() {
        return factory.isKeepAll();
    }

    /** Sets the domain of object names; null, the default, for the package of each class. */
    public void setDomain(@Nullable String domain) {
        this.domain = domain;
    }

    @ManagedAttribute("The domain of object names; null for the package of each class")
    public @Nullable String getDomain() {
        return domain;
    }

    /** A new MBean for a component, not registered; null when its class is not for management. */
    public @Nullable Object mbeanFor(@Nullable Object component) {
        Object mbean = component == null ? null : factory.newMBean(component);
        if (mbean instanceof ObjectMBean objectMBean) {
            objectMBean.setMBeanContainer(this);
        }
        return mbean;
    }

    /** The name that a component is registered by. */
    public @Nullable ObjectName findMBean(@Nullable Object component) {
        Registration registration = component == null ? null : components.get(new Identity(component));
        return registration == null ? null : registration.name;
    }

    /** The component that is registered by a name. */
    public @Nullable Object findBean(@Nullable ObjectName name) {
        return name == null ? null : byName.get(name);
    }

    @Override
    public void beanAdded(@Nullable Container parent, @Nullable Object component) {
        // the first one of all is in no other
        if (parent != null && !components.containsKey(new Identity(parent))) {
            add(null, parent);
        }
        if (component != null) {
            add(parent, component);
        }
    }

    private void add(@Nullable Container parent, Object component) {
        Registration registration = new Registration(parent, mbeanFor(component));
        if (components.putIfAbsent(new Identity(component), registration) != null || registration.mbean == null) {
            return;
        }
        try {
            register(component, registration);
        } catch (JMException | RuntimeException x) {
            LOG.warn("Unable to register the MBean of {}", component, x);
        }
    }

    private void register(Object component, Registration registration) throws JMException {
        ObjectName chosen = registration.mbean instanceof ObjectMBean mbean ? mbean.getObjectName() : null;
        if (chosen != null) {
            registered(component, registration, chosen);
            return;
        }
        String basis = nameBasis(component, registration);
        for (int id = 0; ; id++) {
            try {
                registered(component, registration, name(basis + id));
                return;
            } catch (InstanceAlreadyExistsException x) {
                LOG.trace("taken: {}{}", basis, id);
            }
        }
    }

    private static ObjectName name(String text) throws MalformedObjectNameException {
        return ObjectName.getInstance(text);
    }

    private void registered(Object component, Registration registration, ObjectName name) throws JMException {
        ObjectName actual = mbeanServer.registerMBean(registration.mbean, name).getObjectName();
        byName.put(actual, component);
        registration.name = actual;
        // removed in the meantime, when the name was not known yet
        if (components.get(new Identity(component)) != registration) {
            unregister(registration);
        }
    }

    private String nameBasis(Object component, Registration registration) {
        Class<?> type = component.getClass();
        String simple = type.getName().substring(type.getName().lastIndexOf('.') + 1);
        StringBuilder name = new StringBuilder(128);
        name.append(domain == null ? type.getPackageName() : domain);
        name.append(":type=").append(makeName(simple.toLowerCase(Locale.ENGLISH)));
        if (registration.mbean instanceof ObjectMBean mbean) {
            String basis = mbean.getObjectNameBasis();
            if (basis != null && !basis.isEmpty()) {
                name.append(",name=").append(makeName(basis));
            }
        }
        String context = context(registration);
        if (!context.isEmpty()) {
            name.append(",context=").append(context);
        }
        return name.append(",id=").toString();
    }

    /** The contexts of a component and of what it is in, the outermost first. */
    private String context(Registration registration) {
        Deque<String> contexts = new ArrayDeque<>();
        Registration current = registration;
        // containers may hold each other
        for (int depth = 0; current != null && depth < MAX_DEPTH; depth++) {
            if (current.mbean instanceof ObjectMBean mbean) {
                String basis = mbean.getObjectContextBasis();
                if (basis != null && !basis.isEmpty()) {
                    contexts.addFirst(makeContext(basis));
                }
            }
            current = current.parent == null ? null : components.get(new Identity(current.parent));
        }
        return String.join("/", contexts);
    }

    /** A context, whose parts {@code h1;h2c} and {@code path@host} stay. */
    private String makeContext(String basis) {
        return makeName(basis).replace('/', '_');
    }

    /** A text as the value of a property of an object name: characters that it must not have are underscores; null for null. */
    @NullContract("!null -> !null")
    public @Nullable String makeName(@Nullable String basis) {
        if (basis == null) {
            return null;
        }
        StringBuilder name = new StringBuilder(basis.length());
        for (int i = 0; i < basis.length(); i++) {
            char c = basis.charAt(i);
            boolean illegal = c <= ' ' || c == 0x7F || ":*?=,.\"\\".indexOf(c) >= 0;
            name.append(illegal ? '_' : c);
        }
        return name.toString();
    }

    @Override
    public void beanRemoved(Container parent, Object component) {
        Identity key = new Identity(component);
        Registration registration = components.get(key);
        // what is in two containers goes with the one where it was first
        if (registration == null || registration.parent != parent) {
            return;
        }
        if (components.remove(key, registration)) {
            unregister(registration);
        }
    }

    private void unregister(Registration registration) {
        ObjectName name = registration.name;
        if (name == null || byName.remove(name) == null) {
            return;
        }
        try {
            mbeanServer.unregisterMBean(name);
        } catch (InstanceNotFoundException x) {
            LOG.debug("{} was unregistered already", name, x);
        } catch (JMException x) {
            LOG.warn("Unable to unregister {}", name, x);
        }
    }

    @Override
    public String dump() {
        return Dumpable.dump(this);
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Map<String, Object> names = new TreeMap<>();
        byName.forEach((name, component) -> names.put(name.getCanonicalName(), component));
        Dumpable.dumpObjects(out, indent, getClass().getSimpleName() + "[" + names.size() + " MBeans]", names.keySet());
    }

    /** Unregisters all MBeans. */
    @Override
    public void destroy() {
        for (Map.Entry<Identity, Registration> entry : components.entrySet()) {
            if (components.remove(entry.getKey(), entry.getValue())) {
                unregister(entry.getValue());
            }
        }
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "@" + Integer.toHexString(hashCode()) + "[" + byName.size() + " MBeans]";
    }
}
