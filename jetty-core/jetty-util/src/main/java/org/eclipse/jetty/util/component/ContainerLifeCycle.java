package org.eclipse.jetty.util.component;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EventListener;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ListIterator;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.util.ExceptionUtil;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A life cycle made of beans: starts the managed ones in the order in which they were added, stops them in reverse,
 * destroys them, and dumps all.
 *
 * <p>A bean is POJO (not a LifeCycle), MANAGED (started, stopped and destroyed here), UNMANAGED (by somebody else), or
 * AUTO: it becomes MANAGED when it has to be started here, UNMANAGED when it was started already. A bean added while
 * this is started is not started, unless it is added as managed explicitly: then it is.
 * Thread-safe; starting and stopping is serialized.
 */
@ManagedObject("A life cycle that holds other components")
public class ContainerLifeCycle extends AbstractLifeCycle
        implements Container, Destroyable, Dumpable.DumpableContainer {
    private static final Logger LOG = LoggerFactory.getLogger(ContainerLifeCycle.class);

    private final List<Bean> beans = new CopyOnWriteArrayList<>();
    private final List<Container.Listener> listeners = new CopyOnWriteArrayList<>();
    private boolean doStarted;
    private boolean destroyed;

    enum Managed {
        POJO,
        MANAGED,
        UNMANAGED,
        AUTO
    }

    private static final class Bean {
        private final Object bean;
        private volatile Managed managed = Managed.POJO;

        private Bean(Object bean) {
            if (bean == null) {
                throw new NullPointerException("bean");
            }
            this.bean = bean;
        }

        @Override
        public String toString() {
            return String.format("{%s,%s}", bean, managed);
        }
    }

    public ContainerLifeCycle() {}

    @Override
    protected void doStart() throws Exception {
        if (destroyed) {
            throw new IllegalStateException("Destroyed container cannot be restarted: " + this);
        }
        doStarted = true;
        try {
            for (Bean b : beans) {
                if (!isStarting()) {
                    break;
                }
                if (!(b.bean instanceof LifeCycle lifeCycle)) {
                    continue;
                }
                if (b.managed == Managed.MANAGED) {
                    if (lifeCycle.isStopped() || lifeCycle.isFailed()) {
                        start(lifeCycle);
                    }
                } else if (b.managed == Managed.AUTO) {
                    if (lifeCycle.isStopped()) {
                        setManaged(b);
                        start(lifeCycle);
                    } else {
                        b.managed = Managed.UNMANAGED;
                    }
                }
            }
        } catch (Throwable x) {
            // those started are stopped again
            for (ListIterator<Bean> i = beans.listIterator(beans.size()); i.hasPrevious(); ) {
                Bean b = i.previous();
                if (b.managed != Managed.MANAGED
                        || !(b.bean instanceof LifeCycle lifeCycle)
                        || !lifeCycle.isRunning()) {
                    continue;
                }
                try {
                    stop(lifeCycle);
                } catch (Throwable y) {
                    ExceptionUtil.addSuppressedIfNotAssociated(x, y);
                }
            }
            throw x;
        }
    }

    /** Starts a bean; a subclass may do something around it. */
    protected void start(LifeCycle lifeCycle) throws Exception {
        lifeCycle.start();
    }

    /** Stops a bean; a subclass may do something around it. */
    protected void stop(LifeCycle lifeCycle) throws Exception {
        lifeCycle.stop();
    }

    @Override
    protected void doStop() throws Exception {
        doStarted = false;
        Throwable failure = null;
        List<Bean> reverse = new ArrayList<>(beans);
        for (int i = reverse.size() - 1; i >= 0; i--) {
            Bean b = reverse.get(i);
            if (b.managed != Managed.MANAGED || !(b.bean instanceof LifeCycle lifeCycle)) {
                continue;
            }
            try {
                stop(lifeCycle);
            } catch (Throwable x) {
                failure = ExceptionUtil.combine(failure, x);
            }
        }
        ExceptionUtil.ifExceptionThrow(failure);
    }

    @Override
    public void destroy() {
        destroyed = true;
        List<Bean> reverse = new ArrayList<>(beans);
        for (int i = reverse.size() - 1; i >= 0; i--) {
            Bean b = reverse.get(i);
            if (b.bean instanceof Destroyable destroyable
                    && (b.managed == Managed.MANAGED || b.managed == Managed.POJO)) {
                try {
                    destroyable.destroy();
                } catch (Throwable x) {
                    LOG.warn("Unable to destroy {}", b.bean, x);
                }
            }
        }
        beans.clear();
    }

    public boolean contains(Object bean) {
        return find(bean) != null;
    }

    private @Nullable Bean find(Object bean) {
        for (Bean b : beans) {
            if (b.bean == bean) {
                return b;
            }
        }
        return null;
    }

    @Override
    public boolean isManaged(Object bean) {
        Bean b = find(bean);
        return b != null && b.managed == Managed.MANAGED;
    }

    public boolean isAuto(Object bean) {
        Bean b = find(bean);
        return b != null && b.managed == Managed.AUTO;
    }

    public boolean isUnmanaged(Object bean) {
        Bean b = find(bean);
        return b != null && b.managed == Managed.UNMANAGED;
    }

    @Override
    public boolean addBean(Object bean) {
        return addBean(
                bean,
                !(bean instanceof LifeCycle lifeCycle)
                        ? Managed.POJO
                        : lifeCycle.isRunning() ? Managed.UNMANAGED : Managed.AUTO);
    }

    @Override
    public boolean addBean(Object bean, boolean managed) {
        if (!(bean instanceof LifeCycle)) {
            return addBean(bean, managed ? Managed.POJO : Managed.UNMANAGED);
        }
        return addBean(bean, managed ? Managed.MANAGED : Managed.UNMANAGED);
    }

    /** As {@link #addBean(Object)}, for constructors: cannot be overridden. */
    protected final boolean installBean(Object bean) {
        return addBean(
                bean,
                !(bean instanceof LifeCycle lifeCycle)
                        ? Managed.POJO
                        : lifeCycle.isRunning() ? Managed.UNMANAGED : Managed.AUTO);
    }

    /** As {@link #addBean(Object, boolean)}, for constructors: cannot be overridden. */
    protected final boolean installBean(Object bean, boolean managed) {
        if (!(bean instanceof LifeCycle)) {
            return addBean(bean, managed ? Managed.POJO : Managed.UNMANAGED);
        }
        return addBean(bean, managed ? Managed.MANAGED : Managed.UNMANAGED);
    }

    private boolean addBean(@Nullable Object bean, Managed managed) {
        if (bean == null || find(bean) != null) {
            return false;
        }
        Bean added = new Bean(bean);
        // a listener that is a bean learns of the beans that were there before it
        if (bean instanceof EventListener listener) {
            addEventListener(listener);
        }
        beans.add(added);
        for (Container.Listener listener : listeners) {
            listener.beanAdded(this, bean);
        }
        try {
            switch (managed) {
                case UNMANAGED -> added.managed = Managed.UNMANAGED;
                case MANAGED -> {
                    setManaged(added);
                    LifeCycle lifeCycle = (LifeCycle) bean;
                    if (isStarting() && doStarted) {
                        if (!lifeCycle.isRunning()) {
                            start(lifeCycle);
                        }
                    } else if (isStarted() && !lifeCycle.isRunning()) {
                        start(lifeCycle);
                    }
                }
                case AUTO -> {
                    LifeCycle lifeCycle = (LifeCycle) bean;
                    if (isStarting()) {
                        if (lifeCycle.isRunning()) {
                            added.managed = Managed.UNMANAGED;
                        } else if (doStarted) {
                            setManaged(added);
                            start(lifeCycle);
                        } else {
                            added.managed = Managed.AUTO;
                        }
                    } else if (isStarted()) {
                        added.managed = Managed.UNMANAGED;
                    } else {
                        added.managed = Managed.AUTO;
                    }
                }
                default -> added.managed = Managed.POJO;
            }
        } catch (Exception x) {
            throw ExceptionUtil.asRuntimeException(x);
        }
        LOG.debug("{} added {}", this, added);
        return true;
    }

    /** Adds a managed bean, and starts it if this is started. */
    public void addManaged(LifeCycle lifeCycle) {
        addBean(lifeCycle, true);
    }

    @Override
    public boolean addEventListener(EventListener listener) {
        if (!super.addEventListener(listener)) {
            return false;
        }
        if (listener instanceof Container.Listener containerListener) {
            listeners.add(containerListener);
            for (Bean b : beans) {
                containerListener.beanAdded(this, b.bean);
                if (listener instanceof InheritedListener
                        && b.managed == Managed.MANAGED
                        && b.bean instanceof Container container) {
                    Container.addBean(container, listener, false);
                }
            }
        }
        return true;
    }

    @Override
    public boolean removeEventListener(EventListener listener) {
        if (!super.removeEventListener(listener)) {
            return false;
        }
        if (listener instanceof Container.Listener containerListener && listeners.remove(containerListener)) {
            for (Bean b : beans) {
                containerListener.beanRemoved(this, b.bean);
                if (listener instanceof InheritedListener && b.managed == Managed.MANAGED) {
                    Container.removeBean(b.bean, listener);
                }
            }
        }
        return true;
    }

    @Override
    public void manage(Object bean) {
        Bean b = find(bean);
        if (b == null) {
            throw new IllegalArgumentException("Unknown bean " + bean);
        }
        setManaged(b);
    }

    private void setManaged(Bean b) {
        if (b.managed == Managed.MANAGED) {
            return;
        }
        b.managed = Managed.MANAGED;
        if (b.bean instanceof Container container) {
            for (Container.Listener listener : listeners) {
                if (listener instanceof InheritedListener) {
                    Container.addBean(container, listener, false);
                }
            }
        }
    }

    @Override
    public void unmanage(Object bean) {
        Bean b = find(bean);
        if (b == null) {
            throw new IllegalArgumentException("Unknown bean " + bean);
        }
        setUnmanaged(b);
    }

    private void setUnmanaged(Bean b) {
        if (b.managed == Managed.UNMANAGED) {
            return;
        }
        if (b.managed == Managed.MANAGED && b.bean instanceof Container container) {
            for (Container.Listener listener : listeners) {
                if (listener instanceof InheritedListener) {
                    Container.removeBean(container, listener);
                }
            }
        }
        b.managed = Managed.UNMANAGED;
    }

    public void setBeans(Collection<Object> beans) {
        for (Object bean : beans) {
            addBean(bean);
        }
    }

    @Override
    public Collection<Object> getBeans() {
        return getBeans(Object.class);
    }

    @Override
    public <T> Collection<T> getBeans(Class<T> type) {
        List<T> found = new ArrayList<>();
        for (Bean b : beans) {
            if (type.isInstance(b.bean)) {
                found.add(type.cast(b.bean));
            }
        }
        return found;
    }

    @Override
    public <T> @Nullable T getBean(Class<T> type) {
        for (Bean b : beans) {
            if (type.isInstance(b.bean)) {
                return type.cast(b.bean);
            }
        }
        return null;
    }

    public void removeBeans() {
        for (Bean b : beans) {
            remove(b);
        }
    }

    @Override
    public boolean removeBean(Object bean) {
        Bean b = find(bean);
        return b != null && remove(b);
    }

    private boolean remove(Bean b) {
        if (!beans.remove(b)) {
            return false;
        }
        boolean wasManaged = b.managed == Managed.MANAGED;
        setUnmanaged(b);
        for (Container.Listener listener : listeners) {
            listener.beanRemoved(this, b.bean);
        }
        if (b.bean instanceof EventListener listener && getEventListeners().contains(listener)) {
            removeEventListener(listener);
        }
        if (wasManaged && b.bean instanceof LifeCycle lifeCycle) {
            try {
                stop(lifeCycle);
            } catch (Exception x) {
                throw ExceptionUtil.asRuntimeException(x);
            }
        }
        return true;
    }

    /**
     * Replaces a bean: the old one, if there is one, is removed, and the new one, if it is not null, is added. It takes the place of the
     * old one in the order of starts.
     */
    public void updateBean(@Nullable Object oldBean, @Nullable Object newBean) {
        if (newBean == oldBean) {
            return;
        }
        int place = removePlaced(oldBean);
        if (newBean != null && addBean(newBean)) {
            place(newBean, place);
        }
    }

    public void updateBean(@Nullable Object oldBean, @Nullable Object newBean, boolean managed) {
        if (newBean == oldBean) {
            return;
        }
        int place = removePlaced(oldBean);
        if (newBean != null && addBean(newBean, managed)) {
            place(newBean, place);
        }
    }

    /** Removes a bean, and returns its place; -1 when it was none. */
    private int removePlaced(@Nullable Object bean) {
        Bean old = bean == null ? null : find(bean);
        int place = old == null ? -1 : beans.indexOf(old);
        if (bean != null) {
            removeBean(bean);
        }
        return place;
    }

    /** Moves the bean that was added last. */
    private void place(Object bean, int place) {
        Bean added = find(bean);
        if (place < 0 || added == null || place >= beans.indexOf(added)) {
            return;
        }
        beans.remove(added);
        beans.add(place, added);
    }

    /** Replaces beans: the old ones that are not among the new ones are removed, the others stay. */
    public void updateBeans(Object @Nullable [] oldBeans, Object @Nullable [] newBeans) {
        updateBeans(
                oldBeans == null ? List.of() : Arrays.asList(oldBeans),
                newBeans == null ? List.of() : Arrays.asList(newBeans));
    }

    public void updateBeans(@Nullable Collection<?> oldBeans, @Nullable Collection<?> newBeans) {
        Collection<?> older = oldBeans == null ? List.of() : oldBeans;
        Collection<?> newer = newBeans == null ? List.of() : newBeans;
        for (Object bean : older) {
            if (bean != null && !newer.contains(bean)) {
                removeBean(bean);
            }
        }
        for (Object bean : newer) {
            if (bean != null && !older.contains(bean)) {
                addBean(bean);
            }
        }
    }

    @Override
    public <T> Collection<T> getContainedBeans(Class<T> type) {
        Set<T> found = new LinkedHashSet<>();
        getContainedBeans(type, found);
        return found;
    }

    protected <T> void getContainedBeans(Class<T> type, Collection<T> found) {
        found.addAll(getBeans(type));
        for (Bean b : beans) {
            if (!(b.bean instanceof Container container)) {
                continue;
            }
            // an unmanaged bean may lead back here
            if (b.managed == Managed.UNMANAGED) {
                continue;
            }
            if (container instanceof ContainerLifeCycle inner) {
                inner.getContainedBeans(type, found);
            } else {
                found.addAll(container.getContainedBeans(type));
            }
        }
    }

    @ManagedOperation("Dumps the object to the standard error")
    public void dumpStdErr() {
        try {
            dump(System.err, "");
            System.err.println(Dumpable.LEGEND);
        } catch (IOException x) {
            LOG.warn("Unable to dump", x);
        }
    }

    @Override
    @ManagedOperation("Dumps the object to a string")
    public String dump() {
        return Dumpable.dump(this);
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        dumpObjects(out, indent);
    }

    public void dump(Appendable out) throws IOException {
        dump(out, "");
    }

    /** Dumps this, its beans, and further objects. */
    protected void dumpObjects(Appendable out, String indent, Object... items) throws IOException {
        Dumpable.dumpObjects(out, indent, this, items);
    }
}
