package org.eclipse.jetty.jndi;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;

/** An enumeration of what a context held when it was listed. Confined to its caller. */
final class Listing<T> implements NamingEnumeration<T> {
    private Iterator<? extends Item<T>> items;

    /** Makes one item when it is reached. */
    @FunctionalInterface
    public interface Item<T> {
        T get() throws NamingException;
    }

    public Listing(List<? extends Item<T>> items) {
        this.items = items.iterator();
    }

    @Override
    public boolean hasMore() {
        return items.hasNext();
    }

    @Override
    public T next() throws NamingException {
        return items.next().get();
    }

    @Override
    public boolean hasMoreElements() {
        return hasMore();
    }

    @Override
    public T nextElement() {
        try {
            return next();
        } catch (NamingException x) {
            NoSuchElementException none = new NoSuchElementException(x.toString());
            none.initCause(x);
            throw none;
        }
    }

    @Override
    public void close() {
        items = List.<Item<T>>of().iterator();
    }
}
