package org.eclipse.jetty.util.component;

import java.util.Collection;
import java.util.EventListener;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds beans, whose life cycle it manages or not. */
public interface Container {
    /** Adds a bean: managed if it is a LifeCycle that is not running yet. Returns false when it was there. */
    boolean addBean(Object bean);

    boolean addBean(Object bean, boolean managed);

    Collection<Object> getBeans();

    <T> Collection<T> getBeans(Class<T> type);

    /** The same as {@link #getBeans(Class)}; an implementation may keep the result. */
    default <T> Collection<T> getCachedBeans(Class<T> type) {
        return getBeans(type);
    }

    /** The first bean of this type. */
    <T> @Nullable T getBean(Class<T> type);

    boolean removeBean(Object bean);

    boolean addEventListener(EventListener listener);

    boolean removeEventListener(EventListener listener);

    void unmanage(Object bean);

    void manage(Object bean);

    boolean isManaged(Object bean);

    /** The beans of this type, of this container and of the containers in it. */
    <T> Collection<T> getContainedBeans(Class<T> type);

    default List<EventListener> getEventListeners() {
        return List.of();
    }

    /** Adds the bean if the parent is a container. */
    static boolean addBean(Object parent, Object child) {
        return parent instanceof Container container && container.addBean(child);
    }

    static boolean addBean(Object parent, Object child, boolean managed) {
        return parent instanceof Container container && container.addBean(child, managed);
    }

    static void unmanage(Object parent, Object child) {
        if (parent instanceof Container container) {
            container.unmanage(child);
        }
    }

    static boolean removeBean(Object parent, Object child) {
        return parent instanceof Container container && container.removeBean(child);
    }

    /** Notified of beans; a bean that is a Listener itself is told too. */
    interface Listener extends EventListener {
        void beanAdded(Container parent, Object child);

        void beanRemoved(Container parent, Object child);
    }

    /** A listener that is also added to every container in the container. */
    interface InheritedListener extends Listener {}
}
