package org.eclipse.jetty.jndi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BooleanSupplier;
import javax.naming.Binding;
import javax.naming.Context;
import javax.naming.ContextNotEmptyException;
import javax.naming.InvalidNameException;
import javax.naming.LinkRef;
import javax.naming.Name;
import javax.naming.NameAlreadyBoundException;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;
import javax.naming.Reference;
import javax.naming.spi.NamingManager;
import org.eclipse.jetty.util.component.Dumpable;
import org.jspecify.annotations.Nullable;

/**
 * A node of the tree of names, as one user sees it: several contexts may stand for one node, some of which cannot change it.
 *
 * <p>References are resolved by their factories and links are followed when they are looked up; all else is returned as it
 * was bound, so that a pool stays the one pool. The errors are those of {@link Context}; every message has the whole name.
 * Thread-safe.
 */
public final class NamingContext extends AbstractContext implements Dumpable {
    /** A node: its path for messages, and what is bound there; nodes are subcontexts. */
    private record Node(String path, ConcurrentMap<String, Object> bindings) {
        Node(String path) {
            this(path, new ConcurrentHashMap<>());
        }

        String path(String name) {
            return path.isEmpty() || path.endsWith(":") ? path + name : path + "/" + name;
        }
    }

    private final Node node;
    private final BooleanSupplier readOnly;

    private NamingContext(Node node, @Nullable Hashtable<?, ?> environment, BooleanSupplier readOnly) {
        super(environment);
        this.node = node;
        this.readOnly = readOnly;
    }

    /** Returns a new, empty tree that everybody may change. */
    public static NamingContext newRoot(String name) {
        return new NamingContext(new Node(name), null, () -> false);
    }

    /** Returns the same names for a user with this environment. */
    public NamingContext withEnvironment(Hashtable<?, ?> environment) {
        return new NamingContext(node, environment, readOnly);
    }

    /** Returns the same names for a user who cannot change them, nor what is below them, while the condition is true. */
    NamingContext guardedBy(BooleanSupplier isReadOnly) {
        return new NamingContext(node, getEnvironment(), isReadOnly);
    }

    private NamingContext at(Node other) {
        return new NamingContext(other, getEnvironment(), readOnly);
    }

    private void checkWritable(Name name) throws NamingException {
        if (!readOnly.getAsBoolean()) {
            return;
        }
        throw fail(new OperationNotSupportedException(node.path(name.toString()) + " cannot be changed"), name);
    }

    private static <X extends NamingException> X fail(X failure, Name remaining) {
        failure.setRemainingName(remaining);
        return failure;
    }

    private static Name nonEmpty(Name name) throws NamingException {
        Name canonical = canonical(name);
        if (canonical.isEmpty()) {
            throw new InvalidNameException("The name is empty (expected: a name below a context)");
        }
        return canonical;
    }

    private NameNotFoundException notFound(Name name) {
        return fail(new NameNotFoundException(node.path(name.toString())), name);
    }

    /** Returns the context that the first component of a name stands for. */
    private Context next(Name name) throws NamingException {
        String first = name.get(0);
        Object bound = node.bindings.get(first);
        if (bound == null) {
            throw notFound(name);
        }
        if (resolve(first, bound) instanceof Context context) {
            return context;
        }
        throw fail(new NotContextException(node.path(first) + " is no context"), name);
    }

    private Object resolve(String name, Object bound) throws NamingException {
        if (bound instanceof Node child) {
            return at(child);
        }
        if (bound instanceof LinkRef link) {
            return Links.follow(link, this);
        }
        if (!(bound instanceof Reference reference) || reference.getFactoryClassName() == null) {
            return bound;
        }
        Object made;
        try {
            made = NamingManager.getObjectInstance(reference, parse(name), this, getEnvironment());
        } catch (NamingException x) {
            throw x;
        } catch (Exception x) {
            NamingException failure = new NamingException(
                    node.path(name) + ": " + reference.getFactoryClassName() + " cannot make it: " + x);
            failure.initCause(x);
            throw failure;
        }
        if (made == reference) {
            throw new NamingException(node.path(name) + ": the factory " + reference.getFactoryClassName()
                    + " is not to be had, or makes nothing of it");
        }
        return made;
    }

    @Override
    public Object lookup(Name name) throws NamingException {
        Name path = canonical(name);
        if (path.isEmpty()) {
            return at(node);
        }
        if (path.size() > 1) {
            return next(path).lookup(path.getSuffix(1));
        }
        Object bound = node.bindings.get(path.get(0));
        if (bound == null) {
            throw notFound(path);
        }
        return resolve(path.get(0), bound);
    }

    @Override
    public Object lookupLink(Name name) throws NamingException {
        Name path = canonical(name);
        if (path.size() > 1) {
            return next(path).lookupLink(path.getSuffix(1));
        }
        if (path.size() == 1 && node.bindings.get(path.get(0)) instanceof LinkRef link) {
            return link;
        }
        return lookup(path);
    }

    @Override
    public void bind(Name name, Object object) throws NamingException {
        Name path = nonEmpty(name);
        checkWritable(path);
        if (path.size() > 1) {
            next(path).bind(path.getSuffix(1), object);
            return;
        }
        Object state = toBind(path, object);
        if (node.bindings.putIfAbsent(path.get(0), state) != null) {
            throw fail(new NameAlreadyBoundException(node.path(path.get(0))), path);
        }
    }

    @Override
    public void rebind(Name name, Object object) throws NamingException {
        Name path = nonEmpty(name);
        checkWritable(path);
        if (path.size() > 1) {
            next(path).rebind(path.getSuffix(1), object);
        } else {
            node.bindings.put(path.get(0), toBind(path, object));
        }
    }

    /** Binds as {@link #rebind}, and makes the contexts on the way that are not there. */
    public void put(String name, Object object) throws NamingException {
        Name path = nonEmpty(parse(name));
        NamingContext context = this;
        for (int i = 0; i + 1 < path.size(); i++) {
            context.checkWritable(path.getSuffix(i));
            String first = path.get(i);
            Node parent = context.node;
            Object child = parent.bindings.computeIfAbsent(first, key -> new Node(parent.path(key)));
            if (!(context.resolve(first, child) instanceof NamingContext below)) {
                throw fail(new NotContextException(context.node.path(first) + " is no context"), path.getSuffix(i));
            }
            context = below;
        }
        context.rebind(path.getSuffix(path.size() - 1), object);
    }

    /** Whether something is bound at a name; it is neither made nor followed for that. */
    public boolean isBound(String name) throws NamingException {
        Name path = nonEmpty(parse(name));
        Node holder = node;
        for (int i = 0; i + 1 < path.size(); i++) {
            if (!(holder.bindings.get(path.get(i)) instanceof Node child)) {
                return false;
            }
            holder = child;
        }
        return holder.bindings.containsKey(path.get(path.size() - 1));
    }

    /** Takes an object out, if it is this very object that is bound at a name. */
    public void remove(String name, Object object) throws NamingException {
        Name path = nonEmpty(parse(name));
        checkWritable(path);
        Node holder = node;
        for (int i = 0; i + 1 < path.size(); i++) {
            if (!(holder.bindings.get(path.get(i)) instanceof Node child)) {
                return;
            }
            holder = child;
        }
        holder.bindings.computeIfPresent(path.get(path.size() - 1), (key, bound) -> bound == object ? null : bound);
    }

    private Object toBind(Name name, Object object) throws NamingException {
        if (object == null) {
            throw new NamingException(node.path(name.toString()) + ": null cannot be bound");
        }
        Object state = NamingManager.getStateToBind(object, name, this, getEnvironment());
        // a context of this kind becomes part of the tree
        return state instanceof NamingContext context ? context.node : state;
    }

    @Override
    public void unbind(Name name) throws NamingException {
        Name path = nonEmpty(name);
        checkWritable(path);
        if (path.size() > 1) {
            next(path).unbind(path.getSuffix(1));
        } else {
            node.bindings.remove(path.get(0));
        }
    }

    @Override
    public void rename(Name oldName, Name newName) throws NamingException {
        Name from = nonEmpty(oldName);
        checkWritable(from);
        NamingContext parent = from.size() == 1 ? this : parentOf(from);
        String last = from.get(from.size() - 1);
        Object bound = parent.node.bindings.get(last);
        if (bound == null) {
            throw notFound(from);
        }
        bind(newName, bound instanceof Node child ? at(child) : bound);
        parent.node.bindings.remove(last, bound);
    }

    private NamingContext parentOf(Name name) throws NamingException {
        Name prefix = name.getPrefix(name.size() - 1);
        if (lookup(prefix) instanceof NamingContext context) {
            return context;
        }
        throw fail(new NotContextException(node.path(prefix.toString()) + " is no context of this kind"), name);
    }

    @Override
    public Context createSubcontext(Name name) throws NamingException {
        Name path = nonEmpty(name);
        checkWritable(path);
        if (path.size() > 1) {
            return next(path).createSubcontext(path.getSuffix(1));
        }
        Node child = new Node(node.path(path.get(0)));
        if (node.bindings.putIfAbsent(path.get(0), child) != null) {
            throw fail(new NameAlreadyBoundException(node.path(path.get(0))), path);
        }
        return at(child);
    }

    @Override
    public void destroySubcontext(Name name) throws NamingException {
        Name path = nonEmpty(name);
        checkWritable(path);
        if (path.size() > 1) {
            next(path).destroySubcontext(path.getSuffix(1));
            return;
        }
        Object bound = node.bindings.get(path.get(0));
        if (bound == null) {
            return;
        }
        if (!(bound instanceof Node child)) {
            throw fail(new NotContextException(node.path(path.get(0)) + " is no context"), path);
        }
        if (!child.bindings.isEmpty()) {
            throw fail(new ContextNotEmptyException(child.path + " has " + child.bindings.keySet()), path);
        }
        node.bindings.remove(path.get(0), child);
    }

    /** Forgets everything below this context. */
    void clear() {
        node.bindings.clear();
    }

    @Override
    public NamingEnumeration<NameClassPair> list(Name name) throws NamingException {
        Name path = canonical(name);
        if (!path.isEmpty()) {
            return next(path).list(path.getSuffix(1));
        }
        List<Listing.Item<NameClassPair>> items = new ArrayList<>();
        node.bindings.forEach((key, bound) -> items.add(() -> new NameClassPair(key, className(bound))));
        return new Listing<>(items);
    }

    private static String className(Object bound) {
        if (bound instanceof Node) {
            return Context.class.getName();
        }
        // what a reference makes is not made for a list
        return bound instanceof Reference reference
                ? reference.getClassName()
                : bound.getClass().getName();
    }

    @Override
    public NamingEnumeration<Binding> listBindings(Name name) throws NamingException {
        Name path = canonical(name);
        if (!path.isEmpty()) {
            return next(path).listBindings(path.getSuffix(1));
        }
        List<Listing.Item<Binding>> items = new ArrayList<>();
        node.bindings.forEach(
                (key, bound) -> items.add(() -> new Binding(key, className(bound), resolve(key, bound), true)));
        return new Listing<>(items);
    }

    @Override
    public String getNameInNamespace() {
        return node.path;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Map<String, Object> sorted = new TreeMap<>();
        node.bindings.forEach(
                (name, bound) -> sorted.put(name, bound instanceof Node child ? at(child) : describe(bound)));
        Dumpable.dumpObjects(out, indent, this, sorted);
    }

    private static Object describe(Object bound) {
        if (bound instanceof LinkRef link) {
            try {
                return "link to " + link.getLinkName();
            } catch (NamingException x) {
                return "link without a name";
            }
        }
        return bound instanceof Reference reference ? "reference to " + reference.getClassName() : bound;
    }

    @Override
    public String toString() {
        return "NamingContext@" + Integer.toHexString(System.identityHashCode(node)) + "{" + node.path + "}";
    }
}
